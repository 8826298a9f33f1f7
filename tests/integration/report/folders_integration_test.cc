// merge, diff and the logs of runs through the binary.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Json;
using testing::QuickConfig;
namespace fs = std::filesystem;

TEST(Folders, HalvesOfASweepMergeIntoTheWhole) {
  const Bench bench(QuickConfig());
  const std::string a = bench.path("a").string(), b = bench.path("b").string();
  ASSERT_EQ(bench.Run("--only method=exact").exit_code, 0);
  fs::rename(bench.out(), a);
  ASSERT_EQ(bench.Run("--only method=rm,method=h01").exit_code, 0);
  fs::rename(bench.out(), b);
  const CommandResult merged = testing::RunMercer("merge " + a + " " + b + " --out " + bench.out());
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_THAT(merged.out, HasSubstr("6 trials, 0 of them in more than one folder"));
  // Nothing is left to run, and the table is that of the grid.
  const CommandResult again = bench.Run();
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.err, HasSubstr("0 ran now, 6 kept"));
  EXPECT_TRUE(fs::exists(fs::path(bench.out()) / "report.md"));
  const fs::directory_iterator logs(fs::path(bench.out()) / "log");
  EXPECT_EQ(std::distance(logs, {}), 2) << "those of both runs";
}

TEST(Folders, AConflictWritesNothingAndGivesExitOne) {
  const Bench bench(QuickConfig());
  const fs::path a = bench.path("a"), b = bench.path("b");
  ASSERT_EQ(bench.Run("--repetitions 1 --only method=rm").exit_code, 0);
  fs::rename(bench.out(), a);
  ASSERT_EQ(bench.Run("--repetitions 1 --only method=rm --threads 2").exit_code, 0);
  fs::rename(bench.out(), b);
  const std::string merge = "merge " + a.string() + " " + b.string() + " --out " + bench.out();
  const CommandResult result = testing::RunMercer(merge);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr(": threads is '1' in " + a.string() + ", '2' in " + b.string()),
                    HasSubstr("--prefer")));
  EXPECT_FALSE(fs::exists(bench.out()));
  EXPECT_EQ(testing::RunMercer(merge + " --prefer " + b.string()).exit_code, 0);
  EXPECT_THAT(testing::ReadFile(fs::path(bench.out()) / "trials.csv"), HasSubstr(",2,"));
}

TEST(Folders, TheDifferenceOfARunWithItselfIsNothing) {
  const Bench bench(QuickConfig());
  ASSERT_EQ(bench.Run().exit_code, 0);
  const CommandResult result =
      testing::RunMercer("diff " + bench.out() + " " + bench.out() + " --format csv");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::istringstream lines(result.out);
  std::string line;
  std::getline(lines, line);
  int rows = 0;
  for (; std::getline(lines, line); ++rows) {
    EXPECT_THAT(line, AllOf(HasSubstr(",2,"), ::testing::EndsWith(",0,0"))) << line;
  }
  EXPECT_GE(rows, 3 * 3);  // accuracy, train and test of three methods
  EXPECT_EQ(testing::RunMercer("diff " + bench.out()).exit_code, 2);
}

TEST(Folders, AJsonLogFollowsTheRun) {
  const Bench bench(QuickConfig());
  const fs::path log = bench.path("log.jsonl");
  const CommandResult none = bench.Run("--json-log " + bench.path("none/log.jsonl").string());
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("--json-log"));
  EXPECT_FALSE(fs::exists(bench.out())) << "found before anything runs";
  ASSERT_EQ(bench.Run("--only method=rm --json-log " + log.string()).exit_code, 0);
  std::vector<std::string> events;
  std::istringstream lines(testing::ReadFile(log));
  for (std::string line; std::getline(lines, line);) events.push_back(Json::parse(line)["event"]);
  EXPECT_THAT(events, ::testing::ElementsAre("run_start", "trial_start", "trial_end", "trial_start",
                                             "trial_end", "run_end"));
}

/// The events of each log in a results folder, by the name of its file.
std::map<std::string, std::vector<std::string>> LogsOf(const fs::path& out) {
  std::map<std::string, std::vector<std::string>> logs;
  for (const auto& entry : fs::directory_iterator(out / "log")) {
    std::istringstream lines(testing::ReadFile(entry.path()));
    for (std::string line; std::getline(lines, line);)
      logs[entry.path().filename().string()].push_back(Json::parse(line)["event"]);
  }
  return logs;
}

TEST(Folders, EveryRunThatRanATrialKeepsItsLog) {
  const Bench bench(QuickConfig());
  ASSERT_EQ(bench.Run("--only method=rm").exit_code, 0);
  ASSERT_EQ(bench.Run("--only method=rm").exit_code, 0) << "nothing to do";
  const auto one = LogsOf(bench.out());
  ASSERT_EQ(one.size(), 1U);
  EXPECT_THAT(one.begin()->second, ::testing::ElementsAre("run_start", "trial_start", "trial_end",
                                                          "trial_start", "trial_end", "run_end"));
  ASSERT_EQ(bench.Run().exit_code, 0);
  const auto two = LogsOf(bench.out());
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two.at(one.begin()->first), one.begin()->second) << "as the first run left it";
  for (const auto& [name, events] : two) {
    const std::string run = name.substr(0, name.find('.'));
    EXPECT_EQ(name, run + ".jsonl");
    EXPECT_TRUE(fs::exists(fs::path(bench.out()) / "context" / (run + ".json"))) << name;
  }
}

TEST(Folders, ALogThatCannotBeKeptIsSaidAndTheRunGoesOn) {
  const Bench bench(QuickConfig());
  testing::WriteFile(fs::path(bench.out()) / "log", "a file in the place of the folder");
  const CommandResult result = bench.Run("--only method=rm");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, AllOf(HasSubstr("2 ran now"), HasSubstr("some lines of "),
                                HasSubstr(".jsonl could not be written")));
}

}  // namespace
}  // namespace mercer
