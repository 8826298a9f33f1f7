// Which trials are one cell, and which of the paper's numbers is of that cell.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "experiments/report/summary/summarise.h"
#include "experiments/report/summary/summary.h"
#include "tests/experiments/report/summary/summary_records.h"

namespace mercer {
namespace {

using testing::Exact;
using testing::kRm;
using testing::MadeResults;
using testing::Rm;
using testing::VerdictOfAccuracy;

TEST(Summarise, TrialsOfOnePointSetAreTakenTogether) {
  std::vector<ResultRecord> records;
  for (int i = 0; i < 12; ++i)
    records.push_back(Rm(std::to_string(i), {{"point_set", std::to_string(i / 2)},
                                             {"gram_mean_abs", std::to_string(2 + i % 2)}}));
  const Summary summary = Summarise(
      MadeResults(records,
                  "table 1,alpha,polynomial,rm,10,gram_mean_abs,2.5,,absolute,2,printed,\n"),
      {});
  const Judgement& judged = summary.Find(kRm, "gram_mean_abs")->judgement;
  EXPECT_EQ(judged.band->kind, BandKind::kPointSets);
  EXPECT_NEAR(judged.band->low, 2.45, 1e-12);  // each set has the mean 2.5
}

TEST(Summarise, ComparesOnlyTheSameCell) {
  const std::string good =
      "table 1,alpha,polynomial,rm,10,accuracy,0.95,0.001,fraction,3,printed,\n";
  for (const auto& [from, to] : testing::Fields{{"alpha", "gamma"},
                                                {"polynomial", "exponential"},
                                                {",rm,", ",h01,"},
                                                {",10,", ",11,"}}) {
    std::string line = good;
    line.replace(line.find(from), from.size(), to);
    EXPECT_EQ(VerdictOfAccuracy("0.95", line), Verdict::kNotReported) << to;
  }
  EXPECT_EQ(VerdictOfAccuracy("0.95", good), Verdict::kAgrees);
}

TEST(Summarise, GeneratedDataAreComparedByTheParametersThatThePaperGives) {
  const std::string line =
      "table 1,ball(d=50),polynomial,rm,10,gram_mean_abs,2,,absolute,3,digitised,\n"
      "table 1,ball(d=5),polynomial,rm,10,gram_mean_abs,9,,absolute,3,digitised,\n";
  const std::string dataset = "ball(d=50,law=uniform)";
  const Summary summary =
      Summarise(MadeResults({Rm("0", {{"dataset", dataset}, {"gram_mean_abs", "2.4"}})}, line), {});
  const SummaryRow& row = *summary.Find({dataset, "polynomial", "rm", 10}, "gram_mean_abs");
  EXPECT_EQ(row.reported->value, 2);
  EXPECT_EQ(row.judgement.verdict, Verdict::kUntold);
  EXPECT_NEAR(row.judgement.band->low, 2, 1e-12);
}

// Where D is not known, because its data are absent, all trials of a method are in one cell.
TEST(Summarise, RepetitionsAreCountedAndNotTrials) {
  std::vector<ResultRecord> records;
  for (const char* repetition : {"0", "1", "2"}) {
    for (int targets = 0; targets < 2; ++targets) {
      records.push_back(Rm(repetition, {{"D", ""}, {"status", "skipped"}, {"split_seed", "1"}}));
    }
  }
  const Summary absent = Summarise(MadeResults(records, ""), {});
  EXPECT_EQ(absent.trials, 6);
  EXPECT_EQ(absent.repetitions, 3);
  records.push_back(Exact("0", {{"accuracy", "0.9"}}));
  EXPECT_EQ(Summarise(MadeResults(records, ""), {}).fewest_repetitions, 1);
}

TEST(Summarise, ABandwidthThatVariesOverRepetitionsIsOneCell) {
  const Summary summary =
      Summarise(MadeResults({Rm("0", {{"accuracy", "0.9"}, {"kernel_params", "sigma=1.1"}}),
                             Rm("1", {{"accuracy", "0.7"}, {"kernel_params", "sigma=1.2"}})},
                            ""),
                {});
  ASSERT_EQ(summary.rows.size(), 1U);
  EXPECT_DOUBLE_EQ(summary.rows[0].measured.mean, 0.8);
}

TEST(Summarise, TwoDegreesOfOneKernelAreTwoCells) {
  const Summary summary =
      Summarise(MadeResults({Rm("0", {{"accuracy", "0.9"}, {"kernel_params", "degree=2"}}),
                             Rm("0", {{"accuracy", "0.7"}, {"kernel_params", "degree=3"}})},
                            ""),
                {});
  ASSERT_EQ(summary.rows.size(), 2U);
  EXPECT_EQ(summary.rows[0].cell.kernel, "polynomial(degree=2)");
  EXPECT_EQ(summary.rows[1].cell.kernel, "polynomial(degree=3)");
}

TEST(Summarise, TwoPreprocessingsOfOneDataSetAreTwoCells) {
  const Summary summary =
      Summarise(MadeResults({Rm("0", {{"accuracy", "0.9"}, {"preprocess", "minmax"}}),
                             Rm("0", {{"accuracy", "0.7"}, {"preprocess", "max_norm"}})},
                            "table 1,alpha,polynomial,rm,10,accuracy,0.9,,fraction,3,printed,\n"),
                {});
  ASSERT_EQ(summary.rows.size(), 2U);
  EXPECT_EQ(summary.rows[0].cell.dataset, "alpha [minmax]");
  EXPECT_EQ(summary.rows[0].judgement.verdict, Verdict::kUntold);
  EXPECT_EQ(summary.rows[1].judgement.verdict, Verdict::kWorse);
}

TEST(Summarise, TwoLabelRulesAndTwoSplitsOfOneDataSetAreFourCells) {
  const auto rm = [](const char* accuracy, const char* labels, const char* split) {
    return Rm("0", {{"accuracy", accuracy}, {"labels", labels}, {"split", split}});
  };
  const Summary summary =
      Summarise(MadeResults({rm("0.9", "threshold", ""), rm("0.8", "threshold", "2 folds"),
                             rm("0.7", "", ""), rm("0.6", "", "2 folds")},
                            "table 1,alpha,polynomial,rm,10,accuracy,0.9,,fraction,3,printed,\n"),
                {});
  std::vector<std::string> names;
  for (const SummaryRow& row : summary.rows) names.push_back(row.cell.dataset);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "alpha [threshold] [no split]", "alpha [threshold] [2 folds]",
                       "alpha [labels as read] [no split]", "alpha [labels as read] [2 folds]"}));
  EXPECT_DOUBLE_EQ(summary.rows[3].measured.mean, 0.6);
  EXPECT_TRUE(summary.rows[3].reported.has_value()) << "all are of the data set that is reported";
}

}  // namespace
}  // namespace mercer
