#include "experiments/run/trial/tuning_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/run/sweep/context.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/experiments/store/record_lines.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Json;
using ::testing::Not;
using ::testing::SizeIs;
using testing::SmallConfig;
using testing::SmallRun;
using testing::Timeless;

Json TunedConfig() {
  Json config = SmallConfig();
  config["repetitions"] = 1;
  // A class that is hard to tell: the cost matters.
  config["datasets"][0]["labels"] = {{"name", "class_vs_rest"}, {"class", "spec_prior"}};
  config["tuning"] = Json::parse(
      R"([{"method": "exact", "grid": {"learner.cost": [100, 0.01, 10]},
           "by": {"validation_fraction": 0.2, "max_rows": 100}, "share_with": ["rm", "h01"]}])");
  return config;
}

TEST(Tuning, TheBestIsChosenAndShared) {
  SmallRun run;
  EXPECT_EQ(run.Run(TunedConfig()).ok, 4U);
  const auto rows = run.Rows();
  ASSERT_THAT(rows, SizeIs(4));
  const ResultRecord& tuning = rows[0];
  EXPECT_EQ(tuning.Text("metric"), "tuning");
  EXPECT_EQ(tuning.Text("accuracy"), "") << "no test row was looked at";
  EXPECT_EQ(tuning.Text("tuned_on"), "train-validation (0.2 of 100 training rows)");
  EXPECT_THAT(tuning.Text("tuned_params"), HasSubstr("learner.cost="));
  EXPECT_THAT(tuning.Text("message"),
              AllOf(HasSubstr("learner.cost=0.01: "), HasSubstr("learner.cost=10: "),
                    HasSubstr("learner.cost=100: ")));
  EXPECT_THAT(tuning.Text("message"),
              HasSubstr(tuning.Text("tuned_params") + ": " + tuning.Text("value")));
  // 20 validation rows: accuracies are twentieths.
  const double twentieths = *tuning.Number("value") * 20;
  EXPECT_NEAR(twentieths, std::round(twentieths), 1e-9);
  const std::string cost = tuning.Text("tuned_params").substr(8);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].Text("tuned_params"), tuning.Text("tuned_params"));
    EXPECT_EQ(rows[i].Text("tuned_on"), tuning.Text("tuned_on"));
    EXPECT_THAT(rows[i].Text("learner_params"), HasSubstr(cost));
    EXPECT_EQ(rows[i].Text("metric"), "accuracy");
  }
}

TEST(Tuning, NeverTheWorstNorTheLargerOfEquals) {
  SmallRun run;
  Json config = TunedConfig();
  // So small a cost that every row gets the commoner class; two that are the same machine.
  config["tuning"][0]["grid"]["learner.cost"] = {10.0000000001, 1e-9, 10};
  run.Run(config);
  EXPECT_EQ(run.Rows()[0].Text("tuned_params"), "learner.cost=10");
}

TEST(Tuning, AsIfTheChosenValueHadBeenWritten) {
  SmallRun tuned, written;
  Json config = TunedConfig();
  config["tuning"][0]["grid"]["learner.cost"] = {3};
  tuned.Run(config);
  Json plain = config;
  plain.erase("tuning");
  for (Json& method : plain["methods"]) method["learner"]["cost"] = 3;
  written.Run(plain);
  const auto a = tuned.Rows(), b = written.Rows();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(a[i + 1].Text("accuracy"), b[i].Text("accuracy"));
    EXPECT_EQ(a[i + 1].Text("primal_objective"), b[i].Text("primal_objective"));
    EXPECT_EQ(a[i + 1].Text("learner_params"), b[i].Text("learner_params"));
  }
}

TEST(Tuning, ByFolds) {
  SmallRun run, again;
  Json config = TunedConfig();
  config["tuning"][0]["by"] = {{"folds", 7}, {"max_rows", 100}};
  EXPECT_EQ(run.Run(config).ok, 4U);
  const auto rows = run.Rows();
  EXPECT_EQ(rows[0].Text("accuracy"), "") << "no test row was looked at";
  // Every one of the 100 rows validates once: accuracies are hundredths.
  const double hundredths = *rows[0].Number("value") * 100;
  EXPECT_NEAR(hundredths, std::round(hundredths), 1e-9);
  for (const ResultRecord& row : rows) {
    EXPECT_EQ(row.Text("tuned_on"), "train-folds (7 of 100 training rows)");
    EXPECT_EQ(row.Text("tuned_params"), rows[0].Text("tuned_params"));
  }
  RunOptions options;
  options.threads = 3;
  again.Run(config, options);
  EXPECT_EQ(Timeless(again.Rows(), {"threads"}), Timeless(rows, {"threads"}));
  config["tuning"][0]["by"] = {{"folds", 151}};
  EXPECT_THAT([&] { run.Run(config); },
              ::testing::ThrowsMessage<InvalidInput>(
                  HasSubstr("folds is 151, and data set 'nursery' has 150 training rows")));
}

TEST(Tuning, AChosenKernelIsTheOneThatIsTested) {
  SmallRun tuned, written;
  Json config = TunedConfig();
  config["tuning"][0]["grid"] = {{"kernel.degree", {2}}, {"learner.cost", {3}}};
  EXPECT_EQ(tuned.Run(config).ok, 4U);
  Json plain = config;
  plain.erase("tuning");
  plain["kernels"][0]["degree"] = 2;
  plain["methods"][0]["learner"]["cost"] = 3;
  written.Run(plain);
  const ResultRecord exact = tuned.Rows()[1], other = written.Rows()[0];
  EXPECT_EQ(exact.Text("tuned_params"), "kernel.degree=2,learner.cost=3");
  for (const char* column : {"kernel_params", "learner_params", "accuracy", "support_vectors"})
    EXPECT_EQ(exact.Text(column), other.Text(column)) << column;
  // Those that share it have it too: the features of another kernel are others.
  EXPECT_THAT(tuned.Rows()[2].Text("kernel_params"), HasSubstr("degree=2"));
  SmallRun untuned;
  plain["kernels"][0]["degree"] = 3;
  untuned.Run(plain);
  EXPECT_NE(tuned.Rows()[1].Text("support_vectors"), untuned.Rows()[0].Text("support_vectors"));
  EXPECT_NE(tuned.Rows()[2].Text("features_hash"), untuned.Rows()[1].Text("features_hash"));
}

TEST(Tuning, ASigmaTakesThePlaceOfGammaAndMayBeARule) {
  SmallRun run;
  Json config = TunedConfig();
  config["kernels"] = {{{"name", "gaussian"}, {"gamma", 1}}};
  config["methods"].erase(2);
  config["methods"].erase(1);
  config["tuning"][0]["share_with"] = Json::array();
  config["tuning"][0]["grid"] = {{"kernel.sigma", {"mean_distance"}}};
  EXPECT_EQ(run.Run(config).ok, 2U);
  const ResultRecord exact = run.Rows()[1];
  EXPECT_EQ(exact.Text("tuned_params"), "kernel.sigma=mean_distance");
  EXPECT_THAT(exact.Text("kernel_params"),
              AllOf(HasSubstr("sigma=0."), HasSubstr("sigma_rows=150"), Not(HasSubstr("gamma"))));
}

TEST(Tuning, OnTheTestPart) {
  SmallRun run;
  Json config = TunedConfig();
  config["tuning"][0].erase("by");
  config["tuning"][0]["tuned_on"] = "test";
  EXPECT_EQ(run.Run(config).ok, 4U);
  const auto rows = run.Rows();
  for (const ResultRecord& row : rows) EXPECT_EQ(row.Text("tuned_on"), "test");
  // The best test accuracy is what the tuned method then has.
  EXPECT_EQ(rows[1].Text("accuracy"), rows[0].Text("value"));
  EXPECT_THAT(rows[0].Text("message"), HasSubstr("test accuracy learner.cost=0.01: "));
}

TEST(Tuning, ALambdaIsSharedAsTheCostOfTheRowsFitted) {
  SmallRun run;
  Json config = TunedConfig();
  config["methods"][1] = {{"id", "krr"},
                          {"learner", {{"name", "kernel_ridge"}, {"target", "classes"}}}};
  config["tuning"][0]["share_with"] = {"krr"};
  config["tuning"][0]["grid"]["learner.cost"] = {4};
  config["methods"].erase(2);
  EXPECT_EQ(run.Run(config).ok, 3U);
  const ResultRecord ridge = run.Rows()[2];
  EXPECT_EQ(ridge.Text("tuned_params"), "learner.cost=4");
  EXPECT_EQ(ridge.Text("n_train"), "150");
  EXPECT_THAT(ridge.Text("learner_params"), HasSubstr("lambda=" + FormatNumber(1 / (4.0 * 150))));
}

TEST(Tuning, ResumesAndKeepsWhatStillHolds) {
  SmallRun run;
  run.Run(TunedConfig());
  const auto rows = run.Rows();
  EXPECT_EQ(run.Run(TunedConfig()).kept, 4U);
  // The tuning trial is lost, and chooses the same again: nothing else has to run.
  testing::RemoveRecord(run.out(), rows[0].Text("trial_id"));
  const RunSummary summary = run.Run(TunedConfig());
  EXPECT_EQ(summary.ran, 1U);
  EXPECT_EQ(summary.kept, 3U);
  EXPECT_EQ(Timeless(run.Rows()), Timeless(rows));
}

TEST(Tuning, TrialsTunedToAnotherValueAreStale) {
  SmallRun run;
  run.Run(TunedConfig());
  const auto rows = run.Rows();
  const std::string id = rows[0].Text("trial_id");
  const std::string other =
      rows[0].Text("tuned_params") == "learner.cost=10" ? "learner.cost=100" : "learner.cost=10";
  testing::ChangeRecord(run.out(), id, [&](ResultRecord& tuning, std::string&) {
    tuning.SetText("tuned_params", other);
  });
  RunSummary summary = run.Run(TunedConfig());
  EXPECT_THAT(summary.stale, SizeIs(3));
  EXPECT_EQ(summary.ran, 0U);
  EXPECT_THAT(run.Rows(), SizeIs(1)) << "they are left out of the table";
  RunOptions options;
  options.retry = {"stale"};
  summary = run.Run(TunedConfig(), options);
  EXPECT_THAT(summary.stale, SizeIs(0));
  EXPECT_EQ(summary.ran, 3U);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(run.Rows()[i].Text("tuned_params"), other);
}

TEST(Tuning, WithoutItsTuningATrialFailsOrIsSkipped) {
  SmallRun failing, skipping;
  Json config = TunedConfig();
  config["datasets"][0]["labels"] = {{"name", "class_vs_rest"}, {"class", "recommend"}};
  EXPECT_EQ(failing.Run(config).failed, 4U);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(failing.Rows()[i].Text("status"), "failed");
    EXPECT_THAT(failing.Rows()[i].Text("message"), HasSubstr("tuning trial"));
  }
  config = TunedConfig();
  config["limits"] = {{"memory_gib", 1e-7}};
  EXPECT_EQ(skipping.Run(config).skipped, 4U);
  EXPECT_THAT(skipping.Rows()[0].Text("message"), HasSubstr("GiB"));
  EXPECT_EQ(skipping.Rows()[3].Text("message"), skipping.Rows()[0].Text("message"));
}

TEST(Tuning, OnlyADependantBringsItsTuningTrial) {
  SmallRun run;
  RunOptions options;
  options.only = {{"method", "rm"}};
  EXPECT_EQ(run.Run(TunedConfig(), options).ran, 2U);
}

TEST(ReportedRows, ALocationCoversItsParts) {
  EXPECT_TRUE(CoversLocation("table 1", "table 1a"));
  EXPECT_TRUE(CoversLocation("figure 2", "figure 2 accuracy"));
  EXPECT_TRUE(CoversLocation("table 1a", "table 1a"));
  EXPECT_FALSE(CoversLocation("figure 1", "figure 10"));
  EXPECT_FALSE(CoversLocation("table 1a", "table 1"));
}

}  // namespace
}  // namespace mercer
