#include "experiments/run/machine/machine_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/run/machine/system_facts.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::DoubleEq;
using ::testing::Optional;

// user nice system idle iowait irq softirq steal guest guest_nice
constexpr const char* kStat =
    "cpu  999 999 999 999 999 999 999 999 999 999\n"
    "cpu0 10 5 3 1000 70 2 1 4 10 5\n"
    "cpu1 200 0 100 5000 0 0 0 0 0 0\n"
    "cpu11 7 0 0 0 0 0 0 0 0 0\n"
    "intr 5 6 7\n";

TEST(MachineUse, BusyIsAllButIdleAndWaiting) {
  EXPECT_THAT(BusySeconds(kStat, {true, false}, 100), Optional(DoubleEq(0.25)));
  EXPECT_THAT(BusySeconds(kStat, {false, true}, 100), Optional(DoubleEq(3)));
  EXPECT_THAT(BusySeconds(kStat, {true, true}, 50), Optional(DoubleEq(6.5)));
  std::vector<bool> twelve(12);
  twelve[11] = true;
  EXPECT_THAT(BusySeconds(kStat, twelve, 1), Optional(DoubleEq(7)));
}

TEST(MachineUse, NothingIsKnownWithoutACore) {
  EXPECT_EQ(BusySeconds("", {true}, 100), std::nullopt);
  EXPECT_EQ(BusySeconds("cpu 1 2 3 4\ncpufreq 1 2\ncpu99999999999999999999 1\n", {true}, 100),
            std::nullopt);
  EXPECT_EQ(BusySeconds(kStat, {}, 100), std::nullopt);
}

TEST(MachineUse, OthersMayTakeTheCoresThatAreLeft) {
  const auto disturbed = [](double own, double other, int cores, int threads) {
    return MachineUse{10, own, other, cores}.WasDisturbed(threads);
  };
  EXPECT_FALSE(disturbed(10, 0, 1, 1));
  EXPECT_FALSE(disturbed(10, 10, 2, 1)) << "the other core is theirs";
  EXPECT_TRUE(disturbed(10, 12.1, 2, 1));
  EXPECT_FALSE(disturbed(10, 2, 1, 1));
  EXPECT_TRUE(disturbed(10, 2.1, 1, 1));
  EXPECT_FALSE(disturbed(15, 4, 2, 2));
  EXPECT_TRUE(disturbed(15, 4.1, 2, 2)) << "two threads need both";
  EXPECT_FALSE(disturbed(10, 1.9, 1, 8)) << "more threads than cores need all cores";
  EXPECT_TRUE(disturbed(10, 2.1, 1, 8));
}

TEST(MachineUse, AProcessThatWaitsForACoreWasDisturbed) {
  EXPECT_TRUE((MachineUse{10, 7.9, {}, 4}.WasDisturbed(1)));
  EXPECT_FALSE((MachineUse{10, 8.1, {}, 4}.WasDisturbed(1)));
  EXPECT_FALSE((MachineUse{0.05, 0, 0.05, 1}.WasDisturbed(1))) << "below the clocks' grain";
}

TEST(MachineUse, SeesItsOwnWork) {
  const MachineWatch watch;
  const double start = ProcessCpuSeconds();
  while (ProcessCpuSeconds() < start + 0.1) {
  }
  const MachineUse use = watch.Use();
  EXPECT_GE(use.own_cpu_s, 0.1);
  // On a crowded virtual machine the CPU clock was seen three times as far as the wall clock.
  EXPECT_GE(use.wall_s, 0.01);
  EXPECT_GE(use.cores, 1);
  ASSERT_TRUE(use.other_cpu_s.has_value());
  EXPECT_GE(*use.other_cpu_s, 0);
  EXPECT_LE(*use.other_cpu_s, use.cores * use.wall_s + 0.1);
}

TEST(SystemFacts, GovernorAndBoostAsTheSystemTells) {
  const testing::TemporaryFolder none, amd, intel;
  EXPECT_EQ(ReadFrequencyScaling(none.path()).governor, "");
  EXPECT_EQ(ReadFrequencyScaling(none.path()).boost, std::nullopt);
  EXPECT_EQ(ReadFrequencyScaling(none / "absent").governor, "");
  testing::WriteFile(amd / "cpu0/cpufreq/scaling_governor", "schedutil\n");
  testing::WriteFile(amd / "cpu1/cpufreq/scaling_governor", "performance\n");
  testing::WriteFile(amd / "cpu2/cpufreq/scaling_governor", "performance\n");
  testing::WriteFile(amd / "cpufreq/boost", "1\n");
  EXPECT_EQ(ReadFrequencyScaling(amd.path()).governor, "performance, schedutil");
  EXPECT_EQ(ReadFrequencyScaling(amd.path()).boost, true);
  testing::WriteFile(intel / "intel_pstate/no_turbo", "1\n");
  EXPECT_EQ(ReadFrequencyScaling(intel.path()).boost, false);
}

}  // namespace
}  // namespace mercer
