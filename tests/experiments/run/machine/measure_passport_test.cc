#include "experiments/run/machine/measure_passport.h"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
constexpr double kDay = 24 * 3600;

Passport Made(double rate) { return {rate, rate, rate, rate, rate, true, "now"}; }

/// Counts how often the machine is measured; each time it is faster.
struct Measurer {
  int times = 0;
  bool quiet = true;
  Passport operator()() {
    Passport made = Made(++times);
    made.quiet = quiet;
    return made;
  }
};

TEST(MachinePassport, IsMeasuredOnceForAKey) {
  const testing::TemporaryFolder folder;
  Measurer measurer;
  const auto rate = [&](const std::string& key, double seconds) {
    return KeptPassport(folder / "new", key, seconds, std::ref(measurer)).cos_million_per_s;
  };
  EXPECT_EQ(rate("a", kDay), 1);
  EXPECT_EQ(rate("a", kDay), 1);
  EXPECT_EQ(rate("b", kDay), 2);
  EXPECT_EQ(rate("a", kDay), 1);
  EXPECT_EQ(rate("a", 0), 3) << "asked for again";
  EXPECT_EQ(rate("a", kDay), 3);
  for (const auto& entry : fs::directory_iterator(folder / "new"))
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(25));
  EXPECT_EQ(rate("a", kDay), 4) << "a day old";
  for (const auto& entry : fs::directory_iterator(folder / "new"))
    testing::WriteFile(entry.path(), "{\"gemm");
  EXPECT_EQ(rate("b", kDay), 5) << "damaged";
}

TEST(MachinePassport, OfABusyMachineIsNotKept) {
  const testing::TemporaryFolder folder;
  Measurer measurer{0, false};
  for (int i = 1; i <= 2; ++i)
    EXPECT_EQ(KeptPassport(folder.path(), "a", kDay, std::ref(measurer)).memory_gb_per_s, i);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(MachinePassport, NeedsNoFolder) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "file", "");
  Measurer measurer;
  EXPECT_EQ(KeptPassport("", "a", kDay, std::ref(measurer)).memory_gb_per_s, 1);
  EXPECT_EQ(KeptPassport(folder / "file", "a", kDay, std::ref(measurer)).memory_gb_per_s, 2);
}

#ifdef MERCER_SANITIZED
constexpr double kSlower = 10;  // what a sanitizer costs beyond a crowded machine
#else
constexpr double kSlower = 1;
#endif

// A slip of a thousand in a unit shows; how fast the machine is does not.
TEST(MachinePassport, RatesAreInTheirUnits) {
  const Passport passport = MeasurePassport(0.05);
  EXPECT_GT(passport.gemm_double_gflops, 0.5 / kSlower);
  EXPECT_LT(passport.gemm_double_gflops, 400);
  EXPECT_GT(passport.gemm_float_gflops, 0.5 / kSlower);
  EXPECT_LT(passport.gemm_float_gflops, 800);
  EXPECT_GT(passport.cos_million_per_s, 10 / kSlower);
  EXPECT_LT(passport.cos_million_per_s, 9000);
  EXPECT_GT(passport.memory_gb_per_s, 0.2 / kSlower);
  EXPECT_LT(passport.memory_gb_per_s, 150);
  EXPECT_GT(passport.liblinear_fits_per_s, 0.5 / kSlower);
  EXPECT_LT(passport.liblinear_fits_per_s, 400);
  EXPECT_EQ(passport.measured.size(), 20U);
}

TEST(MachinePassport, TheKeyTellsProcessorAndBuild) {
  EXPECT_NE(PassportKey().find("-O"), std::string::npos);
}

}  // namespace
}  // namespace mercer
