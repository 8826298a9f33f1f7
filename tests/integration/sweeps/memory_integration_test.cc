// What `mercer plan` says of a trial's memory against the most that the system saw.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/run_configs.h"
#include "tests/integration/sweeps.h"
#include "tests/support/sanitized.h"

namespace mercer {
namespace {

using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Json;

Json ConfigOf(const std::string& dataset, const std::string& method, const std::string& metric) {
  Json config = Json::parse(R"({"experiment": "test/memory", "seed": 3, "repetitions": 1,
                                "kernels": [{"name": "gaussian", "sigma": 1}]})");
  config["datasets"] = {Json::parse(dataset)};
  config["methods"] = {Json::parse(method)};
  config["metrics"] = {metric};
  return config;
}

constexpr const char* kRows = R"({"name": "gaussian", "d": 20, "n": 5000})";
constexpr const char* kNursery =
    R"({"name": "nursery", "encode": "one_hot", "labels": "random_halves",
        "split": {"train_fraction": 0.8}})";

/// The MiB of the plan's first line: "…, 364 MiB, …".
double PlannedMib(const std::string& plan) {
  const std::size_t end = plan.find(" MiB, ");
  if (end == plan.npos) return 0;
  return std::stod(plan.substr(plan.rfind(' ', end - 1) + 1));
}

/// The peak of the one trial of trials.csv.
double PeakMib(const Bench& bench) {
  std::istringstream text(testing::ReadFile(bench.out() + "/trials.csv"));
  std::string header, row;
  std::getline(text, header);
  std::getline(text, row);
  const auto names = testing::Fields(header), values = testing::Fields(row);
  const auto place = std::find(names.begin(), names.end(), "peak_rss_mib") - names.begin();
  return std::stod(values.at(static_cast<std::size_t>(place)));
}

struct Case {
  std::string name;
  Json config;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class Memory : public ::testing::TestWithParam<Case> {};

TEST_P(Memory, ThePlanIsWithinAThirdOfThePeak) {
  if (testing::kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  const Bench bench(GetParam().config);
  const std::string at = " --no-passport --data " + bench.data() + " --out " + bench.out();
  const CommandResult plan = testing::RunMercer("plan " + bench.config() + at);
  const double planned = PlannedMib(plan.out);
  ASSERT_GT(planned, 0) << plan.out << plan.err;
  const CommandResult run = bench.Run("--no-passport");
  ASSERT_THAT(run.err, HasSubstr("1 ok, 0 failed")) << run.err;
  const double peak = PeakMib(bench);
  EXPECT_LT(planned, 1.3 * peak) << plan.out;
  EXPECT_GT(1.3 * planned, peak) << plan.out;
  // With less no worker is started: nothing was measured.
  const CommandResult limited = testing::RunMercer("run " + bench.config() + at + "2 --memory " +
                                                   std::to_string(0.9 * planned / 1024));
  EXPECT_THAT(limited.err, HasSubstr("0 ok, 0 failed, 1 skipped"));
}

INSTANTIATE_TEST_SUITE_P(
    Trials, Memory,
    ::testing::Values(
        Case{"spectral",
             ConfigOf(kRows, R"({"id": "m", "map": {"name": "random_fourier"}, "D": [200]})",
                      "gram_rel_spectral")},
        Case{"frobenius",
             ConfigOf(kRows, R"({"id": "m", "map": {"name": "random_fourier"}, "D": [800]})",
                      "gram_rel_frobenius")},
        Case{"ridge",
             ConfigOf(kNursery, R"({"id": "m", "map": {"name": "random_fourier"}, "D": [1500],
                                    "learner": {"name": "ridge", "target": "classes"}})",
                      "accuracy")},
        Case{"liblinear",
             ConfigOf(kNursery, R"({"id": "m", "map": {"name": "random_fourier"}, "D": [400],
                                    "learner": {"name": "liblinear", "solver": "l2r_l2loss_svc",
                                                "cost": 0.01}})",
                      "accuracy")},
        Case{"dense_dual",
             ConfigOf(kNursery, R"({"id": "m", "map": {"name": "random_fourier"}, "D": [1000],
                                    "learner": {"name": "dense_dual", "cost": 0.01}})",
                      "accuracy")}),
    [](const auto& named) { return named.param.name; });

}  // namespace
}  // namespace mercer
