#include "experiments/run/machine/machine_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "experiments/run/machine/system_facts.h"
#include "tests/support/files.h"
#include "tests/support/sanitized.h"

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
    return MachineUse{10, own, other, cores}.Disturbance(threads) == kOthersNote;
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
  const auto note = [](double wall, double own, std::optional<double> other) {
    return MachineUse{wall, own, other, 4}.Disturbance(1);
  };
  EXPECT_EQ(note(10, 7.9, {}), kOthersNote);
  EXPECT_EQ(note(10, 8.1, {}), "");
  // 3 ms of work that waited for its core: 15 times as long, and far below a tick of /proc/stat.
  EXPECT_EQ(note(0.047, 0.0034, 0.05), kOthersNote);
  EXPECT_EQ(note(0.0034, 0.0033, 0.05), "") << "the grain of the others' clock";
  EXPECT_EQ(note(0.001, 0.0001, {}), "") << "what takes less than a millisecond";
}

TEST(MachineUse, PageFaultsMayTakeTwoMicrosecondsEach) {
  const auto note = [](double system_s, double faults) {
    return MachineUse{.wall_s = 1, .own_cpu_s = 1, .system_cpu_s = system_s, .page_faults = faults}
        .Disturbance(1);
  };
  EXPECT_EQ(note(0.5, 250e3), "") << "half of the time, but no longer than they take";
  EXPECT_EQ(note(0.5, 100e3), kFaultsNote);
  EXPECT_EQ(note(0.2, 0), "");
  EXPECT_EQ(note(0.22, 0), kFaultsNote);
}

TEST(MachineUse, TheClockMayFallByLessThanAFifth) {
  const auto note = [](std::optional<double> first, std::optional<double> last) {
    return MachineUse{.wall_s = 1, .own_cpu_s = 1, .first_mhz = first, .last_mhz = last}
        .Disturbance(1);
  };
  EXPECT_EQ(note(3000, 2401), "");
  EXPECT_EQ(note(3000, 2399), kClockNote);
  EXPECT_EQ(note(2000, 3000), "") << "it was idle before";
  EXPECT_EQ(note({}, 100), "");
}

TEST(MachineUse, TheFastestOfTheCountedCores) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(FastestMhz(folder.path(), {true, true}), std::nullopt);
  testing::WriteFile(folder / "cpu0/cpufreq/scaling_cur_freq", "1200000\n");
  testing::WriteFile(folder / "cpu1/cpufreq/scaling_cur_freq", "2400000\n");
  testing::WriteFile(folder / "cpu2/cpufreq/scaling_cur_freq", "3600000\n");
  EXPECT_THAT(FastestMhz(folder.path(), {true, true, false}), Optional(DoubleEq(2400)));
  EXPECT_THAT(FastestMhz(folder.path(), {true}), Optional(DoubleEq(1200)));
}

// Each page of fresh memory is a fault when it is first written, large pages apart.
TEST(MachineUse, SeesItsOwnPageFaults) {
  constexpr std::size_t kPage = 4096, kPages = 2000;
  const MachineWatch watch;
  void* const memory =
      mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, kPages * kPage, MADV_NOHUGEPAGE);
  for (std::size_t page = 0; page < kPages; ++page)
    static_cast<volatile char*>(memory)[page * kPage] = 1;
  const MachineUse use = watch.Use();
  munmap(memory, kPages * kPage);
  EXPECT_GE(use.page_faults, kPages);
  // A sanitizer touches its shadow of each page too.
  EXPECT_LT(use.page_faults, (testing::kSanitized ? 8 : 2) * kPages);
  EXPECT_GE(use.system_cpu_s, 0);
  EXPECT_GE(use.context_switches, 0);
}

/// The use of the machine over a tenth of a second of work.
MachineUse UseOfWork() {
  const MachineWatch watch;
  const double start = ProcessCpuSeconds();
  while (ProcessCpuSeconds() < start + 0.1) {
  }
  return watch.Use();
}

TEST(MachineUse, SeesItsOwnWork) {
  const auto clocks_agree = [](const MachineUse& use) {
    return use.wall_s >= 0.01 && use.other_cpu_s.value_or(0) <= use.cores * use.wall_s + 0.1;
  };
  MachineUse use = UseOfWork();
  // On a crowded virtual machine the clocks may be far apart, but not every time.
  for (int i = 1; i < 5 && !clocks_agree(use); ++i) use = UseOfWork();
  EXPECT_GE(use.own_cpu_s, 0.1);
  // The CPU clock was seen three times as far as the wall clock.
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
