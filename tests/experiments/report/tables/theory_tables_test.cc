#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "experiments/report/claims/check.h"
#include "experiments/report/summary/summarise.h"
#include "experiments/report/tables/layout.h"
#include "tests/experiments/report/made_results.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::MadeRecord;
using testing::MadeResults;
using ::testing::Not;

/// Five repetitions of rm at each D with Gram errors about `measured`, the first with `theory`, and
/// of another method that has none.
ResultFolder GramErrors(const std::vector<std::string>& sizes, double measured,
                        const std::string& theory) {
  std::vector<ResultRecord> records;
  for (const std::string& D : sizes) {
    for (int repetition = 0; repetition < 5; ++repetition) {
      for (const std::string method : {"rm", "biased"}) {
        const double error = measured * (1 + 0.01 * repetition);
        records.push_back(MadeRecord({{"method", method},
                                      {"map", "random_maclaurin"},
                                      {"D", D},
                                      {"repetition", std::to_string(repetition)},
                                      {"metric", "gram_mean_abs"},
                                      {"learner", ""},
                                      {"gram_mean_abs", std::to_string(error / 10)},
                                      {"gram_rel_frobenius", std::to_string(error)}}));
        if (method == "rm" && repetition == 0)
          records.back().SetText("gram_rel_frobenius_theory", theory);
      }
    }
  }
  return MadeResults(std::move(records), "");
}

std::vector<std::string> Texts(const Table& table, const std::string& column) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].name != column) continue;
    for (const TableRow& row : table.rows)
      if (row.cells.size() > i) out.push_back(row.cells[i]);
  }
  return out;
}

TEST(TheoryInTables, ASweepHasAColumnForMethodsWithAFormula) {
  const Summary summary = Summarise(GramErrors({"10", "20", "50", "100"}, 0.3, "0.301"), {});
  const std::vector<Table> tables = SweepTables(summary);
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(Texts(tables[0], "theory"), std::vector<std::string>(4, "0.301"));
  int of_frobenius = 0;
  for (const ReportColumn& column : tables[0].columns) {
    of_frobenius += column.group.find("Frobenius") != std::string::npos ? 1 : 0;
    if (column.name == "theory") {
      EXPECT_EQ(column.method, "rm");
    }
  }
  EXPECT_EQ(of_frobenius, 3) << "ours and theory of rm, and that of the method without a formula";
  EXPECT_THAT(Texts(tables[0], "biased"), ::testing::Contains(HasSubstr("0.306±")).Times(4));
  EXPECT_THAT(FootNotes(summary), ::testing::ElementsAre(HasSubstr("theory: the root")));
}

TEST(TheoryInTables, AComparisonHasALine) {
  const Summary summary = Summarise(GramErrors({"10"}, 0.3, "inf"), {});
  const std::vector<Table> tables = ComparisonTables(summary);
  ASSERT_EQ(tables.size(), 1U);
  std::string line;
  for (const TableRow& row : tables[0].rows) {
    if (row.cells.empty() || row.cells[0] != "theory") continue;
    for (const std::string& cell : row.cells) line += cell;
  }
  EXPECT_EQ(line, "theory∞");
}

CheckResult CheckOf(const ResultFolder& results) {
  const testing::TemporaryFolder folder;
  testing::WriteResults(folder.path(), results);
  return Check(folder.path());
}

TEST(Check, GramErrorsOffTheirTheoryChangeTheExitCode) {
  const CheckResult right = CheckOf(GramErrors({"10", "20", "50", "100"}, 0.3, "0.306"));
  EXPECT_EQ(right.ExitCode(), 0);
  EXPECT_THAT(right.text, HasSubstr("Theory: of 4 Gram errors"));
  EXPECT_THAT(right.text, HasSubstr("none contradicts them"));
  for (const double factor : {0.5, 2.0}) {
    const CheckResult wrong = CheckOf(GramErrors({"10", "20"}, 0.3 * factor, "0.306"));
    EXPECT_EQ(wrong.ExitCode(), 1) << factor;
    EXPECT_EQ(wrong.contradicted, 2);
    EXPECT_THAT(wrong.text, HasSubstr("2 contradict them"));
    EXPECT_THAT(wrong.text, HasSubstr(factor > 1 ? "contradict them: 2 lie above."
                                                 : "contradict them: 0 lie above, 2"));
    EXPECT_THAT(wrong.text, HasSubstr("0.306!"));
  }
  EXPECT_THAT(CheckOf(GramErrors({"10"}, 0.0003, "0.306")).text, HasSubstr("< -1000"));
  EXPECT_THAT(CheckOf(GramErrors({"10"}, 0.3, "inf")).text, HasSubstr("so none is compared"));
  const CheckResult none = CheckOf(GramErrors({"10"}, 0.3, ""));
  EXPECT_THAT(none.text, Not(HasSubstr("Theory")));
}

}  // namespace
}  // namespace mercer
