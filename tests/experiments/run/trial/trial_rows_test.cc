// Which rows a trial trains and tests on, and that test rows decide nothing.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/data/steps/builtin_steps.h"
#include "experiments/run/trial/trial_data.h"
#include "tests/experiments/run/small_experiment.h"

namespace mercer::testing {
namespace {

// The trials of exact, one for each repetition, with keys of the data set replaced.
std::vector<Trial> Trials(const Json& keys, int repetitions = 1) {
  static const Catalogue catalogue("no-such-data-folder");
  Json config = SmallConfig();
  config["repetitions"] = repetitions;
  config["methods"].erase(2);
  config["methods"].erase(1);
  config["datasets"][0].update(keys);
  return ExpandTrials(ParseExperiment(config, catalogue));
}

// Twelve rows in two parts, six each; labels 0 (rows 0, 4, 8) and 1.
Dataset Twelve() {
  Dataset data;
  data.x = Matrix(Matrix::Zero(12, 1));
  data.y = Vector::Ones(12);
  for (const Index i : {0, 4, 8}) data.y[i] = 0;
  data.part_rows = {6, 6};
  return data;
}

Split RowsOf(const Trial& trial) { return TrialRows(trial, Twelve(), Twelve().y); }

Index Zeros(const std::vector<Index>& rows) {
  return std::count_if(rows.begin(), rows.end(), [](Index i) { return Twelve().y[i] == 0; });
}

TEST(TrialRows, StepsOfAllComeBeforeTheSplit) {
  const Json half{{"train_fraction", 0.5}};
  const Split split = RowsOf(Trials({{"rows", Json::array({"balance"})}, {"split", half}}).at(0));
  EXPECT_EQ(split.train.size(), 3U);
  EXPECT_EQ(split.test.size(), 3U);
  EXPECT_EQ(Zeros(split.train) + Zeros(split.test), 3);
  std::set<Index> all(split.train.begin(), split.train.end());
  all.insert(split.test.begin(), split.test.end());
  EXPECT_EQ(all.size(), 6U);
}

TEST(TrialRows, StepsOfTrainLeaveTheTestPartAlone) {
  const Json half{{"train_fraction", 0.5}};
  const Split whole = RowsOf(Trials({{"split", half}}).at(0));
  const Json steps = Json::array({{{"name", "subsample"}, {"count", 2}, {"of", "train"}}});
  const Split split = RowsOf(Trials({{"rows", steps}, {"split", half}}).at(0));
  EXPECT_EQ(split.test, whole.test);
  EXPECT_EQ(split.train.size(), 2U);
  for (const Index i : split.train)
    EXPECT_TRUE(std::binary_search(whole.train.begin(), whole.train.end(), i));
}

// Rows left out before an official split leave every row in the part that it came from.
TEST(TrialRows, TheOfficialSplitCountsTheRowsKept) {
  Trial trial = Trials({{"rows", Json::array({{{"name", "subsample"}, {"count", 9}}})}}).at(0);
  trial.cell.dataset.split->official = true;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    trial.seeds.split = seed;
    const Split split = RowsOf(trial);
    EXPECT_EQ(split.train.size() + split.test.size(), 9U);
    EXPECT_LT(split.train.back(), 6);
    EXPECT_GE(split.test.front(), 6);
  }
}

TEST(TrialRows, EveryRowTestsOnceInKRepetitions) {
  std::map<Index, int> tested;
  const std::vector<Trial> trials = Trials({{"split", {{"folds", 4}}}}, 8);
  for (std::size_t r = 0; r < 8; ++r) {
    for (const Index i : RowsOf(trials[r]).test) ++tested[i];
    if (r % 4 != 3) continue;
    EXPECT_EQ(tested.size(), 12U);
    for (const auto& [row, times] : tested) EXPECT_EQ(times, 1) << row;
    tested.clear();
  }
  EXPECT_NE(RowsOf(trials[0]).test, RowsOf(trials[4]).test);
}

TEST(TrialRows, AStepsOwnSeedHoldsForEveryRepetition) {
  const auto rows = [](const Json& step) {
    std::set<std::vector<Index>> seen;
    for (Trial& trial : Trials({{"rows", Json::array({step})}}, 5)) {
      trial.cell.dataset.split.reset();
      seen.insert(RowsOf(trial).train);
    }
    return seen.size();
  };
  EXPECT_EQ(rows({{"name", "subsample"}, {"count", 6}, {"seed", 1}}), 1U);
  EXPECT_GT(rows({{"name", "subsample"}, {"count", 6}}), 1U);
}

// Cached data are those of the fold, which share all seeds.
TEST(TrialData, FoldsAreNotMixedUp) {
  const Catalogue catalogue("no-such-data-folder");
  TrialDataCache cache(catalogue);
  const std::vector<Trial> trials = Trials({{"split", {{"folds", 2}}}}, 2);
  const auto first = cache.Get(trials[0]), second = cache.Get(trials[1]);
  EXPECT_EQ(first->test_x.rows(), 6480);
  EXPECT_NE(first->test_x.dense(), second->test_x.dense());
}

// Steps fitted by hand on the training rows alone make the same rows: no test row was looked at.
TEST(TrialData, StepsAreFittedOnTheTrainingPartOnly) {
  const Catalogue catalogue("no-such-data-folder");
  TrialDataCache cache(catalogue);
  const Json steps{"standardise", {{"name", "pca"}, {"k", 3}, {"whiten", true}}};
  const Trial trial = Trials({{"preprocess", steps}}).at(0);
  const auto prepared = cache.Get(trial);
  ASSERT_EQ(prepared->train_x.rows(), 150);
  const Dataset data = catalogue.Load(trial.cell.dataset, 0);
  const Split split = TrialRows(trial, data, data.y);
  Examples train = data.x.Select(split.train), test = data.x.Select(split.test);
  for (const NamedParams& step : trial.cell.dataset.preprocess) {
    const auto fitted = FitStep(step.name, step.params, train);
    train = fitted->Apply(train);
    test = fitted->Apply(test);
  }
  EXPECT_EQ(prepared->train_x.dense(), train.dense());
  EXPECT_EQ(prepared->test_x.dense(), test.dense());
  // The test part does not have mean 0, which it would had it been fitted on.
  EXPECT_LT(train.dense().colwise().mean().cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_GT(test.dense().colwise().mean().cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_THAT(prepared->preprocess_description, ::testing::MatchesRegex("pca keeps 0\\.[0-9]+ of "
                                                                        "the variance"));
}

// The steps that follow it are fitted on the training part again.
TEST(TrialData, StandardisePartAloneIsFittedOnEachPart) {
  const Catalogue catalogue("no-such-data-folder");
  TrialDataCache cache(catalogue);
  const Json steps{"standardise_part", "standardise"};
  const Trial trial = Trials({{"preprocess", steps}}).at(0);
  const auto prepared = cache.Get(trial);
  const Dataset data = catalogue.Load(trial.cell.dataset, 0);
  const Split split = TrialRows(trial, data, data.y);
  const auto by_itself = [&](const std::vector<Index>& rows) {
    const Examples x = data.x.Select(rows);
    return FitStep("standardise_part", {}, x)->Apply(x);
  };
  const Examples train = by_itself(split.train), test = by_itself(split.test);
  const auto columns = FitStep("standardise", {}, train);
  EXPECT_EQ(prepared->train_x.dense(), columns->Apply(train).dense());
  EXPECT_EQ(prepared->test_x.dense(), columns->Apply(test).dense());
  EXPECT_NE(
      prepared->test_x.dense(),
      columns->Apply(FitStep("standardise_part", {}, data.x)->Apply(data.x.Select(split.test)))
          .dense());
}

TEST(TrialData, WithoutATestPartThereIsNoneToStandardise) {
  const Catalogue catalogue("no-such-data-folder");
  TrialDataCache cache(catalogue);
  Trial trial = Trials({{"preprocess", Json::array({"standardise_part"})}}).at(0);
  trial.cell.dataset.split.reset();
  const auto prepared = cache.Get(trial);
  EXPECT_EQ(prepared->test_x.rows(), 0);
  EXPECT_NEAR(prepared->train_x.dense().mean(), 0, 1e-12);
}

TEST(TrialData, RecordsRowsStepsAndWhatFittingFound) {
  SmallRun run;
  Json config = SmallConfig();
  config["repetitions"] = 1;
  config["datasets"][0]["rows"] = Json::array({{{"name", "subsample"}, {"count", 400}}});
  config["datasets"][0]["preprocess"] = Json::array({{{"name", "pca"}, {"k", 4}}});
  run.Run(config);
  const std::vector<ResultRecord> rows = run.Rows();
  ASSERT_EQ(rows.size(), 3U);
  for (const ResultRecord& row : rows) {
    EXPECT_EQ(row.Text("status"), "ok") << row.Text("message");
    EXPECT_EQ(row.Text("preprocess"), "subsample(count=400)+pca(k=4)");
    EXPECT_EQ(row.Text("n_train"), "150");
    EXPECT_EQ(row.Text("n_test"), "250");
    EXPECT_EQ(row.Text("input_dim"), "4");
    EXPECT_THAT(row.Text("message"), ::testing::HasSubstr("; preprocess: pca keeps 0."));
  }
}

}  // namespace
}  // namespace mercer::testing
