#include "experiments/run/sweep/json_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/error.h"
#include "experiments/run/sweep/observers.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::SizeIs;
using Json = nlohmann::json;
namespace fs = std::filesystem;

std::vector<Json> Lines(const fs::path& path) {
  std::vector<Json> lines;
  std::istringstream text(testing::ReadFile(path));
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

ResultRecord MakeRecord(const std::string& status) {
  ResultRecord record;
  record.SetText("status", status);
  record.SetText("metric", "accuracy");
  if (status == "ok") record.SetText("value", "0.25");
  record.SetText("message", "two\nlines and a bad \xff byte");
  return record;
}

TEST(JsonLog, WritesALineForEachEventAsItHappens) {
  const testing::TemporaryFolder folder;
  const fs::path path = folder / "log.jsonl";
  Trial trial;
  trial.id = "a-1";
  JsonLog log(path);
  log.set_experiment("test/log");
  log.OnStart(3, {&trial, &trial});
  ASSERT_THAT(Lines(path), SizeIs(1));
  EXPECT_EQ(Lines(path)[0]["event"], "run_start");
  EXPECT_EQ(Lines(path)[0]["experiment"], "test/log");
  EXPECT_EQ(Lines(path)[0]["total"], 3);
  EXPECT_EQ(Lines(path)[0]["to_run"], 2);
  EXPECT_THAT(Lines(path)[0]["time"].get<std::string>(),
              MatchesRegex("20..-..-..T..:..:..\\....Z"));
  log.OnTrialStart(trial);
  ASSERT_THAT(Lines(path), SizeIs(2));
  EXPECT_EQ(Lines(path)[1]["event"], "trial_start");
  EXPECT_EQ(Lines(path)[1]["id"], "a-1");
  log.OnTrialEnd(trial, MakeRecord("ok"), 1.5);
  log.OnTrialEnd(trial, MakeRecord("failed"), 2);
  const auto lines = Lines(path);
  ASSERT_THAT(lines, SizeIs(4));
  EXPECT_EQ(lines[2]["event"], "trial_end");
  EXPECT_EQ(lines[2]["id"], "a-1");
  EXPECT_EQ(lines[2]["status"], "ok");
  EXPECT_EQ(lines[2]["metric"], "accuracy");
  EXPECT_EQ(lines[2]["value"], 0.25);
  EXPECT_EQ(lines[2]["seconds"], 1.5);
  EXPECT_THAT(lines[2]["message"].get<std::string>(), HasSubstr("two\nlines"));
  EXPECT_TRUE(lines[3]["value"].is_null());
  log.OnEnd();
  EXPECT_EQ(Lines(path)[4]["event"], "run_end");
  EXPECT_EQ(Lines(path)[4]["ended"], Json({{"ok", 1}, {"failed", 1}}));
  EXPECT_FALSE(log.failed());
}

TEST(JsonLog, AppendsToWhatIsThere) {
  const testing::TemporaryFolder folder;
  const fs::path path = folder / "log.jsonl";
  for (int i = 0; i < 2; ++i) JsonLog(path).OnStart(0, {});
  EXPECT_THAT(Lines(path), SizeIs(2));
}

TEST(JsonLog, AFileThatCannotBeOpenedIsRefused) {
  const testing::TemporaryFolder folder;
  try {
    const JsonLog log(folder / "none" / "log.jsonl");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("none/log.jsonl"));
  }
}

TEST(JsonLog, AFullDiskStopsNoRun) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  JsonLog log("/dev/full");
  log.OnStart(0, {});
  EXPECT_TRUE(log.failed());
}

TEST(Observers, AllAreToldEverything) {
  const testing::TemporaryFolder folder;
  JsonLog first(folder / "1"), second(folder / "2");
  Observers both({&first, &second});
  const Trial trial;
  both.OnStart(1, {&trial});
  both.OnTrialStart(trial);
  both.OnTrialEnd(trial, MakeRecord("ok"), 0);
  both.OnEnd();
  for (const char* name : {"1", "2"}) {
    const auto lines = Lines(folder / name);
    ASSERT_THAT(lines, SizeIs(4));
    EXPECT_EQ(lines[0]["to_run"], 1);
    EXPECT_EQ(lines[3]["event"], "run_end");
  }
}

}  // namespace
}  // namespace mercer
