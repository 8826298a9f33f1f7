#include "experiments/run/process/worker_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "core/base/stopwatch.h"
#include "experiments/run/machine/cores.h"
#include "tests/experiments/run/children.h"
#include "tests/support/files.h"
#include "tests/support/sanitized.h"

namespace mercer {
namespace {

using testing::EndOf;
using ::testing::HasSubstr;
using testing::kSanitized;
using testing::SignalChildren;
using testing::Sleep;

TEST(WorkerProcess, WithoutAControlGroupTheAddressSpaceIsTheLimit) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer's shadow takes the address space";
  WorkerLimits limits;
  limits.memory_bytes = 1 << 28;
  limits.group_parent = "";
  limits.seconds = 60;
  WorkerProcess worker({MERCER_BAD_WORKER, "allocate"}, limits);
  worker.Give("");
  const WorkerEnd end = EndOf(worker);
  EXPECT_EQ(end.signal, SIGABRT) << "an allocation threw";
  EXPECT_THAT(end.last_lines, HasSubstr("bad_alloc"));
  EXPECT_FALSE(end.timed_out);
  EXPECT_LT(end.peak_mib, 1280);
}

TEST(WorkerProcess, RunsOnTheCoresItIsGiven) {
  WorkerLimits limits;
  limits.cores = {AllowedCores().back()};
  for (const bool moved : {false, true}) {
    const std::string command = "cat <&3; cat; grep Cpus_allowed_list /proc/self/status";
    WorkerProcess worker({"/bin/sh", "-c", command}, limits);
    if (moved) worker.MoveTo(AllowedCores());
    EXPECT_TRUE(worker.IsAlive());
    EXPECT_FALSE(worker.Attend()) << "it waits for its text";
    worker.Give("text\n");
    const WorkerEnd end = EndOf(worker);
    EXPECT_EQ(end.output, "text\nCpus_allowed_list:\t" +
                              CoresText(moved ? AllowedCores() : limits.cores) + "\n");
    EXPECT_LT(end.seconds, 30);
  }
}

TEST(WorkerProcess, TimeInWhichItWasStoppedDoesNotCount) {
  WorkerLimits limits;
  limits.seconds = 2;
  WorkerProcess worker({"/bin/sh", "-c", "cat <&3; echo done"}, limits);
  // Before it has its text: it must not be done first.
  SignalChildren(SIGSTOP);
  ASSERT_TRUE(testing::WaitForStoppedChild());
  worker.Give("");
  EXPECT_GE(worker.SecondsToLook(), 0);
  const Stopwatch watch;
  while (watch.Seconds() < 2.5) {
    EXPECT_FALSE(worker.Attend());
    Sleep(20);
  }
  SignalChildren(SIGCONT);
  const WorkerEnd end = EndOf(worker);
  EXPECT_FALSE(end.timed_out);
  EXPECT_EQ(end.output, "done\n");
  EXPECT_LT(end.seconds, 2);
}

TEST(WorkerProcess, NorDoesTimeInWhichNothingRan) {
  const testing::TemporaryFolder folder;
  const auto file = folder / "may_end";
  WorkerLimits limits;
  limits.seconds = 2;
  WorkerProcess worker(
      {"/bin/sh", "-c", "cat <&3; until test -e \"$0\"; do sleep 0.05; done; echo done",
       file.string()},
      limits);
  worker.Give("");
  Sleep(2500);  // as though this process had been stopped too
  EXPECT_FALSE(worker.Attend());
  testing::WriteFile(file, "");
  EXPECT_FALSE(EndOf(worker).timed_out);
}

TEST(WorkerProcess, TimeThatItComputesCountsWhoeverLooks) {
  WorkerLimits limits;
  limits.seconds = 1;
  WorkerProcess worker({"/bin/sh", "-c", "cat <&3; while :; do :; done"}, limits);
  worker.Give("");
  Sleep(2200);
  EXPECT_TRUE(EndOf(worker).timed_out);
}

}  // namespace
}  // namespace mercer
