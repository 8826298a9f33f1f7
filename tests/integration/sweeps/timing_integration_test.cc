// The machine's passport, from `mercer run` to `mercer report --normalise`, and `mercer plan`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Json;
using ::testing::Not;
using testing::QuickConfig;
namespace fs = std::filesystem;

/// mercer with its passport in the bench's folder.
CommandResult Measured(const Bench& bench, const std::string& arguments) {
  return testing::RunCommand("env -u MERCER_NO_PASSPORT XDG_CACHE_HOME=" +
                             bench.path("cache").string() + " " + MERCER_BINARY + " " + arguments);
}

Json ContextOf(const Bench& bench) {
  const fs::directory_iterator contexts(fs::path(bench.out()) / "context");
  return Json::parse(testing::ReadFile(contexts->path()));
}

TEST(Timing, ARunKeepsThePassportThatAReportNormalisesBy) {
  const Bench bench(QuickConfig());
  const std::string run = "run " + bench.config() + " --out " + bench.out() + " --data " +
                          bench.data() + " --repetitions 1 --only method=rm";
  const CommandResult result = Measured(bench, run);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json context = ContextOf(bench);
  const Json& passport = context.at("passport");
  for (const char* rate : {"gemm_double_gflops", "gemm_float_gflops", "cos_million_per_s",
                           "memory_gb_per_s", "liblinear_fits_per_s"})
    EXPECT_GT(passport.at(rate).get<double>(), 0) << rate;
  EXPECT_TRUE(context.at("frequency_scaling").contains("governor"));
  EXPECT_TRUE(context.contains("openmp_threads"));
  const CommandResult report =
      testing::RunMercer("report " + bench.out() + " --normalise passport --format markdown");
  EXPECT_EQ(report.exit_code, 0) << report.err;
  EXPECT_THAT(report.out, HasSubstr("normalised by the passport"));
}

TEST(Timing, APassportIsKeptForADayUnlessItIsMeasuredAgain) {
  const Bench bench(QuickConfig());
  const CommandResult first = Measured(bench, "passport --json");
  ASSERT_EQ(first.exit_code, 0) << first.err;
  // Of a core that others use it is not kept: this one is, whatever the machine does.
  const fs::path cache = bench.path("cache") / "mercer";
  Json old = Json::parse(first.out);
  old["quiet"] = true;
  old["cos_million_per_s"] = 12345.0;
  if (!fs::exists(cache)) GTEST_SKIP() << "other processes use the core";
  for (const auto& entry : fs::directory_iterator(cache))
    testing::WriteFile(entry.path(), old.dump());
  EXPECT_EQ(Json::parse(Measured(bench, "passport --json").out)["cos_million_per_s"], 12345.0);
  const CommandResult again = Measured(bench, "passport --json --again");
  EXPECT_NE(Json::parse(again.out)["cos_million_per_s"], 12345.0);
  EXPECT_THAT(Measured(bench, "passport").out, HasSubstr("matrix products, double"));
}

TEST(Timing, WithoutAPassportNothingIsNormalised) {
  const Bench bench(QuickConfig());
  const CommandResult result = bench.Run("--repetitions 1 --only method=rm");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(ContextOf(bench).at("passport").is_null());
  const CommandResult report =
      testing::RunMercer("report " + bench.out() + " --normalise passport");
  EXPECT_EQ(report.exit_code, 2);
  EXPECT_THAT(report.err, HasSubstr("has no machine passport"));
  EXPECT_THAT(testing::RunMercer("report " + bench.out() + " --normalise luck").err,
              HasSubstr("--normalise is 'luck'; expected passport"));
}

TEST(Plan, ListsTrialsWithTheirCost) {
  const Bench bench(QuickConfig());
  const std::string plan =
      "plan " + bench.config() + " --out " + bench.out() + " --data " + bench.data();
  const CommandResult before = testing::RunMercer(plan);
  EXPECT_EQ(before.exit_code, 0) << before.err;
  EXPECT_THAT(before.out,
              AllOf(HasSubstr("nursery polynomial rm D=50 rep 1: "), HasSubstr(" operations, "),
                    HasSubstr(" MiB, "), HasSubstr("test/quick: 6 of 6 trials would run, about ")));
  EXPECT_FALSE(fs::exists(bench.out()));
  ASSERT_EQ(bench.Run("--only method=rm").exit_code, 0);
  const CommandResult after = testing::RunMercer(plan);
  EXPECT_THAT(after.out, AllOf(HasSubstr("nursery polynomial rm D=50 rep 1: done\n"),
                               HasSubstr("test/quick: 4 of 6 trials would run")));
  EXPECT_EQ(testing::RunMercer("plan").exit_code, 2);
}

TEST(Plan, TakesTheRepetitionsOfARun) {
  const Bench bench(QuickConfig());
  const std::string plan = "plan " + bench.config() + " --data " + bench.data();
  const CommandResult once = testing::RunMercer(plan + " --repetitions 1");
  EXPECT_EQ(once.exit_code, 0) << once.err;
  EXPECT_THAT(once.out, AllOf(HasSubstr("rm D=50 rep 0: "), Not(HasSubstr("rep 1")),
                              HasSubstr("test/quick: 3 of 3 trials would run")));
  const CommandResult empty = testing::RunMercer(plan + " --repetitions ''");
  EXPECT_EQ(empty.exit_code, 2);
  EXPECT_THAT(empty.err, HasSubstr("--repetitions is empty; expected a number"));
}

}  // namespace
}  // namespace mercer
