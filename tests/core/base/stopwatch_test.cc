#include "core/base/stopwatch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace mercer {
namespace {

TEST(Stopwatch, CountsWallTimeInSeconds) {
  const Stopwatch watch;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const double first = watch.Seconds();
  EXPECT_GE(first, 0.05);
  EXPECT_LT(first, 20);  // a busy machine may sleep longer, but not in another unit
  EXPECT_GE(watch.Seconds(), first);
}

TEST(Stopwatch, ProcessTimeCountsWorkNotSleep) {
  const double before = ProcessCpuSeconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(ProcessCpuSeconds() - before, 0.1);
  const Stopwatch watch;
  while (ProcessCpuSeconds() - before < 0.15 && watch.Seconds() < 60) {
  }
  EXPECT_GE(ProcessCpuSeconds() - before, 0.15);
}

}  // namespace
}  // namespace mercer
