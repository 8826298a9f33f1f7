#include "experiments/run/plan/cost/cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/text.h"
#include "tests/experiments/run/plan/unit_machine.h"
#include "tests/experiments/run/small_experiment.h"

namespace mercer {
namespace {

using testing::Json;
using testing::SmallConfig;
using testing::UnitMachine;
namespace fs = std::filesystem;

struct Planned {
  const Catalogue catalogue{fs::path()};
  std::vector<Trial> trials;
  CostModel model;

  explicit Planned(const Json& config)
      : trials(ExpandTrials(testing::ParseExperiment(config, catalogue))),
        model(trials, catalogue, UnitMachine()) {}
};

// nursery: 12,960 rows of 8 columns, of which 150 train.
TEST(Cost, OfALinearMachineOnFeatures) {
  const Planned planned(SmallConfig());
  const auto cost = planned.model.Of(planned.trials[2]);
  ASSERT_TRUE(cost.has_value());
  EXPECT_NEAR(cost->seconds.fit, 150 * 20 * 1e-6 * 3 * std::sqrt(150), 1e-9);
  EXPECT_NEAR(cost->seconds.predict, 2 * 12810 * 20 * 1e-9, 1e-15);
  const double rows = cost->seconds.transform_test / cost->seconds.transform_train;
  EXPECT_NEAR(rows, 12810 / 150.0, 1e-9);
  EXPECT_GT(cost->seconds.transform_train, 150 * 8 * 20 * 1e-9) << "the features are written";
  EXPECT_GT(cost->bytes, 8 * 12960 * (8 + 20));
  EXPECT_DOUBLE_EQ(cost->Seconds(), cost->seconds.draw + cost->seconds.transform_train +
                                        cost->seconds.fit + cost->seconds.transform_test +
                                        cost->seconds.predict + cost->measure);
}

TEST(Cost, OfAKernelMachine) {
  const Planned planned(SmallConfig());
  const auto cost = planned.model.Of(planned.trials[0]);
  ASSERT_TRUE(cost.has_value());
  EXPECT_NEAR(cost->seconds.fit, 150 * 150 * (2 * 8 + 20) * 0.5e-6, 1e-9);
  EXPECT_NEAR(cost->seconds.predict, 12810 * 75 * (2 * 8 + 20) * 0.5e-6, 1e-9);
  EXPECT_EQ(cost->seconds.draw, 0);
  EXPECT_EQ(cost->seconds.transform_test, 0);
}

TEST(Cost, StochasticAscentMakesKernelRowsInEachEpochAndForTheObjective) {
  Json config = SmallConfig();
  config["methods"][0]["learner"] = {{"name", "kernel_sdca"}, {"cost", 1}, {"epochs", 9}};
  const Planned planned(config);
  const auto cost = planned.model.Of(planned.trials[0]);
  ASSERT_TRUE(cost.has_value());
  EXPECT_NEAR(cost->seconds.fit, 10 * 150 * 150 * (2 * 8 + 20) * 0.125e-6, 1e-9);
  EXPECT_NEAR(cost->seconds.predict, 12810 * 75 * (2 * 8 + 20) * 0.125e-6, 1e-9);
}

TEST(Cost, NearestNeighboursAreSoughtAmongAllTrainingRows) {
  Json config = SmallConfig();
  config["methods"] = Json::parse(R"([{"id": "nn", "learner": {"name": "nearest_neighbour"}}])");
  const Planned planned(config);
  const auto cost = planned.model.Of(planned.trials[0]);
  ASSERT_TRUE(cost.has_value());
  EXPECT_EQ(cost->seconds.fit, 0);
  EXPECT_NEAR(cost->seconds.predict, 2.0 * 12810 * 150 * 8 * 1e-9, 1e-15);
}

TEST(Cost, AFactorModelCostsInProportionToItsRank) {
  const auto seconds_of = [](int rank) {
    Json config = SmallConfig();
    config["methods"] =
        Json::parse(R"([{"id": "fm", "learner": {"name": "factorization_machine", "order": 2}}])");
    config["methods"][0]["learner"]["rank"] = rank;
    const Planned planned(config);
    return planned.model.Of(planned.trials[0])->seconds;
  };
  EXPECT_NEAR(seconds_of(50).fit, 5 * seconds_of(10).fit, 1e-12);
  EXPECT_NEAR(seconds_of(50).predict, 5 * seconds_of(10).predict, 1e-15);
}

TEST(Cost, ABudgetIsUsed) {
  Json config = SmallConfig();
  config["methods"].push_back({{"id", "fm"},
                               {"learner", {{"name", "factorization_machine"}, {"order", 2}}},
                               {"budget", {{"fit_time_of", "exact"}}}});
  const Planned planned(config);
  const auto exact = planned.model.Of(planned.trials[0]),
             fm = planned.model.Of(planned.trials.back());
  ASSERT_TRUE(exact && fm);
  EXPECT_GT(exact->seconds.fit, 0);
  EXPECT_DOUBLE_EQ(fm->seconds.fit, exact->seconds.fit);
}

// 20 features; 150 x 150 pairs of 8 columns and 20 features, for the spectral norm twice.
TEST(Cost, OfGramErrors) {
  Json config = SmallConfig();
  config["metrics"] = {"accuracy", "gram_rel_frobenius"};
  const double products = 150 * 150 * (2 * 8 + 2 * 20 + 20) * 1e-9, read = 150 * 150 * 48e-9;
  const auto cost_of = [&](int repetition) {
    const Planned planned(config);
    const auto trial = std::find_if(
        planned.trials.begin(), planned.trials.end(),
        [&](const Trial& one) { return one.cell.map && one.repetition == repetition; });
    return *planned.model.Of(*trial);
  };
  const auto cost = [&] { return cost_of(1); };
  EXPECT_NEAR(cost().measure, products + read, 1e-15);
  // The first repetition computes theory of 150·149/2 pairs and the diagonal.
  const double theory = 11325 * (2e-6 + 8e-9 + 1e-8 * (2 * 8 + 20));
  EXPECT_NEAR(cost_of(0).measure, products + read + theory, 1e-15);
  config["gram"] = {{"rows", 50}, {"pairs", "all"}};
  EXPECT_NEAR(cost().measure, (products + read) / 9, 1e-15);
  config["metrics"] = {"accuracy", "gram_rel_spectral"};
  EXPECT_NEAR(cost().measure, (2 * products + read) / 9 + 40 * 8 * 2500 * 1e-9, 1e-15);
  config["metrics"] = {"accuracy"};
  EXPECT_EQ(cost().measure, 0);
}

// The imaginary part of an estimate is a second product.
TEST(Cost, OfGramErrorsOfComplexFeatures) {
  Json config = SmallConfig();
  config["metrics"] = {"gram_rel_frobenius"};
  config["methods"] = Json::parse(R"([
    {"id": "sketch", "map": {"name": "polynomial_sketch"}, "D": [20]}])");
  const auto measure = [&] {
    const Planned planned(config);
    return planned.model.Of(*std::ranges::find(planned.trials, 1, &Trial::repetition))->measure;
  };
  const double real = measure();
  config["methods"][0]["map"]["field"] = "complex";
  config["methods"][0]["D"] = {10};  // with real and imaginary parts as many columns
  EXPECT_NEAR(measure() - real, 150 * 150 * 2 * 20 * 1e-9, 1e-15);
}

TEST(Cost, OfTheBoxDiscrepancy) {
  Json config = SmallConfig();
  config["kernels"] = Json::parse(R"([{"name": "gaussian", "sigma": 1}])");
  config["methods"] = Json::parse(R"([{"id": "mc", "map": "random_fourier", "D": [20]}])");
  config["metrics"] = {"box_discrepancy"};
  config["box_discrepancy"] = {{"scale", 1}};
  const Planned planned(config);
  EXPECT_NEAR(planned.model.Of(planned.trials[0])->measure, (1.3 * 20 + 450) * 20 * 8 * 1e-9,
              1e-15);
}

// 12,960 rows, of which 6,480 are kept and half train; of those 100.
TEST(Cost, RowStepsLeaveFewerRows) {
  Json config = SmallConfig();
  Json& dataset = config["datasets"][0];
  dataset["split"] = {{"train_fraction", 0.5}};
  dataset["rows"] = Json::parse(R"([{"name": "subsample", "fraction": 0.5},
                                    {"name": "subsample", "count": 100, "of": "train"}])");
  const Planned planned(config);
  const auto cost = planned.model.Of(planned.trials[0]);
  ASSERT_TRUE(cost.has_value());
  EXPECT_NEAR(cost->seconds.fit, 100 * 100 * (2 * 8 + 20) * 0.5e-6, 1e-9);
  EXPECT_NEAR(cost->seconds.predict, 3240 * 50 * (2 * 8 + 20) * 0.5e-6, 1e-9);
}

TEST(Cost, TuningFitsEveryPointOnItsRows) {
  Json config = SmallConfig();
  config["tuning"] = Json::parse(
      R"([{"method": "rm", "grid": {"learner.cost": [0.01, 1]},
           "by": {"validation_fraction": 0.2}}])");
  const Planned planned(config);
  ASSERT_TRUE(planned.trials[2].tuning.has_value());
  const auto tuning = planned.model.Of(planned.trials[2]),
             chosen = planned.model.Of(planned.trials[3]);
  ASSERT_TRUE(tuning && chosen);
  // 120 rows fit, 30 are scored; C·n is 1.2 and 120.
  EXPECT_NEAR(tuning->seconds.fit, 120 * 20 * 1e-6 * 3 * (std::sqrt(1.2) + std::sqrt(120)), 1e-9);
  // The trial that takes one of the two: their mean, C·n being 1.5 and 150.
  EXPECT_NEAR(chosen->seconds.fit, 150 * 20 * 1e-6 * 1.5 * (std::sqrt(1.5) + std::sqrt(150)), 1e-9);
}

/// adult: 32,561 rows train, 14 of 123 columns are not zero in a row (0.1127 of them, 13.8621).
Json TaylorConfig() {
  Json config = SmallConfig();
  config["datasets"] = Json::parse(R"([{"name": "adult", "split": "official"}])");
  config["kernels"] = Json::parse(R"([{"name": "gaussian", "sigma": 1}])");
  config["methods"] = Json::parse(R"([
    {"id": "taylor", "map": {"name": "taylor", "degree": 2}, "D": 1,
     "learner": {"name": "sdca", "cost": 1, "epochs": 3}}])");
  return config;
}

TEST(Cost, SparseFeaturesAreThoseThatAreStored) {
  Json config = TaylorConfig();
  const double n = 32561, stored = 16 * 15 / 2;  // C(14 + 2, 2)
  const auto cost = [&] {
    const Planned planned(config);
    return *planned.model.Of(planned.trials[0]);
  };
  EXPECT_NEAR(cost().seconds.fit, n * stored * 3 * 1e-6, 1e-6);
  // Computed anew in three epochs and for the objective, and never stored.
  EXPECT_NEAR(cost().seconds.transform_train / cost().seconds.transform_test, 4 * n / 16281, 1e-9);
  EXPECT_GT(cost().seconds.transform_train, 4 * n * 16 * stored * 1e-9);
  EXPECT_LT(cost().seconds.transform_train, 4 * n * 18 * stored * 1e-9);
  const double data = 16 * 48842 * 0.1127 * 123;
  EXPECT_GT(cost().bytes, data);
  EXPECT_LT(cost().bytes, data + 16 * 16281 * stored + 40e6) << "rows of the solver's own";
  config["methods"][0]["learner"] = {{"name", "liblinear"}, {"cost", 1}};
  EXPECT_GT(cost().bytes, data + 16 * n * stored);
  // Columns less their mean are not zero where they were.
  config["datasets"][0]["preprocess"] = {"standardise"};
  EXPECT_GT(cost().bytes, 8 * n * 7750) << "C(123 + 2, 2) columns";
  config["datasets"][0]["preprocess"] = {"minmax", "unit_norm"};
  EXPECT_LT(cost().bytes, 8 * n * 1000);
}

// 10,334,625 weights of degree 4 are 83 MB, 333,375 of degree 3 are not.
TEST(Cost, WeightsThatNoCacheHoldsAreReadFromMemory) {
  Json config = TaylorConfig();
  const auto fit_s = [&](int degree) {
    config["methods"][0]["map"]["degree"] = degree;
    const Planned planned(config);
    return planned.model.Of(planned.trials[0])->seconds.fit;
  };
  const double n = 32561;
  EXPECT_NEAR(fit_s(3), n * 680 * 3 * 1e-6, 1e-5) << "C(14 + 3, 3) values in a row";
  EXPECT_NEAR(fit_s(4), n * 3060 * (3 * 1e-6 + 4 * 64e-9), 1e-5)
      << "of three epochs, the objective";
}

// Without a learner only the rows of the Gram error have features.
TEST(Cost, GramErrorsStoreTheirRows) {
  Json config = TaylorConfig();
  config["methods"][0].erase("learner");
  config["metrics"] = {"gram_mean_abs"};
  config["gram"] = {{"rows", 100}};
  const Planned planned(config);
  const auto cost = planned.model.Of(planned.trials[0]);
  ASSERT_TRUE(cost.has_value());
  const double data = 16 * 48842 * 0.1127 * 123;
  const double program = 24 << 20;
  EXPECT_GT(cost->bytes, program + data + 8 * 100 * 7750);
  EXPECT_LT(cost->bytes, program + data + 8 * 100 * 7750 + 16 * 16281 * 120 + 1e6);
  EXPECT_LT(cost->seconds.transform_train, 100 * 20 * 120 * 1e-9);
  EXPECT_EQ(cost->seconds.transform_test, 0);
}

TEST(Cost, GramErrorsOfTheTestPartMapItsRows) {
  Json config = SmallConfig();
  config["methods"] = Json::parse(R"([{"id": "rm", "map": "random_maclaurin", "D": 20}])");
  config["metrics"] = {"gram_mean_abs"};
  config["gram"] = {{"rows", 0}, {"pairs", "all"}, {"part", "train"}};
  const Planned train(config);
  config["gram"]["part"] = "test";
  const Planned test(config);
  const auto few = train.model.Of(train.trials[0]), many = test.model.Of(test.trials[0]);
  ASSERT_TRUE(few && many);
  EXPECT_NEAR(many->seconds.transform_train / few->seconds.transform_train, 12810 / 150.0, 1e-9);
  EXPECT_GT(many->measure, 12810.0 * 12810 * 100e-9);
  EXPECT_LT(few->measure, 0.1);
  EXPECT_GT(many->bytes, few->bytes + 8 * 20 * (12810 - 150));
}

TEST(Cost, OfAKernelThatIsNoInnerProduct) {
  Json config = SmallConfig();
  config["kernels"] = Json::parse(R"([{"name": "skeleton", "nodes": [
    {"type": "input", "space": "angle", "scale": 1},
    {"type": "fully_connected", "activation": "relu"}]}])");
  config["methods"].erase(2), config["methods"].erase(1);
  config["methods"][0]["learner"] = {{"name", "exact_blocked"}, {"cost", 1}};
  const Planned planned(config);
  const auto cost = planned.model.Of(planned.trials[0]);
  ASSERT_TRUE(cost.has_value());
  const double value = (20 + 2 * 8) + (20 + 2);
  EXPECT_NEAR(cost->seconds.fit, 150 * 150 * value * 0.5e-6, 1e-9) << "not by products of matrices";
}

TEST(Cost, SolversStopAtAThousandPasses) {
  Json config = SmallConfig();
  config["methods"][1]["learner"]["cost"] = 1e9;
  const Planned planned(config);
  EXPECT_NEAR(planned.model.Of(planned.trials[2])->seconds.fit, 150 * 20 * 1e-3, 1e-9);
}

// Each step of the minimisation compares all pairs of frequencies.
TEST(Cost, OfPointsThatAMinimisationFinds) {
  Json config = SmallConfig();
  config["kernels"] = Json::parse(R"([{"name": "gaussian", "sigma": 1}])");
  config["methods"] = Json::parse(R"([{"id": "adaptive",
    "map": {"name": "quasi_fourier", "sequence": "adaptive", "variant": "complex",
            "iterations": [0, 50, 100]}, "D": [100, 200]}])");
  config["metrics"] = {"gram_mean_abs"};
  const Planned planned(config);
  std::map<std::pair<double, Index>, double> draw;
  for (const Trial& trial : planned.trials) {
    const double iterations = trial.cell.map->params.Get("iterations").AsNumber();
    draw[{iterations, trial.cell.num_random_features}] = planned.model.Of(trial)->seconds.draw;
  }
  // Six evaluations an iteration and one before, of 4 operations a pair and 450 a frequency.
  EXPECT_NEAR(draw.at({50, 100}), 301 * (4 * 100 + 450) * 100 * 8 * 1e-9, 2e-3);
  EXPECT_NEAR(draw.at({100, 100}) / draw.at({50, 100}), 2, 0.05);
  EXPECT_NEAR(draw.at({100, 200}) / draw.at({100, 100}), 2 * 1250. / 850, 0.02);
  EXPECT_LT(draw.at({0, 100}), draw.at({50, 100}) / 50);
}

}  // namespace
}  // namespace mercer
