#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "core/base/stopwatch.h"
#include "experiments/run/machine/cores.h"
#include "experiments/run/machine/pause_watch.h"
#include "experiments/run/machine/process_memory.h"
#include "experiments/run/sweep/worker_executor.h"
#include "tests/experiments/run/children.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/support/error_message.h"
#include "tests/support/sanitized.h"

namespace mercer {

std::string NameOf(Isolation isolation) { return isolation == Isolation::kFork ? "fork" : "exec"; }
void PrintTo(Isolation isolation, std::ostream* out) { *out << NameOf(isolation); }

namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Json;
using testing::kSanitized;
using testing::Listener;
using ::testing::Not;
using testing::SignalChildren;
using ::testing::SizeIs;
using testing::Sleep;
using testing::SmallConfig;
using testing::SmallRun;
using testing::Timeless;
namespace fs = std::filesystem;

/// Both ways to a process: what becomes of a trial is the same.
class Worker : public ::testing::TestWithParam<Isolation> {
 protected:
  /// The program, or the one that behaves badly in this mode.
  static RunOptions Workers(const std::string& mode = "") {
    RunOptions options;
    options.isolation = GetParam();
    options.worker = mode.empty() ? std::vector<std::string>{MERCER_BINARY, "worker"}
                                  : std::vector<std::string>{MERCER_BAD_WORKER, mode};
    return options;
  }

  /// The one record that a worker of a mode leaves behind.
  static ResultRecord RecordOf(const std::string& mode, RunOptions options = {});
};

INSTANTIATE_TEST_SUITE_P(Isolation, Worker, ::testing::Values(Isolation::kFork, Isolation::kExec),
                         [](const auto& test) { return NameOf(test.param); });

Json OneTrial() {
  Json config = SmallConfig();
  config["repetitions"] = 1;
  config["methods"].erase(2);
  config["methods"].erase(1);
  return config;
}

ResultRecord Worker::RecordOf(const std::string& mode, RunOptions options) {
  SmallRun run;
  options.worker = Workers(mode).worker;
  options.isolation = GetParam();
  const RunSummary summary = run.Run(OneTrial(), options);
  EXPECT_EQ(summary.failed, 1U);
  EXPECT_EQ(summary.ran, 1U);
  const auto rows = run.Rows();
  EXPECT_THAT(rows, SizeIs(1));
  return rows.at(0);
}

TEST_P(Worker, GivesTheRecordsOfOneProcess) {
  SmallRun here, there;
  here.Run(SmallConfig());
  EXPECT_EQ(there.Run(SmallConfig(), Workers()).ok, 6U);
  EXPECT_EQ(Timeless(there.Rows()), Timeless(here.Rows()));
  EXPECT_FALSE(fs::exists(there.out() / ".prepared"));
}

// Whoever watches sees the last of those that came at once: all of them only in one process.
TEST_P(Worker, WhatATrialIsAtIsTold) {
  SmallRun here, there;
  Listener one, other;
  here.Run(SmallConfig(), {}, &one);
  const std::string id = here.Rows()[2].Text("trial_id");
  EXPECT_THAT(one.phases.at(id), ElementsAre("data", "warm-up", "draw", "transform_train", "fit",
                                             "transform_test", "predict", "measures"));
  there.Run(SmallConfig(), Workers(), &other);
  EXPECT_FALSE(other.phases.empty());
  for (const auto& [trial, phases] : other.phases) {
    for (const std::string& phase : phases) EXPECT_THAT(one.phases.at(trial), Contains(phase));
  }
}

TEST_P(Worker, TunedTrialsToo) {
  Json config = SmallConfig();
  config["tuning"] = Json::parse(
      R"([{"method": "exact", "grid": {"learner.cost": [0.01, 1, 10]},
           "by": {"validation_fraction": 0.25}, "share_with": ["rm", "h01"]}])");
  SmallRun here, there;
  here.Run(config);
  RunOptions options = Workers();
  options.jobs = 3;
  there.Run(config, options);
  EXPECT_EQ(Timeless(there.Rows(), {"timing_valid"}), Timeless(here.Rows(), {"timing_valid"}));
}

TEST_P(Worker, SharedMapsAndRepeatedTimesToo) {
  Json config = SmallConfig();
  config["methods"].erase(0);
  for (Json& method : config["methods"]) method["D"] = {8, 30, 100};
  config["share_map"] = true;
  SmallRun here, there;
  here.Run(config);
  EXPECT_EQ(there.Run(config, Workers()).ok, 12U);
  EXPECT_EQ(Timeless(there.Rows()), Timeless(here.Rows()));
  config = OneTrial();
  config["timing"] = {{"repeat", 3}};
  SmallRun repeated;
  repeated.Run(config, Workers());
  EXPECT_GT(*repeated.Rows()[0].Number("fit_min_s"), 0);
  EXPECT_LE(*repeated.Rows()[0].Number("fit_min_s"), *repeated.Rows()[0].Number("fit_s"));
}

TEST_P(Worker, TimesOfSeveralJobsAreNotValid) {
  SmallRun run;
  RunOptions options = Workers();
  options.jobs = 2;
  EXPECT_EQ(run.Run(SmallConfig(), options).ok, 6U);
  for (const ResultRecord& row : run.Rows()) EXPECT_EQ(row.Text("timing_valid"), "false");
}

TEST_P(Worker, OneThatSleepsIsStoppedAtItsTime) {
  RunOptions options;
  options.timeout_seconds = 0.3;
  const Stopwatch watch;
  const ResultRecord record = RecordOf("sleep", options);
  EXPECT_EQ(record.Text("status"), "timeout");
  EXPECT_THAT(record.Text("message"), HasSubstr("stopped at the limit of 0.3 s"));
  EXPECT_LT(watch.Seconds(), 30);
}

TEST_P(Worker, TheConfigsLimitOfTimeHolds) {
  SmallRun run;
  Json config = OneTrial();
  config["limits"] = {{"seconds", 0.2}};
  run.Run(config, Workers("sleep"));
  EXPECT_EQ(run.Rows()[0].Text("status"), "timeout");
}

TEST_P(Worker, WhatItStartedEndsWithIt) {
  RunOptions options;
  options.timeout_seconds = 0.3;
  // The child would keep the pipes open.
  EXPECT_EQ(RecordOf("sleep_with_child", options).Text("status"), "timeout");
}

TEST_P(Worker, OneThatTakesMemoryWithoutEndIsARow) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer's shadow takes the address space";
  RunOptions options;
  options.memory_gib = 0.25;
  options.timeout_seconds = 60;
  const ResultRecord record = RecordOf("allocate", options);
  // Killed by its control group; without one its allocation throws and it aborts.
  const bool group = MemoryGroup(MemoryGroup::OwnFolder(), 1 << 30).exists();
  EXPECT_EQ(record.Text("status"), group ? "out_of_memory" : "failed");
  EXPECT_THAT(record.Text("message"), HasSubstr(group ? "its limit was 0.25 GiB" : "bad_alloc"));
  EXPECT_LT(*record.Number("peak_rss_mib"), 1400);
}

TEST(MakeWorkerSettings, RunsAtTheSameTimeUseDifferentCores) {
  const std::vector<int> allowed = AllowedCores();
  if (allowed.size() < 2) GTEST_SKIP() << "one core";
  const testing::TemporaryFolder folder;
  const auto settings_of = [&](const RunOptions& options) {
    return MakeWorkerSettings({}, options, "", std::make_shared<CoreClaims>(folder / "cores"));
  };
  const int last = allowed.back(), before = allowed[allowed.size() - 2];
  const WorkerSettings first = settings_of({});
  EXPECT_THAT(first.cores, ElementsAre(ElementsAre(last)));
  {
    const WorkerSettings second = settings_of({});
    EXPECT_THAT(second.cores, ElementsAre(ElementsAre(before)));
    EXPECT_THAT(second.other_cores, Not(Contains(before)));
  }
  // Cores that the user names, and all that there are if too few are free, are shared.
  RunOptions given;
  given.cores = {last};
  EXPECT_THAT(settings_of(given).cores, ElementsAre(ElementsAre(last)));
  RunOptions all;
  all.threads = static_cast<int>(allowed.size());
  EXPECT_THAT(settings_of(all).cores, ElementsAre(allowed));
  EXPECT_THAT(settings_of({}).cores, ElementsAre(ElementsAre(before)));
}

TEST(StartedWorker, TheNextProcessIsMadeReadyWhileALongTrialRuns) {
  if (AllowedCores().size() < 2) GTEST_SKIP() << "no core beside that of the trial";
  SmallRun run;
  Json config = OneTrial();
  config["repetitions"] = 3;
  RunOptions options;
  options.isolation = Isolation::kExec;
  options.worker = {"/bin/sh", "-c",
                    "now() { cut -d' ' -f22 /proc/self/stat; }; "
                    "began=$(cut -d' ' -f22 /proc/$$/stat); cat <&3; given=$(now); sleep 3; "
                    "echo ticks $began $given $(now) >&2; exit 3",
                    "sh"};
  EXPECT_EQ(run.Run(config, options).failed, 3U);
  // Clock ticks of 10 ms since the system started: when the process was made, as the kernel knows,
  // when it had its text, and when it had slept.
  struct Ticks {
    long began = 0, given = 0, ended = 0;
  };
  std::vector<Ticks> trials;
  for (const ResultRecord& row : run.Rows()) {
    const std::string& message = row.Text("message");
    const std::size_t at = message.find("ticks ");
    ASSERT_NE(at, message.npos) << message;
    Ticks& ticks = trials.emplace_back();
    std::istringstream(message.substr(at + 6)) >> ticks.began >> ticks.given >> ticks.ended;
    ASSERT_GT(ticks.ended, 0) << message;
  }
  ASSERT_THAT(trials, SizeIs(3));
  for (std::size_t i = 0; i < 2; ++i) {
    // The next one began half a second after this one was given its text, which came after its own
    // beginning and the last one's end; and in the first half of its time, not when it ended.
    const long next = trials[i + 1].began;
    EXPECT_GE(next - (i == 0 ? trials[0].began : trials[0].ended), 45) << i;
    EXPECT_LT(next - trials[i].given, trials[i].ended - next) << i;
  }
}

TEST_P(Worker, ASegmentationFaultIsARowWithItsSignal) {
  const ResultRecord record = RecordOf("segfault");
  EXPECT_EQ(record.Text("status"), "failed");
  EXPECT_THAT(record.Text("message"), HasSubstr("SIGSEGV"));
}

TEST_P(Worker, AnAbortIsARowWithItsLastLines) {
  const ResultRecord record = RecordOf("abort");
  EXPECT_EQ(record.Text("status"), "failed");
  EXPECT_THAT(record.Text("message"), AllOf(HasSubstr("SIGABRT"), HasSubstr("last line")));
}

TEST_P(Worker, GarbageHalfARecordAndNothingAreFailures) {
  for (const char* mode : {"garbage", "half", "silent", "whole_but_3"}) {
    const ResultRecord record = RecordOf(mode);
    EXPECT_EQ(record.Text("status"), "failed") << mode;
    EXPECT_THAT(record.Text("message"), HasSubstr("no whole record")) << mode;
    EXPECT_EQ(record.Text("accuracy"), "") << mode;
  }
  EXPECT_THAT(RecordOf("whole_but_3").Text("message"), HasSubstr("exit code 3"));
}

TEST_P(Worker, AMissingProgramIsAFailureToo) {
  SmallRun run;
  RunOptions options = Workers();
  options.worker = {"/nonexistent/mercer", "worker"};
  run.Run(OneTrial(), options);
  EXPECT_THAT(run.Rows()[0].Text("message"), HasSubstr("exit code 127"));
}

TEST_P(Worker, MuchOnItsStandardErrorDoesNotStopIt) {
  SmallRun run;
  EXPECT_EQ(run.Run(OneTrial(), Workers("noisy")).ok, 1U);
}

TEST_P(Worker, TheRestGoesOn) {
  SmallRun run;
  const RunSummary summary = run.Run(SmallConfig(), Workers("segfault"));
  EXPECT_EQ(summary.failed, 6U);
  RunOptions options = Workers();
  options.retry = {"failed"};
  EXPECT_EQ(run.Run(SmallConfig(), options).ok, 6U);
}

TEST_P(Worker, OneThatIsKilledFromOutsideFailsWithTheSignal) {
  struct Killer : Listener {
    void OnPhase(const Trial&, const std::string&) override { SignalChildren(SIGKILL); }
  } killer;
  SmallRun run;
  RunOptions options = Workers("sleep");
  options.timeout_seconds = 60;
  run.Run(OneTrial(), options, &killer);
  EXPECT_EQ(run.Rows()[0].Text("status"), "failed");
  EXPECT_THAT(run.Rows()[0].Text("message"), HasSubstr("SIGKILL"));
}

TEST(ForkedWorker, AServerThatIsKilledIsReplaced) {
  struct Killer : Listener {
    void OnTrialEnd(const Trial&, const ResultRecord&, double) override { SignalChildren(SIGKILL); }
  } killer;
  SmallRun run;
  RunOptions options;
  options.worker = {MERCER_BINARY, "worker"};
  EXPECT_EQ(run.Run(SmallConfig(), options, &killer).ok, 6U);
}

TEST(ForkedWorker, AProgramThatServesNoForksIsStartedForEachTrial) {
  SmallRun run;
  RunOptions options;
  options.worker = {"/bin/sh", "-c", "echo said >&2; exit 3", "sh"};
  EXPECT_EQ(run.Run(SmallConfig(), options).failed, 6U);
  for (const ResultRecord& row : run.Rows())
    EXPECT_THAT(row.Text("message"), AllOf(HasSubstr("exit code 3"), HasSubstr("said")));
}

TEST_P(Worker, ATrialThatWasStoppedHasNoValidTimes) {
  SmallRun run;
  RunOptions options = Workers("stop");
  options.timeout_seconds = kSanitized ? 6 : 2;
  std::thread other([stopped_ms = kSanitized ? 6500 : 2500] {
    EXPECT_TRUE(testing::WaitForStoppedChild());
    Sleep(stopped_ms);
    SignalChildren(SIGCONT);
  });
  EXPECT_EQ(run.Run(OneTrial(), options).ok, 1U);
  other.join();
  EXPECT_EQ(run.Rows()[0].Text("timing_valid"), "false");
  EXPECT_EQ(run.Rows()[0].Text("timing_note"), kStoppedNote);
}

TEST(WorkerOrder, AnotherTextOnItsInputIsRefused) {
  EXPECT_THROW(RunWorker("{}"), InvalidInput);
  EXPECT_THROW(RunWorker("garbage"), InvalidInput);
}

}  // namespace
}  // namespace mercer
