#include "experiments/run/plan/chosen_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/sizing/feature_count.h"
#include "experiments/run/plan/gram_trial.h"
#include "experiments/run/trial/trial_run.h"
#include "tests/experiments/run/small_experiment.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Json;
using testing::ParseExperiment;

Json Config(const Json& D) {
  Json config = Json::parse(R"({
    "experiment": "test/targets", "seed": 7, "repetitions": 3,
    "datasets": [{"name": "unit_ball", "n": 80, "d": 6}],
    "kernels": [{"name": "gaussian", "sigma": 0.8}],
    "methods": [{"id": "rff", "map": {"name": "random_fourier"}},
                {"id": "pairs", "map": {"name": "random_fourier", "variant": "cos_sin"}},
                {"id": "fastfood", "map": {"name": "fastfood"}}],
    "metrics": ["gram_rel_frobenius"], "gram": {"pairs": "all"}})");
  for (Json& method : config["methods"]) method["D"] = D;
  return config;
}

const Catalogue& NoData() {
  static const Catalogue catalogue("no-such-data-folder");
  return catalogue;
}

Experiment Chosen(const Json& config) {
  TrialDataCache cache(NoData());
  return WithChosenCounts(ParseExperiment(config, NoData()), cache);
}

TEST(ChosenCounts, AreTheLeastOfTheFirstRepetitionsRows) {
  const Experiment experiment = Chosen(Config({{"gram_rel_frobenius", {0.2, 0.1}}}));
  EXPECT_FALSE(LacksCounts(experiment));
  ASSERT_EQ(experiment.trials.size(), 18U);
  TrialDataCache cache(NoData());
  const auto data = cache.Get(experiment.trials[0]);
  const GramTrial gram(experiment.trials[0], data->train_x, data->test_x);
  const FeatureCountFinder finder(gram.problem());
  std::set<std::string> ids;
  for (const Trial& trial : experiment.trials) {
    ids.insert(trial.id);
    EXPECT_EQ(trial.cell.target.from, trial.cell.method == "fastfood" ? "drawing" : "theory");
    EXPECT_TRUE(trial.cell.method != "pairs" || trial.cell.num_random_features % 2 == 0);
    if (trial.cell.method != "rff") continue;
    EXPECT_EQ(trial.cell.num_random_features,
              finder.Least(trial.cell.target.error).num_random_features);
  }
  EXPECT_EQ(ids.size(), 18U);
}

TEST(ChosenCounts, AreTheSameAgain) {
  const Json config = Config({{"gram_rel_frobenius", 0.2}});
  const Experiment first = Chosen(config), again = Chosen(config);
  for (std::size_t i = 0; i < first.trials.size(); ++i)
    EXPECT_EQ(first.trials[i].Identity(), again.trials[i].Identity());
  EXPECT_EQ(first.trials.size(), again.trials.size());
}

// Their trials would be the same twice, which makes a cell's n twice what it is.
TEST(ChosenCounts, OfTargetsThatAskForOneDTheSmallestCounts) {
  const Experiment down = Chosen(Config({{"gram_rel_frobenius", {0.2, 0.1999999}}}));
  const Experiment up = Chosen(Config({{"gram_rel_frobenius", {0.1999999, 0.2}}}));
  ASSERT_EQ(down.trials.size(), 9U);
  ASSERT_EQ(up.trials.size(), 9U);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(down.trials[i].cell.target.error, 0.1999999);
    EXPECT_EQ(down.trials[i].id, up.trials[i].id);
  }
  EXPECT_EQ(Chosen(Config({{"gram_rel_frobenius", {0.2, 0.1}}})).trials.size(), 18U);
}

TEST(ChosenCounts, OneThatIsNotThereNamesItsPlace) {
  try {
    Chosen(Config({{"gram_rel_frobenius", 0.01}, {"max", 100}}));
    ADD_FAILURE() << "100 features do not do";
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("data set 'unit_ball(d=6,law=uniform,n=80)', kernel "
                                        "'gaussian(sigma=0.8)', method 'rff': "));
    EXPECT_THAT(error.what(), HasSubstr("no D up to 100 brings"));
  }
}

TEST(ChosenCounts, OfDataThatAreNotHereStayOpen) {
  Json config = Config({{"gram_rel_frobenius", 0.2}});
  config["datasets"].push_back(Json({{"name", "usps"}}));
  const Experiment experiment = Chosen(config);
  EXPECT_TRUE(LacksCounts(experiment));
  for (const Trial& trial : experiment.trials)
    EXPECT_EQ(trial.cell.LacksCount(), trial.cell.dataset.name == "usps");
}

TEST(ChosenCounts, ARecordHasTheTargetAndWhatWasMeasured) {
  const Experiment experiment = Chosen(Config({{"gram_rel_frobenius", 0.1}}));
  TrialDataCache cache(NoData());
  double sum = 0;
  for (int repetition = 0; repetition < 3; ++repetition) {
    const Trial& trial = experiment.trials[static_cast<std::size_t>(repetition)];
    const ResultRecord record = RunTrial(trial, {}, {}, cache);
    ASSERT_TRUE(record.IsOk()) << record.Get(column::kMessage);
    EXPECT_EQ(record.Get(column::kTargetError), 0.1);
    EXPECT_EQ(record.Get(column::kDFrom), "theory");
    EXPECT_EQ(record.Get(column::kD), static_cast<double>(trial.cell.num_random_features));
    sum += *record.Get(column::kGramRelFrobenius);
  }
  EXPECT_NEAR(sum / 3, 0.1, 0.015);
}

// Whatever the config measures.
TEST(ChosenCounts, TheGramErrorIsMeasuredBesideALearner) {
  Json config = testing::SmallConfig();
  config["methods"] = Json::array({config["methods"][1]});
  config["methods"][0]["D"] = {{"gram_rel_frobenius", 0.3}};
  const Experiment experiment = Chosen(config);
  TrialDataCache cache(NoData());
  const ResultRecord record = RunTrial(experiment.trials.front(), {}, {}, cache);
  ASSERT_TRUE(record.IsOk()) << record.Get(column::kMessage);
  EXPECT_TRUE(record.Get(column::kAccuracy));
  EXPECT_LT(*record.Get(column::kGramRelFrobenius), 0.6);
  EXPECT_LE(*record.Get(column::kGramRelFrobeniusTheory), 0.3);
}

}  // namespace
}  // namespace mercer
