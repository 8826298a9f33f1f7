#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/report/render/render_latex.h"
#include "experiments/report/report.h"
#include "tests/experiments/report/made_results.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;

TEST(LatexText, EscapesWhatLatexReads) {
  EXPECT_EQ(LatexText("a_b & 50 % of {x} \\ $#~^"),
            "a\\_b \\& 50 \\% of \\{x\\} \\textbackslash{} \\$\\#\\textasciitilde{}"
            "\\textasciicircum{}");
  EXPECT_EQ(LatexText("1±2 3× ✓✗ – ü"), "1$\\pm$2 3$\\times$ $\\checkmark$\\textsf{x} -- ü");
}

TEST(RenderLatex, SetsTheBestInBoldAndShowsWhatLettersStandFor) {
  Table table{.title = "t",
              .columns = {{"", "", true}, {"", "a", true}, {"", "b", true}},
              .rows = {{"", {"alphaᵃ", "99.36±0.06 +", "98.00"}}},
              .notes = {"ᵃ some_key."}};
  table.rows[0].best = {false, true, false};
  const std::string latex = RenderLatex({.title = "d", .tables = {table}, .best = "the best"});
  EXPECT_THAT(latex, HasSubstr("alpha\\textsuperscript{a} & \\textbf{99.36$\\pm$0.06} + & 98.00"));
  EXPECT_THAT(latex, HasSubstr("{\\par\\footnotesize \\textsuperscript{a} some\\_key.\\par}\n"));
  EXPECT_THAT(latex, HasSubstr("% Bold: the best\n"));
}

TEST(RenderLatex, IncludesThePicturesBesideIt) {
  const std::string latex =
      RenderLatex({.title = "d", .figures = {{"report-figure1.pdf", "A caption."}}});
  EXPECT_THAT(
      latex, HasSubstr("% A caption.\n\\includegraphics[width=\\linewidth]{report-figure1.pdf}\n"));
}

TEST(Report, LatexEqualsTheGoldenFile) {
  const auto folder = testing::SourceDir() / "tests/golden/report";
  EXPECT_EQ(Report(folder, "latex"), testing::ReadFile(folder / "report.tex"));
}

// Accuracies in per cent, ours with the standard deviation of two repetitions, the paper's dashed.
TEST(LatexFigures, HoldTheDataOfEveryCurve) {
  const auto record = [](const char* size, const char* repetition, const char* accuracy) {
    return testing::MadeRecord({{"method", "rm"},
                                {"map", "m"},
                                {"D", size},
                                {"repetition", repetition},
                                {"accuracy", accuracy}});
  };
  std::vector<ResultRecord> records = {
      record("10", "0", "0.5"),
      record("10", "1", "0.7"),
      record("20", "0", "0.75"),
      record("20", "1", "0.75"),
      record("50", "0", "0.875"),
      record("50", "1", "0.875"),
      testing::MadeRecord({{"method", "exact"}, {"accuracy", "0.9375"}})};
  const testing::TemporaryFolder folder;
  testing::WriteResults(
      folder.path(),
      testing::MadeResults(records,
                           "table 1,alpha,polynomial,rm,20,accuracy,0.8,,fraction,2,printed,\n"));
  const std::string latex = Report(folder.path(), "latex");
  EXPECT_THAT(latex, HasSubstr("D mean std\n10 60 14.142"));
  EXPECT_THAT(latex, HasSubstr("\n20 75 0\n50 87.5 0\n};\n\\addlegendentry{rm}\n"));
  EXPECT_THAT(latex, HasSubstr("[dashed] table[x=D, y=value] {\nD value\n20 80\n};\n"
                               "\\addlegendentry{rm, paper}\n"));
  EXPECT_THAT(latex, HasSubstr("axis cs:1,93.75"));
  const auto count = [&](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = latex.find(text); at != latex.npos; at = latex.find(text, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count("\\begin{"), count("\\end{"));
  EXPECT_EQ(count("{"), count("}"));
}

}  // namespace
}  // namespace mercer
