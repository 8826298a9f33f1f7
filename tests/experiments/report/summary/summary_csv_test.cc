// summary.csv.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "experiments/report/summary/summarise.h"
#include "experiments/report/summary/summary.h"
#include "experiments/store/csv.h"
#include "tests/experiments/report/summary/summary_records.h"

namespace mercer {
namespace {

using testing::MadeResults;
using testing::Rm;

TEST(SummaryCsv, HasTheContractsColumnsAndReadsBack) {
  const std::string text = SummaryCsv(
      Summarise(MadeResults({Rm("0", {{"accuracy", "0.5"}}), Rm("1", {{"accuracy", "0.75"}})},
                            "table 1,alpha,polynomial,rm,10,accuracy,0.625,,fraction,3,printed,\n"),
                {}));
  const auto rows = ParseCsv(text, "summary.csv");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].fields,
            (std::vector<std::string>{
                "experiment", "dataset",       "kernel",    "method",    "D",        "metric",
                "n",          "mean",          "std",       "stderr",    "reported", "reported_std",
                "difference", "band_low",      "band_high", "band_kind", "margin",   "verdict",
                "theory",     "theory_stderr", "theory_z",  "deviations"}));
  EXPECT_EQ(rows[1].fields, (std::vector<std::string>{"made/table",
                                                      "alpha",
                                                      "polynomial",
                                                      "rm",
                                                      "10",
                                                      "accuracy",
                                                      "2",
                                                      "0.625",
                                                      "0.1767766952966369",
                                                      "0.125",
                                                      "0.625",
                                                      "",
                                                      "0",
                                                      "0.615",
                                                      "0.635",
                                                      "fixed",
                                                      "0.01",
                                                      "cannot be told",
                                                      "",
                                                      "",
                                                      "",
                                                      "cost-fixed-1; bias-1"}));
}

ResultRecord Measured(const std::string& repetition, const std::string& error) {
  return Rm(repetition, {{"gram_rel_frobenius", error}, {"metric", "gram_rel_frobenius"}});
}

// The first repetition holds what theory expects of all.
TEST(SummaryCsv, HasTheTheoryOfGramErrors) {
  ResultFolder results = MadeResults(
      {Rm("0", {{"metric", "gram_rel_frobenius"},
                {"gram_rel_frobenius", "0.1"},
                {"gram_rel_frobenius_theory", "0.3"},
                {"gram_rel_frobenius_theory_stderr", "0.05"},
                {"gram_theory_pairs", "300"}}),
       Measured("1", "0.2"), Measured("2", "0.3"), Measured("3", "0.4"), Measured("4", "0.5")},
      "");
  const Summary summary = Summarise(results, {});
  const SummaryRow* row = summary.Find(summary.rows.front().cell, "gram_rel_frobenius");
  ASSERT_TRUE(row != nullptr && row->theory && row->theory->z);
  EXPECT_EQ(row->theory->value, 0.3);
  // Squares of 0.1 to 0.5: mean 0.11, variance 0.00935, which counts once more where rows are
  // drawn.
  EXPECT_NEAR(*row->theory->z, 0.02 / std::sqrt(0.00935 / 5 + 0.03 * 0.03), 1e-12);
  const auto lines = ParseCsv(SummaryCsv(summary), "summary.csv");
  const auto place =
      static_cast<std::size_t>(std::find(lines[0].fields.begin(), lines[0].fields.end(), "theory") -
                               lines[0].fields.begin());
  std::size_t with_theory = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].fields[place].empty()) continue;
    ++with_theory;
    EXPECT_EQ(lines[i].fields[5], "gram_rel_frobenius");
    EXPECT_EQ(lines[i].fields[place], "0.3");
    EXPECT_EQ(lines[i].fields[place + 1], "0.05");
  }
  EXPECT_EQ(with_theory, 1U);
}

}  // namespace
}  // namespace mercer
