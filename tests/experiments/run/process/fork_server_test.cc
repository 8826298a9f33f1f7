#include "experiments/run/process/fork_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "core/base/stopwatch.h"
#include "experiments/run/machine/cores.h"
#include "experiments/run/process/worker_process.h"
#include "tests/experiments/run/children.h"
#include "tests/support/sanitized.h"

namespace mercer {
namespace {

using testing::Children;
using ::testing::Contains;
using testing::EndOf;
using ::testing::IsEmpty;
using testing::Sleep;
using ::testing::StartsWith;

const std::vector<std::string> kCommand = {MERCER_BAD_WORKER, "facts", "--fork-server", "3"};

TEST(ForkServer, AForkIsAChildOfThisProcessWithItsTextItsGroupAndItsCores) {
  WorkerLimits limits;
  limits.cores = {AllowedCores().back()};
  ForkServer server(kCommand, limits);
  std::vector<std::string> numbers;
  for (const std::string text : {"one", "two", "three"}) {
    WorkerProcess worker(server, 0);
    EXPECT_THAT(worker.OutputSoFar(), IsEmpty());
    EXPECT_FALSE(worker.Attend()) << "it waits for its text";
    worker.Give(text);
    const WorkerEnd end = EndOf(worker);
    EXPECT_EQ(end.exit_code, 0);
    // text, times that the process was asked, parent, whether it leads its group, cores
    EXPECT_EQ(end.output,
              text + " 1 " + std::to_string(getpid()) + " leads " + CoresText(limits.cores) + "\n");
    EXPECT_GT(end.peak_mib, 1);
  }
}

TEST(ForkServer, SeveralForksLiveSideBySide) {
  ForkServer server(kCommand, {});
  WorkerProcess first(server, 0), second(server, 0);
  second.Give("second");
  EXPECT_THAT(EndOf(second).output, StartsWith("second 1 "));
  EXPECT_FALSE(first.Attend());
  first.Give("first");
  EXPECT_THAT(EndOf(first).output, StartsWith("first 1 "));
}

TEST(ForkServer, AForkIsKilledAtItsTimeAndTheServerGoesOn) {
  ForkServer server({MERCER_BAD_WORKER, "sleep", "--fork-server", "3"}, {});
  for (int i = 0; i < 2; ++i) {
    WorkerProcess worker(server, 0.2);
    worker.Give("");
    EXPECT_TRUE(EndOf(worker).timed_out);
  }
}

TEST(ForkServer, ForksAreReapedAndTheServerEndsWithItsOwner) {
  const std::vector<pid_t> before = Children();
  {
    ForkServer server(kCommand, {});
    { const WorkerProcess never_given(server, 0); }
    WorkerProcess worker(server, 0);
    worker.Give("x");
    EndOf(worker);
    // The server reaps a fork soon after its end.
    for (int i = 0; i < 200 && Children().size() != before.size() + 1; ++i) Sleep(10);
    EXPECT_EQ(Children().size(), before.size() + 1);
  }
  EXPECT_EQ(Children(), before);
}

TEST(ForkServer, OneThatIsGoneIsAFault) {
  ForkServer server(kCommand, {});
  { WorkerProcess worker(server, 0); }
  testing::SignalChildren(SIGKILL);
  Sleep(50);
  EXPECT_THROW(WorkerProcess(server, 0), std::runtime_error);
}

TEST(ForkServer, AProgramThatIsNoneIsAFault) {
  ForkServer missing({"/nonexistent/mercer"}, {});
  EXPECT_THROW(WorkerProcess(missing, 0), std::runtime_error);
  ForkServer ends({"/bin/true"}, {});
  EXPECT_THROW(WorkerProcess(ends, 0), std::runtime_error);
}

TEST(ForkServer, TheLimitOfMemoryIsOfTheForksToo) {
  if (testing::kSanitized) GTEST_SKIP() << "a sanitizer's shadow takes the address space";
  for (const bool grouped : {true, false}) {
    WorkerLimits limits;
    limits.memory_bytes = 1 << 28;
    if (!grouped) limits.group_parent = "";
    ForkServer server({MERCER_BAD_WORKER, "allocate", "--fork-server", "3"}, limits);
    for (int i = 0; i < 2; ++i) {
      WorkerProcess worker(server, 60);
      worker.Give("");
      const WorkerEnd end = EndOf(worker);
      EXPECT_FALSE(end.timed_out);
      if (server.group()->exists()) {
        EXPECT_TRUE(end.out_of_memory) << i;
      } else {
        EXPECT_EQ(end.signal, SIGABRT) << "an allocation threw";
      }
      EXPECT_LT(end.peak_mib, 1400);
    }
  }
}

}  // namespace
}  // namespace mercer
