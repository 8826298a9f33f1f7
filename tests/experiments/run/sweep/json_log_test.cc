#include "experiments/run/sweep/json_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
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

/// While it lives this process writes no file beyond so many bytes.
class LimitedFiles {
 public:
  explicit LimitedFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~LimitedFiles() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  LimitedFiles(const LimitedFiles&) = delete;
  LimitedFiles& operator=(const LimitedFiles&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

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

TEST(JsonLog, InAFolderIsMadeWhenTheFirstTrialStarts) {
  const testing::TemporaryFolder folder;
  Trial trial;
  trial.id = "a-1";
  JsonLog log(JsonLog::InFolder{folder.path()});
  log.OnRun("r1");
  EXPECT_EQ(log.path(), folder / "log/r1.jsonl");
  log.OnStart(2, {&trial});
  log.OnWaiting({&trial}, 7);
  EXPECT_FALSE(fs::exists(folder / "log"));
  log.OnTrialStart(trial);
  log.OnTrialEnd(trial, MakeRecord("ok"), 1);
  log.OnTrialStart(trial);
  log.OnStopped();
  std::vector<std::string> events;
  for (const Json& line : Lines(log.path())) events.push_back(line["event"]);
  EXPECT_THAT(events, ::testing::ElementsAre("run_start", "waiting", "trial_start", "trial_end",
                                             "trial_start", "run_stopped"));
  EXPECT_FALSE(log.failed());
}

TEST(JsonLog, InAFolderOfNoTrialIsNone) {
  const testing::TemporaryFolder folder;
  {
    JsonLog log(JsonLog::InFolder{folder.path()});
    log.OnRun("r1");
    log.OnStart(0, {});
    log.OnEnd();
    EXPECT_FALSE(log.failed());
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(JsonLog, InAFolderThatTakesNoneTheRunGoesOn) {
  const testing::TemporaryFolder folder;
  const Trial trial;
  JsonLog log(JsonLog::InFolder{folder / "results"});
  log.OnRun("r1");
  log.OnStart(1, {&trial});
  log.OnTrialStart(trial);
  log.OnTrialEnd(trial, MakeRecord("ok"), 1);
  EXPECT_TRUE(log.failed());
  EXPECT_FALSE(fs::exists(folder / "results")) << "whoever deleted it does not get it back";
}

TEST(JsonLog, ALineBehindHalfALineStandsAlone) {
  const testing::TemporaryFolder folder;
  const fs::path path = folder / "log.jsonl";
  JsonLog log(path);
  log.OnStart(1, {});
  const auto size = static_cast<rlim_t>(fs::file_size(path));
  {
    const LimitedFiles limited(size + 10);
    log.OnEnd();
  }
  EXPECT_TRUE(log.failed());
  EXPECT_EQ(fs::file_size(path), size + 10);
  log.OnStopped();
  log.OnStopped();
  std::vector<std::string> lines;
  std::istringstream text(testing::ReadFile(path));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  ASSERT_THAT(lines, SizeIs(4));
  EXPECT_EQ(lines[1].size(), 10U);
  EXPECT_EQ(Json::parse(lines[2])["event"], "run_stopped");
  EXPECT_EQ(Json::parse(lines[3])["event"], "run_stopped");
}

TEST(Observers, AllAreToldEverything) {
  const testing::TemporaryFolder folder;
  JsonLog first(folder / "1"), second(folder / "2");
  JsonLog kept(JsonLog::InFolder{folder.path()});
  Observers both({&first, &second, &kept});
  const Trial trial;
  both.OnRun("3");
  both.OnStart(1, {&trial});
  both.OnTrialStart(trial);
  both.OnTrialEnd(trial, MakeRecord("ok"), 0);
  both.OnEnd();
  for (const char* name : {"1", "2", "log/3.jsonl"}) {
    const auto lines = Lines(folder / name);
    ASSERT_THAT(lines, SizeIs(4));
    EXPECT_EQ(lines[0]["to_run"], 1);
    EXPECT_EQ(lines[3]["event"], "run_end");
  }
}

}  // namespace
}  // namespace mercer
