// Which verdict a cell gets beside the paper's number.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "experiments/report/summary/summarise.h"
#include "experiments/report/summary/summary.h"
#include "tests/experiments/report/summary/summary_records.h"

namespace mercer {
namespace {

using testing::Exact;
using testing::kExact;
using testing::kRm;
using testing::MadeConfig;
using testing::MadeResults;
using testing::Rm;
using testing::VerdictOfAccuracy;

TEST(Summarise, EachVerdict) {
  const std::string line = "table 1,alpha,polynomial,rm,10,accuracy,0.95,,fraction,3,printed,\n";
  const std::string with_std =
      "table 1,alpha,polynomial,rm,10,accuracy,0.95,0.001,fraction,3,printed,\n";
  EXPECT_EQ(VerdictOfAccuracy("0.945", with_std), Verdict::kAgrees);
  // One run, and nothing known of its spread.
  EXPECT_EQ(VerdictOfAccuracy("0.945", line), Verdict::kUntold);
  EXPECT_EQ(VerdictOfAccuracy("0.94", line), Verdict::kUntold);  // the edge belongs to it
  EXPECT_EQ(VerdictOfAccuracy("0.96", line), Verdict::kUntold);
  EXPECT_EQ(VerdictOfAccuracy("0.9399", line), Verdict::kWorse);
  EXPECT_EQ(VerdictOfAccuracy("0.9601", line), Verdict::kBetter);
  EXPECT_EQ(VerdictOfAccuracy("", line), Verdict::kUntold);
  EXPECT_EQ(VerdictOfAccuracy("0.5", ""), Verdict::kNotReported);
}

// The same number, of a machine without map on the official split.
TEST(Summarise, ExactWhereNothingIsDrawn) {
  nlohmann::json config = MadeConfig();
  config["datasets"][0]["split"] = "official";
  const auto judged = [&](const std::string& measured) {
    const std::vector<ResultRecord> records = {
        Exact("0", {{"accuracy", measured}, {"learner", "libsvm"}})};
    return Summarise(MadeResults(records,
                                 "table 1,alpha,polynomial,exact,,accuracy,0.95,,fraction,3,"
                                 "printed,\n",
                                 config),
                     {})
        .Find(kExact, "accuracy")
        ->judgement;
  };
  EXPECT_EQ(judged("0.9504").verdict, Verdict::kExact);
  EXPECT_EQ(judged("0.9506").verdict, Verdict::kAgrees);
  EXPECT_EQ(judged("0.9506").band->kind, BandKind::kFixed);
}

TEST(Summarise, TimesSpeedupsAndCountsGetNoVerdict) {
  const std::string lines =
      "table 1,alpha,polynomial,rm,10,train_s,1,,s,3,printed,\n"
      "table 1,alpha,polynomial,rm,10,train_speedup,100,,ratio,3,printed,\n"
      "table 1,alpha,polynomial,rm,10,ops_per_row,1,,absolute,3,printed,\n"
      "table 1,beta,polynomial,rm,10,test_s,1,,s,3,printed,\n";
  const Summary summary =
      Summarise(MadeResults({Exact("0", {{"accuracy", "1"}, {"fit_s", "12"}}),
                             Rm("0", {{"accuracy", "1"}, {"fit_s", "2"}, {"ops_per_row", "9"}})},
                            lines),
                {});
  int reported = 0;
  for (const SummaryRow& row : summary.rows) {
    if (!row.reported) continue;
    ++reported;
    EXPECT_EQ(row.judgement.verdict, Verdict::kNone) << row.metric;
    EXPECT_FALSE(row.judgement.band);
  }
  EXPECT_EQ(reported, 4);
}

testing::Fields Objectives(const std::string& primal, const std::string& dual) {
  return {{"accuracy", "0.95"}, {"primal_objective", primal}, {"dual_objective", dual}};
}

// One trial of two stopped 1.1 per cent above its optimum; the Gram error needs no optimum.
TEST(Summarise, AnUnsolvedCellHasNoVerdict) {
  const std::string lines =
      "table 1,alpha,polynomial,rm,10,accuracy,0.95,0.0001,fraction,3,printed,\n"
      "table 1,alpha,polynomial,rm,10,gram_mean_abs,2,0.01,absolute,3,printed,\n";
  const auto summary = [&](const std::string& dual, const std::string& sign = "") {
    auto worse = Objectives(sign + "200", dual);
    worse.emplace_back("gram_mean_abs", "2");
    return Summarise(MadeResults({Rm("0", Objectives("100", "99.5")), Rm("1", worse)}, lines), {});
  };
  const Summary unsolved = summary("197.8"), solved = summary("198.2");
  EXPECT_EQ(unsolved.Find(kRm, "accuracy")->judgement.verdict, Verdict::kUnsolved);
  EXPECT_FALSE(unsolved.Find(kRm, "accuracy")->judgement.band);
  EXPECT_TRUE(unsolved.Find(kRm, "primal_objective")->unsolved);
  EXPECT_EQ(unsolved.Find(kRm, "gram_mean_abs")->judgement.verdict, Verdict::kAgrees);
  EXPECT_NEAR(unsolved.Find(kRm, "duality_gap")->measured.mean, (0.005 + 0.011) / 2, 1e-12);
  EXPECT_EQ(solved.Find(kRm, "accuracy")->judgement.verdict, Verdict::kAgrees);
  EXPECT_FALSE(solved.Find(kRm, "accuracy")->unsolved);
  // An objective below 0 is a share of its size all the same.
  EXPECT_EQ(summary("-203", "-").Find(kRm, "accuracy")->judgement.verdict, Verdict::kUnsolved);
}

TEST(Summarise, ACellWhoseNumberChoseAParameterCannotBeTold) {
  const std::string line =
      "table 1,alpha,polynomial,rm,10,accuracy,0.95,0.001,fraction,3,printed,\n";
  const auto verdict = [&](const nlohmann::json& fitted) {
    nlohmann::json config = MadeConfig();
    config["paper"]["fitted"] = {fitted};
    return Summarise(MadeResults({Rm("0", {{"accuracy", "0.95"}})}, line, config), {})
        .Find(kRm, "accuracy")
        ->judgement.verdict;
  };
  EXPECT_EQ(verdict({{"method", "rm"}, {"dataset", "alpha"}, {"D", 10}}), Verdict::kUntold);
  EXPECT_EQ(verdict({{"method", "rm"}}), Verdict::kUntold);
  EXPECT_EQ(verdict({{"method", "exact"}}), Verdict::kAgrees);
  EXPECT_EQ(verdict({{"method", "rm"}, {"dataset", "beta"}}), Verdict::kAgrees);
  EXPECT_EQ(verdict({{"method", "rm"}, {"D", 20}}), Verdict::kAgrees);
}

TEST(Summarise, SkippedCellThatThePaperReportsCannotBeTold) {
  const Summary summary = Summarise(
      MadeResults({Rm("0", {{"status", "skipped"}, {"metric", ""}, {"message", "fetch it"}})},
                  "table 1,alpha,polynomial,rm,10,accuracy,0.95,,fraction,3,printed,\n"),
      {});
  const SummaryRow& row = *summary.Find(kRm, "accuracy");
  EXPECT_EQ(row.measured.n, 0);
  EXPECT_EQ(row.judgement.verdict, Verdict::kUntold);
  EXPECT_FALSE(row.difference);
}

TEST(Summarise, ReportedCellsThatWereNeverRunCannotBeTold) {
  const std::string lines =
      "table 1,alpha,polynomial,rm,10,accuracy,0.95,,fraction,3,printed,\n"
      "table 1,beta,polynomial,rm,10,accuracy,0.9,,fraction,3,printed,\n"
      "table 1,gamma,polynomial,rm,10,accuracy,0.9,,fraction,3,printed,\n";
  const Summary summary = Summarise(MadeResults({Rm("0", {{"accuracy", "0.95"}})}, lines), {});
  EXPECT_EQ(summary.rows.size(), 2U);  // gamma is not in the config
  EXPECT_EQ(summary.Find({"beta", "polynomial", "rm", 10}, "accuracy")->judgement.verdict,
            Verdict::kUntold);
}

// However close it comes: the paper's number is of other data.
TEST(Summarise, SubstituteDataCannotBeTold) {
  for (const char* measured : {"0.95", "0.2"}) {
    const Summary summary = Summarise(
        MadeResults({Rm("0", {{"dataset", "alpha_sample"}, {"accuracy", measured}})},
                    "table 1,alpha,polynomial,rm,10,accuracy,0.95,,fraction,3,printed,\n"),
        {{"alpha_sample", "alpha"}});
    const SummaryRow& row = *summary.Find({"alpha_sample", "polynomial", "rm", 10}, "accuracy");
    EXPECT_EQ(summary.rows.size(), 1U) << "no second row for the data that it stands in for";
    EXPECT_EQ(row.judgement.verdict, Verdict::kUntold);
    EXPECT_FALSE(row.judgement.band);
    EXPECT_TRUE(row.difference);
    EXPECT_EQ(summary.Substitutes("alpha_sample"), "alpha");
    EXPECT_NE(SummaryCsv(summary).find("substitute for alpha"), std::string::npos);
  }
}

}  // namespace
}  // namespace mercer
