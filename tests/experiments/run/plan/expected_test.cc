#include "experiments/run/plan/expected.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "core/base/text.h"
#include "experiments/run/sweep/progress.h"
#include "tests/experiments/run/plan/unit_machine.h"
#include "tests/experiments/run/small_experiment.h"

namespace mercer {
namespace {

using testing::Json;
using testing::SmallConfig;
using testing::SmallRun;
using testing::UnitMachine;
namespace fs = std::filesystem;

Trial Named(const char* dataset, const char* method) {
  Trial trial;
  trial.cell.dataset.name = dataset;
  trial.cell.kernel.name = "polynomial";
  trial.cell.method = method;
  return trial;
}

TEST(CostCorrection, IsOfTheDataSetAndMethodWhereItCan) {
  CostCorrection correction;
  EXPECT_EQ(correction.Factor(Named("a", "m")), 1);
  correction.Add(Named("a", "m"), 1, 0.0005);
  EXPECT_EQ(correction.Factor(Named("a", "m")), 1) << "too short to tell";
  for (const double ratio : {2.0, 4.0, 100.0}) correction.Add(Named("a", "m"), 1, ratio);
  EXPECT_EQ(correction.Factor(Named("a", "m")), 4);
  EXPECT_EQ(correction.Factor(Named("a", "other")), 4) << "the data set is known";
  EXPECT_EQ(correction.Factor(Named("b", "m")), 1) << "one data set tells of itself";
  correction.Add(Named("c", "m"), 10, 10);
  EXPECT_DOUBLE_EQ(correction.Factor(Named("b", "m")), 2) << "half way between 1 and 4";
  EXPECT_EQ(correction.Factor(Named("c", "m")), 1);
  Trial tuning = Named("a", "m");
  tuning.tuning = TuningSpec{};
  correction.Add(tuning, 1, 9);
  EXPECT_EQ(correction.Factor(tuning), 9) << "tuning is apart";
  EXPECT_EQ(correction.Factor(Named("a", "m")), 4);
}

TEST(Cost, FinishedTrialsCorrectThePlan) {
  SmallRun run;
  RunOptions options;
  options.only = {{"method", "rm"}, {"repetition", "0"}};
  run.Run(SmallConfig(), options);
  const auto plan = run.Plan(SmallConfig());
  const Catalogue catalogue{fs::path()};
  auto records = FinishedRecords(run.out());
  ASSERT_EQ(records.size(), 1U);
  ResultRecord& record = records.begin()->second;
  const auto before = ExpectTrials(plan, catalogue, UnitMachine(), {});
  for (const char* column :
       {"draw_s", "transform_train_s", "transform_test_s", "predict_s", "cpu_s"})
    record.SetText(column, "0");
  record.SetText("fit_s", FormatNumber(3 * before[1].cost->Seconds()));
  record.SetText("timing_valid", "true");
  const auto after = ExpectTrials(plan, catalogue, UnitMachine(), records);
  const TrialCost& cost = *before[4].cost;
  EXPECT_NEAR(before[4].seconds, cost.Seconds() + cost.overhead, 1e-12);
  EXPECT_NEAR(after[4].seconds, 3 * cost.Seconds() + cost.overhead, 1e-12);
  EXPECT_TRUE(after[4].here) << "nursery is generated";
  const double bytes = after[4].cost->bytes;
  EXPECT_TRUE(ExpectTrials(plan, catalogue, UnitMachine(), records, bytes)[4].fits);
  EXPECT_FALSE(ExpectTrials(plan, catalogue, UnitMachine(), records, bytes - 1)[4].fits);
}

// Published results of a run on a machine half as fast: what they took corrects the plan by half.
TEST(Cost, EarlierRunsElsewhereCorrectThePlan) {
  SmallRun run;
  RunOptions options;
  options.only = {{"method", "rm"}};
  run.Run(SmallConfig(), options);
  const auto plan = SmallRun().Plan(SmallConfig());
  const Catalogue catalogue{fs::path()};
  const auto before = ExpectTrials(plan, catalogue, UnitMachine(), {});
  Passport slow = UnitMachine();
  for (double* rate : {&slow.gemm_double_gflops, &slow.gemm_float_gflops, &slow.cos_million_per_s,
                       &slow.memory_gb_per_s, &slow.liblinear_fits_per_s})
    *rate /= 2;
  EarlierRun earlier{slow, {}};
  for (auto& [id, record] : FinishedRecords(run.out())) {
    for (const char* column :
         {"draw_s", "transform_train_s", "transform_test_s", "predict_s", "cpu_s"})
      record.SetText(column, "0");
    record.SetText("fit_s", FormatNumber(3 * before[1].cost->PhaseSeconds()));
    record.SetText("timing_valid", "true");
    record.SetText("trial_id", id.substr(0, id.rfind('-')) + "-000000000000");
    earlier.records.push_back(record);
  }
  ASSERT_GE(earlier.records.size(), 2U);
  const auto after = ExpectTrials(plan, catalogue, UnitMachine(), {}, 0, {earlier});
  const auto phases = [](const ExpectedTrial& trial) {
    return trial.seconds - trial.cost->overhead - trial.cost->measure;
  };
  EXPECT_NEAR(phases(after[4]), 1.5 * before[4].cost->PhaseSeconds(), 1e-9);
  // Trials of one name cannot be told apart by it.
  auto twice = plan;
  for (PlannedTrial& planned : twice)
    planned.trial.id = "a-" + planned.trial.id.substr(0, 1) + "-x";
  for (ResultRecord& record : earlier.records)
    record.SetText("trial_id", twice[0].trial.id.substr(0, 3) + "-y");
  const auto unknown = ExpectTrials(twice, catalogue, UnitMachine(), {}, 0, {earlier});
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    EXPECT_EQ(unknown[i].seconds, before[i].seconds) << i;
  }
}

TEST(Cost, PublishedRunsAreThoseOfTheFolderByTheirMachines) {
  const auto runs =
      PublishedRuns(testing::SourceDir() / "results/daniely2017/shallow_exact", UnitMachine());
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].records.size(), 12U);
  EXPECT_TRUE(PublishedRuns(testing::SourceDir() / "results/none", UnitMachine()).empty());
}

TEST(Cost, ATrialOfNothingCostsItsProcessAndTheFirstItsRows) {
  SmallRun run;
  const auto expected =
      ExpectTrials(run.Plan(SmallConfig()), Catalogue{fs::path()}, UnitMachine(), {});
  ASSERT_EQ(expected.size(), 6U);
  for (const ExpectedTrial& trial : expected) EXPECT_GE(trial.cost->overhead, 0.003);
  // Three trials of each of two repetitions.
  for (const std::size_t i : {0, 1, 2, 3, 4, 5}) {
    const TrialCost& cost = *expected[i].cost;
    EXPECT_GT(cost.preparing, 0);
    EXPECT_GT(cost.reading, 0);
    // The run reads the data set, and who prepares rows does so again.
    const double first = (i == 0 ? 1 : 0) * cost.reading;
    const double prepares = (i % 3 == 0 ? 1 : 0) * (cost.reading + cost.preparing);
    EXPECT_NEAR(expected[i].seconds, cost.Seconds() + cost.overhead + first + prepares, 1e-12) << i;
  }
}

// What does not go through the phases stays as it is.
TEST(Cost, PhasesThatAreTimedSeveralTimesCostThemAsOften) {
  SmallRun run;
  Json config = SmallConfig();
  config["methods"].push_back({{"id", "fm"},
                               {"learner", {{"name", "factorization_machine"}, {"order", 2}}},
                               {"budget", {{"fit_time_of", "exact"}}}});
  const auto expect = [&] {
    return ExpectTrials(run.Plan(config), Catalogue{fs::path()}, UnitMachine(), {});
  };
  const auto once = expect();
  config["timing"] = {{"repeat", 5}};
  const auto five = expect();
  ASSERT_EQ(five.size(), once.size());
  for (std::size_t i = 0; i < five.size(); ++i) {
    const double phases = once[i].cost->PhaseSeconds();
    EXPECT_GT(phases, 0);
    const bool in_budget = i % 4 == 3;
    EXPECT_NEAR(five[i].seconds, once[i].seconds + (in_budget ? 0 : 4) * phases, 1e-12) << i;
  }
}

/// A run of figure 2 of Kar and Karnick, whose data sets differ a hundredfold in time and are of
/// unlike difficulty: after a tenth of its trials, all of the first and easiest data set.
TEST(Progress, TimeLeftIsWithinAFactorOfTwoAfterATenth) {
  const fs::path golden = testing::SourceDir() / "tests/golden/figure2";
  const Catalogue catalogue{fs::path()};
  const Experiment experiment = RequireConfig((golden / "figure2.json").string(), catalogue);
  const std::vector<Trial> trials = ExpandTrials(experiment);
  const auto records = ReadResults(golden).records;
  ASSERT_EQ(records.size(), trials.size());
  const CostModel model(trials, catalogue, ReferencePassport());
  std::ostringstream out;
  Progress progress(out, false);
  std::vector<const Trial*> to_run;
  std::vector<double> expected, measured;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    ASSERT_EQ(records[i].Text("method"), trials[i].cell.method) << i;
    ASSERT_EQ(records[i].Text("D"), std::to_string(trials[i].cell.num_random_features)) << i;
    ASSERT_EQ(records[i].Text("dataset"), trials[i].cell.dataset.Label()) << i;
    to_run.push_back(&trials[i]);
    const bool skipped = records[i].Text("status") == "skipped";
    expected.push_back(skipped ? 0 : model.Of(trials[i]).value().Seconds());
    measured.push_back(MeasuredSeconds(records[i]).value_or(0));
  }
  progress.OnExpected(expected);
  progress.OnStart(trials.size(), to_run);
  double left = 0;
  for (const double seconds : measured) left += seconds;
  for (std::size_t i = 0; i < trials.size() / 2; ++i) {
    progress.OnTrialStart(trials[i]);
    progress.OnTrialEnd(trials[i], records[i], measured[i]);
    left -= measured[i];
    if (10 * (i + 1) < trials.size()) continue;
    EXPECT_LT(progress.SecondsLeft(), 2 * left) << "after " << i + 1 << " trials";
    EXPECT_GT(progress.SecondsLeft(), left / 2) << "after " << i + 1 << " trials";
  }
}

}  // namespace
}  // namespace mercer
