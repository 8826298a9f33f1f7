#include "experiments/report/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/error.h"
#include "tests/experiments/report/compare/made_scores.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::Folder;
using ::testing::HasSubstr;
using testing::MadeTrials;
using testing::Message;
using ::testing::Not;
using ::testing::StartsWith;

/// A results folder on disk.
class MadeFolder {
 public:
  explicit MadeFolder(const std::vector<std::vector<ResultRecord>>& parts) {
    testing::WriteResults(folder_ / "made", Folder(parts));
  }

  std::filesystem::path path() const { return folder_ / "made"; }

  std::string Text(const std::string& format, double alpha = 0.05) const {
    return ComparisonText(LoadComparison({path()}, {}, alpha), format);
  }

 private:
  testing::TemporaryFolder folder_;
};

// Differences 1/8, 1/4, 3/8, with n_test/n_train = 2/3.
const std::vector<std::vector<ResultRecord>>& OneDataSet() {
  static const std::vector<std::vector<ResultRecord>> parts = {
      MadeTrials("alpha", "exact", {0.375, 0.5, 0.625}),
      MadeTrials("alpha", "rm", {0.25, 0.25, 0.25})};
  return parts;
}

const std::vector<std::vector<ResultRecord>>& ThreeDataSets() {
  static const std::vector<std::vector<ResultRecord>> parts = {
      MadeTrials("alpha", "exact", {0.75}), MadeTrials("alpha", "rm", {0.5}),
      MadeTrials("beta", "exact", {0.75}),  MadeTrials("beta", "rm", {0.5}),
      MadeTrials("gamma", "exact", {0.75}), MadeTrials("gamma", "rm", {0.75})};
  return parts;
}

// One line, so that a sentence does not break.
std::string Unwrapped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const char one = c == '\n' ? ' ' : c;
    if (one != ' ' || !out.ends_with(' ')) out += one;
  }
  return out;
}

TEST(CompareText, OfOneDataSetSaysTestAndVerdict) {
  const MadeFolder folder(OneDataSet());
  const std::string text = folder.Text("text");
  EXPECT_THAT(text, StartsWith("Which methods differ: accuracy % on alpha\n"));
  EXPECT_THAT(Unwrapped(text), HasSubstr("2 methods on alpha, higher is better. Each repetition "
                                         "splits the same rows anew: the test of Nadeau and Bengio "
                                         "(2003) for resampled splits takes (1/n + n_test/n_train) "
                                         "s² as the variance of the mean difference, with "
                                         "n_test/n_train = 0.667."));
  EXPECT_THAT(Unwrapped(text),
              HasSubstr("exact rm +25.00 ±12.5 2.00 0.184 0.184 3 no difference shown"));
  EXPECT_THAT(Unwrapped(folder.Text("text", 0.2)), HasSubstr("0.184 3 differs"));
  EXPECT_THAT(folder.Text("markdown"), HasSubstr("| exact | rm | +25.00 | ±12.5 | 2.00 |"));
  EXPECT_THAT(folder.Text("latex"), AllOf(HasSubstr("\\toprule"), Not(HasSubstr("tikzpicture"))));
  EXPECT_THAT(folder.Text("html"),
              AllOf(HasSubstr("<td class=\"number\">+25.00</td>"), Not(HasSubstr("<svg"))));
}

TEST(CompareText, SaysWhichTestWhereTheRowsStay) {
  const testing::Fields official = {{"split", "official"}, {"split_seed", "8"}};
  const MadeFolder folder({MadeTrials("alpha", "exact", {0.375, 0.5}, official),
                           MadeTrials("alpha", "rm", {0.25, 0.25}, official)});
  EXPECT_THAT(Unwrapped(folder.Text("text")),
              HasSubstr("All repetitions have the same training and test rows: the plain paired "
                        "test, with s²/n as the variance of the mean difference, is about the "
                        "draws of maps and learners alone, not about other rows."));
  EXPECT_THAT(folder.Text("csv"), HasSubstr("\nt,alpha,accuracy,exact,rm,2,"));
}

TEST(CompareText, TimesAreInSeconds) {
  const MadeFolder folder({MadeTrials("alpha", "exact", {0.5}, {{"fit_s", "2"}}),
                           MadeTrials("alpha", "rm", {0.5}, {{"fit_s", "1"}})});
  const Comparison comparison = LoadComparison({folder.path()}, {"fit_s", {}}, 0.05);
  EXPECT_THAT(ComparisonText(comparison, "text"),
              AllOf(StartsWith("Which methods differ: fit s on alpha"),
                    HasSubstr("lower is better"), HasSubstr("not tested")));
}

TEST(CompareText, CsvHasARowForEachPair) {
  const MadeFolder folder(OneDataSet());
  const std::string csv = folder.Text("csv");
  EXPECT_THAT(csv, StartsWith("test,dataset,metric,a,b,n,mean_a,mean_b,difference,stderr,"
                              "test_train_ratio,statistic,p,p_adjusted,critical_difference,"
                              "verdict\ncorrected_t,alpha,accuracy,exact,rm,3,0.5,0.25,0.25,0.125,"
                              "0.6666666666666666,2,0.18"));
  EXPECT_THAT(csv, HasSubstr(",,no difference shown\n"));
}

TEST(CompareText, OverDataSetsSaysFriedmanAndNemenyi) {
  const MadeFolder folder(ThreeDataSets());
  const std::string text = Unwrapped(folder.Text("text"));
  EXPECT_THAT(text, HasSubstr("2 methods on 3 data sets. A data set is one observation"));
  // Mean ranks 7/6 and 11/6: chi² = 6 · 2 · (1/3)² = 4/3, without the tie 2.
  EXPECT_THAT(text, HasSubstr("chi² = 1.33 on 1 degree of freedom, p = 0.248 (corrected for ties, "
                              "as scipy and R print it, 2.00, p = 0.157); Iman and Davenport's F = "
                              "1.60 on 1 and 2, p = 0.333."));
  EXPECT_THAT(text, HasSubstr("With fewer than 10 data sets or 5 methods the distributions of chi² "
                              "and F are approximations: over all orders of the ranks within the "
                              "data sets p = 0.5, which decides."));
  EXPECT_THAT(text, HasSubstr("The deciding p is above 0.05: no difference is shown"));
  EXPECT_THAT(text, HasSubstr("Not shown to differ from each other: exact, rm."));
  EXPECT_THAT(text, HasSubstr("exact 75.00 (1) 75.00 (1) 75.00 (1.5) 1.167 1"));
  const std::string csv = folder.Text("csv");
  EXPECT_THAT(csv, HasSubstr("\nfriedman,,accuracy,,,3,,,,,,1.33"));
  EXPECT_THAT(csv, HasSubstr("\npermutations,,accuracy,,,3,,,,,,,0.5,,,\n"));
  EXPECT_THAT(csv, HasSubstr("\nnemenyi,,accuracy,exact,rm,3,1.16"));
}

TEST(CompareText, TheDiagramIsInEachFormatThatHasPictures) {
  const MadeFolder folder(ThreeDataSets());
  EXPECT_THAT(folder.Text("svg"), StartsWith("<svg "));
  EXPECT_THAT(folder.Text("html"), AllOf(HasSubstr("<svg "), HasSubstr("<h1>Which methods")));
  EXPECT_THAT(folder.Text("pgfplots"), HasSubstr("\\begin{axis}"));
  EXPECT_THAT(folder.Text("latex"), AllOf(HasSubstr("\\toprule"), HasSubstr("\\begin{axis}")));
}

TEST(CompareText, NamesOfRecordsAreOnlyText) {
  const MadeFolder folder({MadeTrials("alpha", "<b>", {0.5, 0.6}), MadeTrials("beta", "<b>", {0.5}),
                           MadeTrials("alpha", "rm", {0.5, 0.7}), MadeTrials("beta", "rm", {0.5})});
  EXPECT_THAT(folder.Text("html"), AllOf(HasSubstr("&lt;b&gt;"), Not(HasSubstr("<b>"))));
}

TEST(CompareText, RefusesWhatCannotBe) {
  const MadeFolder one(OneDataSet());
  EXPECT_THAT(Message([&] { one.Text("svg"); }),
              HasSubstr("diagram is of two or more methods over several data sets (these are "
                        "results on one data set); expected --format text|"));
  EXPECT_THAT(Message([&] { one.Text("pgfplot"); }), HasSubstr("did you mean 'pgfplots'?"));
  EXPECT_THAT(Message([&] { one.Text("text", 0); }), HasSubstr("--alpha is 0; expected a level"));
  EXPECT_THAT(Message([&] { one.Text("text", 5); }), HasSubstr("--alpha is 5; expected a level"));
  EXPECT_THAT(Message([&] { LoadComparison({one.path() / "none"}, {}, 0.05); }), HasSubstr("none"));
}

}  // namespace
}  // namespace mercer
