#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "core/base/stopwatch.h"
#include "experiments/run/machine/cores.h"
#include "experiments/run/machine/pause_watch.h"
#include "experiments/run/machine/process_memory.h"
#include "experiments/run/sweep/worker_executor.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Json;
using testing::Listener;
using ::testing::Not;
using ::testing::SizeIs;
using testing::SmallConfig;
using testing::SmallRun;
using testing::Timeless;
namespace fs = std::filesystem;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

RunOptions Workers(const std::string& mode = "") {
  RunOptions options;
  options.worker = mode.empty() ? std::vector<std::string>{MERCER_BINARY, "worker"}
                                : std::vector<std::string>{MERCER_BAD_WORKER, mode};
  return options;
}

/// Sends a signal to the children of this process, as the kernel lists them.
void SignalChildren(int number) {
  for (const auto& task : fs::directory_iterator("/proc/self/task")) {
    std::ifstream children(task.path() / "children");
    for (pid_t child = 0; children >> child;) kill(child, number);
  }
}

void Sleep(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

Json OneTrial() {
  Json config = SmallConfig();
  config["repetitions"] = 1;
  config["methods"].erase(2);
  config["methods"].erase(1);
  return config;
}

/// The one record that a worker of a mode leaves behind.
ResultRecord RecordOf(const std::string& mode, RunOptions options = {}) {
  SmallRun run;
  options.worker = Workers(mode).worker;
  const RunSummary summary = run.Run(OneTrial(), options);
  EXPECT_EQ(summary.failed, 1U);
  EXPECT_EQ(summary.ran, 1U);
  const auto rows = run.Rows();
  EXPECT_THAT(rows, SizeIs(1));
  return rows.at(0);
}

TEST(Worker, GivesTheRecordsOfOneProcess) {
  SmallRun here, there;
  here.Run(SmallConfig());
  EXPECT_EQ(there.Run(SmallConfig(), Workers()).ok, 6U);
  EXPECT_EQ(Timeless(there.Rows()), Timeless(here.Rows()));
  EXPECT_FALSE(fs::exists(there.out() / ".prepared"));
}

// Whoever watches sees the last of those that came at once: all of them only in one process.
TEST(Worker, WhatATrialIsAtIsTold) {
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

TEST(Worker, TunedTrialsToo) {
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

TEST(Worker, SharedMapsAndRepeatedTimesToo) {
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

TEST(Worker, TimesOfSeveralJobsAreNotValid) {
  SmallRun run;
  RunOptions options = Workers();
  options.jobs = 2;
  EXPECT_EQ(run.Run(SmallConfig(), options).ok, 6U);
  for (const ResultRecord& row : run.Rows()) EXPECT_EQ(row.Text("timing_valid"), "false");
}

TEST(Worker, OneThatSleepsIsStoppedAtItsTime) {
  RunOptions options;
  options.timeout_seconds = 0.3;
  const Stopwatch watch;
  const ResultRecord record = RecordOf("sleep", options);
  EXPECT_EQ(record.Text("status"), "timeout");
  EXPECT_THAT(record.Text("message"), HasSubstr("stopped at the limit of 0.3 s"));
  EXPECT_LT(watch.Seconds(), 30);
}

TEST(Worker, TheConfigsLimitOfTimeHolds) {
  SmallRun run;
  Json config = OneTrial();
  config["limits"] = {{"seconds", 0.2}};
  run.Run(config, Workers("sleep"));
  EXPECT_EQ(run.Rows()[0].Text("status"), "timeout");
}

TEST(Worker, WhatItStartedEndsWithIt) {
  RunOptions options;
  options.timeout_seconds = 0.3;
  // The child would keep the pipes open.
  EXPECT_EQ(RecordOf("sleep_with_child", options).Text("status"), "timeout");
}

TEST(Worker, OneThatTakesMemoryWithoutEndIsARow) {
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

TEST(Worker, WithoutAControlGroupTheAddressSpaceIsTheLimit) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer's shadow takes the address space";
  WorkerLimits limits;
  limits.memory_bytes = 1 << 28;
  limits.group_parent = "";
  limits.seconds = 60;
  WorkerProcess worker({MERCER_BAD_WORKER, "allocate"}, limits);
  worker.Give("");
  std::optional<WorkerEnd> end;
  while (!(end = worker.Attend())) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(end->signal, SIGABRT) << "an allocation threw";
  EXPECT_THAT(end->last_lines, HasSubstr("bad_alloc"));
  EXPECT_FALSE(end->timed_out);
  EXPECT_LT(end->peak_mib, 1280);
}

TEST(Worker, RunsOnTheCoresItIsGiven) {
  WorkerLimits limits;
  limits.cores = {AllowedCores().back()};
  for (const bool moved : {false, true}) {
    const std::string command = "cat <&3; cat; grep Cpus_allowed_list /proc/self/status";
    WorkerProcess worker({"/bin/sh", "-c", command}, limits);
    if (moved) worker.MoveTo(AllowedCores());
    EXPECT_TRUE(worker.IsAlive());
    EXPECT_FALSE(worker.Attend()) << "it waits for its text";
    worker.Give("text\n");
    std::optional<WorkerEnd> end;
    while (!(end = worker.Attend())) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(end->output, "text\nCpus_allowed_list:\t" +
                               CoresText(moved ? AllowedCores() : limits.cores) + "\n");
    EXPECT_LT(end->seconds, 30);
  }
}

TEST(Worker, TheNextProcessIsMadeReadyWhileALongTrialRuns) {
  if (AllowedCores().size() < 2) GTEST_SKIP() << "no core beside that of the trial";
  SmallRun run;
  Json config = OneTrial();
  config["repetitions"] = 3;
  RunOptions options;
  options.worker = {
      "/bin/sh", "-c",
      "S=$(cut -d' ' -f22 /proc/self/stat); cat <&3; sleep 3; echo began $S >&2; exit 3", "sh"};
  EXPECT_EQ(run.Run(config, options).failed, 3U);
  std::vector<long> began;
  for (const ResultRecord& row : run.Rows()) {
    const std::string& message = row.Text("message");
    const std::size_t at = message.find("began ");
    ASSERT_NE(at, message.npos) << message;
    began.push_back(std::stol(message.substr(at + 6)));
  }
  ASSERT_THAT(began, SizeIs(3));
  // Clock ticks of 10 ms since the system started: the second one began half a second after the
  // first was given its text, not when that one ended; the third half a second after that.
  EXPECT_GE(began[1] - began[0], 45);
  EXPECT_LT(began[1] - began[0], 250);
  EXPECT_GE(began[2] - began[1], 250);
  EXPECT_LT(began[2] - began[1], 350);
}

TEST(Worker, ASegmentationFaultIsARowWithItsSignal) {
  const ResultRecord record = RecordOf("segfault");
  EXPECT_EQ(record.Text("status"), "failed");
  EXPECT_THAT(record.Text("message"), HasSubstr("SIGSEGV"));
}

TEST(Worker, AnAbortIsARowWithItsLastLines) {
  const ResultRecord record = RecordOf("abort");
  EXPECT_EQ(record.Text("status"), "failed");
  EXPECT_THAT(record.Text("message"), AllOf(HasSubstr("SIGABRT"), HasSubstr("last line")));
}

TEST(Worker, GarbageHalfARecordAndNothingAreFailures) {
  for (const char* mode : {"garbage", "half", "silent", "whole_but_3"}) {
    const ResultRecord record = RecordOf(mode);
    EXPECT_EQ(record.Text("status"), "failed") << mode;
    EXPECT_THAT(record.Text("message"), HasSubstr("no whole record")) << mode;
    EXPECT_EQ(record.Text("accuracy"), "") << mode;
  }
  EXPECT_THAT(RecordOf("whole_but_3").Text("message"), HasSubstr("exit code 3"));
}

TEST(Worker, AMissingProgramIsAFailureToo) {
  SmallRun run;
  RunOptions options;
  options.worker = {"/nonexistent/mercer", "worker"};
  run.Run(OneTrial(), options);
  EXPECT_THAT(run.Rows()[0].Text("message"), HasSubstr("exit code 127"));
}

TEST(Worker, MuchOnItsStandardErrorDoesNotStopIt) {
  SmallRun run;
  EXPECT_EQ(run.Run(OneTrial(), Workers("noisy")).ok, 1U);
}

TEST(Worker, TheRestGoesOn) {
  SmallRun run;
  const RunSummary summary = run.Run(SmallConfig(), Workers("segfault"));
  EXPECT_EQ(summary.failed, 6U);
  RunOptions options = Workers();
  options.retry = {"failed"};
  EXPECT_EQ(run.Run(SmallConfig(), options).ok, 6U);
}

TEST(Worker, OneThatIsKilledFromOutsideFailsWithTheSignal) {
  SmallRun run;
  RunOptions options = Workers("sleep");
  options.timeout_seconds = 60;
  std::thread killer([] {
    Sleep(500);
    SignalChildren(SIGKILL);
  });
  run.Run(OneTrial(), options);
  killer.join();
  EXPECT_EQ(run.Rows()[0].Text("status"), "failed");
  EXPECT_THAT(run.Rows()[0].Text("message"), HasSubstr("SIGKILL"));
}

WorkerEnd EndOf(WorkerProcess& worker) {
  std::optional<WorkerEnd> end;
  while (!(end = worker.Attend())) Sleep(10);
  return *std::move(end);
}

TEST(Worker, TimeInWhichItWasStoppedDoesNotCount) {
  WorkerLimits limits;
  limits.seconds = 1;
  WorkerProcess worker({"/bin/sh", "-c", "cat <&3; sleep 0.3; echo done"}, limits);
  worker.Give("");
  EXPECT_GE(worker.SecondsToLook(), 0);
  SignalChildren(SIGSTOP);
  const Stopwatch watch;
  while (watch.Seconds() < 1.5) {
    EXPECT_FALSE(worker.Attend());
    Sleep(20);
  }
  SignalChildren(SIGCONT);
  const WorkerEnd end = EndOf(worker);
  EXPECT_FALSE(end.timed_out);
  EXPECT_EQ(end.output, "done\n");
  EXPECT_LT(end.seconds, 1);
}

TEST(Worker, NorDoesTimeInWhichNothingRan) {
  WorkerLimits limits;
  limits.seconds = 1;
  WorkerProcess worker({"/bin/sh", "-c", "cat <&3; sleep 2.5; echo done"}, limits);
  worker.Give("");
  Sleep(2200);  // as though this process had been stopped too
  EXPECT_FALSE(worker.Attend());
  EXPECT_FALSE(EndOf(worker).timed_out);
}

TEST(Worker, TimeThatItComputesCountsWhoeverLooks) {
  WorkerLimits limits;
  limits.seconds = 1;
  WorkerProcess worker({"/bin/sh", "-c", "cat <&3; while :; do :; done"}, limits);
  worker.Give("");
  Sleep(2200);
  EXPECT_TRUE(EndOf(worker).timed_out);
}

TEST(Worker, ATrialThatWasStoppedHasNoValidTimes) {
  SmallRun run;
  RunOptions options = Workers("stop");
  options.timeout_seconds = 2;
  std::thread other([] {
    Sleep(2500);
    SignalChildren(SIGCONT);
  });
  EXPECT_EQ(run.Run(OneTrial(), options).ok, 1U);
  other.join();
  EXPECT_EQ(run.Rows()[0].Text("timing_valid"), "false");
  EXPECT_EQ(run.Rows()[0].Text("timing_note"), kStoppedNote);
}

TEST(Worker, AnotherTextOnItsInputIsRefused) {
  EXPECT_THROW(RunWorker("{}"), InvalidInput);
  EXPECT_THROW(RunWorker("garbage"), InvalidInput);
}

TEST(Worker, PreparedDataAreSharedAndTheSame) {
  testing::TemporaryFolder folder;
  const Catalogue catalogue(folder / "data");
  const Experiment experiment = testing::ParseExperiment(SmallConfig(), catalogue);
  const Trial trial = ExpandTrials(experiment)[0];
  TrialDataCache plain(catalogue);
  const SharedData shared{folder.path(), plain.Hash(trial), 0};
  const auto files = [&] {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder.path()))
      count += entry.is_regular_file() ? 1U : 0U;
    return count;
  };
  ASSERT_EQ(files(), 0U);
  const auto first = TrialDataCache(catalogue, shared).Get(trial);
  EXPECT_EQ(files(), 2U);
  const auto second = TrialDataCache(catalogue, shared).Get(trial);
  for (const auto& other : {first, second}) {
    const auto expected = plain.Get(trial);
    EXPECT_EQ(other->sha256, expected->sha256);
    EXPECT_EQ(other->labels_description, expected->labels_description);
    EXPECT_EQ(other->preprocess_description, expected->preprocess_description);
    EXPECT_EQ(other->train_x.is_sparse(), expected->train_x.is_sparse());
    EXPECT_EQ(ToDense(other->train_x).dense(), ToDense(expected->train_x).dense());
    EXPECT_EQ(ToDense(other->test_x).dense(), ToDense(expected->test_x).dense());
    EXPECT_EQ(other->train_y, expected->train_y);
    EXPECT_EQ(other->test_y, expected->test_y);
  }
  // Another repetition has other rows, a damaged file is made again.
  TrialDataCache(catalogue, shared).Get(ExpandTrials(experiment)[1]);
  EXPECT_EQ(files(), 4U);
  for (const auto& entry : fs::directory_iterator(folder.path()))
    if (entry.is_regular_file()) fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
  EXPECT_EQ(TrialDataCache(catalogue, shared).Get(trial)->train_y, first->train_y);
}

TEST(Worker, PreparedDataLeaveRoomForRecords) {
  const testing::TemporaryFolder folder;
  const Catalogue catalogue(folder / "data");
  const Trial trial = ExpandTrials(testing::ParseExperiment(SmallConfig(), catalogue))[0];
  TrialDataCache plain(catalogue);
  const auto files_with = [&](double left_free) {
    const fs::path prepared = folder / "prepared";
    TrialDataCache(catalogue, {prepared, plain.Hash(trial), 0, left_free}).Get(trial);
    return testing::CountFiles(prepared);
  };
  EXPECT_EQ(files_with(1e18), 0U);
  EXPECT_EQ(files_with(0), 2U);
}

TEST(Worker, DataThatChangedSinceTheBeginningAreAFault) {
  testing::TemporaryFolder folder;
  const Catalogue catalogue(folder / "data");
  const Trial trial = ExpandTrials(testing::ParseExperiment(SmallConfig(), catalogue))[0];
  TrialDataCache cache(catalogue, {"", std::string(64, '0')});
  try {
    cache.Get(trial);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("as when the run began"));
  }
}

}  // namespace
}  // namespace mercer
