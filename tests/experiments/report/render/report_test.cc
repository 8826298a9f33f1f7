#include "experiments/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "experiments/report/claims/check.h"
#include "experiments/store/csv.h"
#include "tests/experiments/report/made_results.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::MadeRecord;
using testing::MadeResults;
using ::testing::Not;
using testing::ReadFile;
using testing::TemporaryFolder;
using testing::WriteFile;
using testing::WriteResults;

// tests/golden/report: the records of two data sets (one a substitute) and three methods that bring
// every verdict about, made by hand.
std::filesystem::path GoldenFolder() { return testing::SourceDir() / "tests/golden/report"; }

std::string Line(const std::string& accuracy) {
  return "table 1,alpha,polynomial,rm,10,accuracy," + accuracy + ",,fraction,3,printed,\n";
}

ResultFolder OneCell(const std::string& measured, const std::string& reported) {
  return MadeResults(
      {MadeRecord({{"method", "rm"}, {"map", "m"}, {"D", "10"}, {"accuracy", measured}})},
      Line(reported));
}

CheckResult CheckOf(const ResultFolder& results) {
  const TemporaryFolder folder;
  WriteResults(folder.path(), results);
  return Check(folder.path());
}

TEST(Report, TextEqualsTheGoldenFile) {
  EXPECT_EQ(Report(GoldenFolder(), "text"), ReadFile(GoldenFolder() / "report.txt"));
}

TEST(Report, MarkdownEqualsTheGoldenFile) {
  EXPECT_EQ(Report(GoldenFolder(), "markdown"), ReadFile(GoldenFolder() / "report.md"));
}

TEST(Report, CsvEqualsTheGoldenFile) {
  EXPECT_EQ(Report(GoldenFolder(), "csv"), ReadFile(GoldenFolder() / "summary.csv"));
}

TEST(Report, LinesOfAComparisonFitATerminal) {
  const std::string text = Report(GoldenFolder(), "text");
  std::size_t characters = 0;
  for (const char c : text) {
    if (c == '\n') {
      EXPECT_LE(characters, 120U);
      characters = 0;
    } else if ((static_cast<unsigned char>(c) >> 6) != 2) {
      ++characters;
    }
  }
}

TEST(Report, UnknownFormatNamesTheKnownOnes) {
  EXPECT_THAT(
      testing::Message([&] { Report(GoldenFolder(), "markdwon"); }),
      ::testing::AllOf(HasSubstr("did you mean 'markdown'"), HasSubstr("text, csv, markdown")));
}

TEST(Report, FolderWithoutResultsIsRefused) {
  const TemporaryFolder folder;
  EXPECT_THROW(Report(folder.path(), "text"), InvalidInput);
  EXPECT_THROW(Report(folder / "absent", "text"), InvalidInput);
}

TEST(Report, FaultyReportedValuesAreNamed) {
  const TemporaryFolder folder;
  WriteResults(folder.path(), OneCell("0.9", "99.7"));
  EXPECT_THAT(testing::Message([&] { Report(folder.path(), "text"); }), HasSubstr("line 2"));
}

TEST(Report, ResultsWithoutAPaperAreShownAlone) {
  const TemporaryFolder folder;
  WriteResults(folder.path(), MadeResults({MadeRecord({{"method", "rm"}, {"accuracy", "0.5"}})},
                                          Line("0.5"), {{"experiment", "made/table"}}));
  const std::string text = Report(folder.path(), "text");
  EXPECT_THAT(text, HasSubstr("50.00"));
  EXPECT_THAT(text, Not(HasSubstr("paper")));
}

TEST(Report, FourSizesMakeATableWithARowPerSize) {
  std::vector<ResultRecord> records;
  for (const char* size : {"10", "20", "50", "100"}) {
    records.push_back(MadeRecord({{"method", "rm"},
                                  {"map", "m"},
                                  {"D", size},
                                  {"metric", "gram_mean_abs"},
                                  {"gram_mean_abs", "0.5"},
                                  {"learner", ""},
                                  {"draw_s", "3"}}));
  }
  const TemporaryFolder folder;
  WriteResults(folder.path(),
               MadeResults(records,
                           "table 1,alpha,polynomial,rm,50,gram_mean_abs,0.4321,,absolute,"
                           "3,digitised,\n"));
  const std::string text = Report(folder.path(), "text");
  EXPECT_THAT(text, HasSubstr("  D | ours"));
  EXPECT_THAT(text, HasSubstr(" 50 | 0.5 ?"));
  EXPECT_THAT(text, HasSubstr("0.432"));
  EXPECT_THAT(text, HasSubstr("100 | 0.5"));
  EXPECT_THAT(text, Not(HasSubstr("train:")));  // no learner: nothing was trained
}

TEST(Report, NumbersOfAnotherProgramAreNotCalledThePapers) {
  const std::vector<ResultRecord> records = {MadeRecord(
      {{"method", "rm"}, {"map", "m"}, {"D", "50"}, {"accuracy", "0.9"}, {"learner", "ridge"}})};
  const auto text = [&](const std::string& how_read) {
    const TemporaryFolder folder;
    WriteResults(folder.path(),
                 MadeResults(records, "table 1,alpha,polynomial,rm,50,accuracy,0.8,,fraction,3," +
                                          how_read + ",\n"));
    return Report(folder.path(), "text");
  };
  EXPECT_THAT(text("printed"), AllOf(HasSubstr("paper"), Not(HasSubstr("other program"))));
  EXPECT_THAT(text("rerun"),
              AllOf(HasSubstr("other program"), HasSubstr("The numbers of another program")));
}

// Two methods side by side, of which rm was tuned as `tuned_on` says.
ResultFolder TunedResults(const std::string& tuned_on, const std::vector<std::string>& sizes) {
  std::vector<ResultRecord> records;
  records.push_back(MadeRecord({{"method", "exact"},
                                {"accuracy", "0.8"},
                                {"fit_s", "6"},
                                {"predict_s", "4"},
                                {"tuned_params", "learner.cost=1"},
                                {"tuned_on", "train-folds (5 of 60 training rows)"}}));
  for (const std::string& size : sizes) {
    records.push_back(MadeRecord({{"method", "rm"},
                                  {"map", "m"},
                                  {"D", size},
                                  {"accuracy", "0.9"},
                                  {"fit_s", "3"},
                                  {"predict_s", "2"},
                                  {"tuned_params", "learner.cost=7"},
                                  {"tuned_on", tuned_on}}));
  }
  return MadeResults(records, Line("0.9"));
}

std::size_t Count(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(TunedOnTest, EveryNumberInEveryTableIsMarked) {
  const TemporaryFolder table, sweep;
  WriteResults(table.path(), TunedResults("test", {"10"}));
  WriteResults(sweep.path(), TunedResults("test", {"10", "20", "50", "100"}));
  for (const char* format : {"text", "markdown"}) {
    const std::string compared = Report(table.path(), format);
    EXPECT_THAT(compared, HasSubstr("90.00† ?"));
    for (const char* number : {"3†", "2×†", "2†"}) EXPECT_THAT(compared, HasSubstr(number));
    EXPECT_EQ(Count(compared, "†"), 5U + 1U);  // accuracy, two times, two speed-ups; the caption
    EXPECT_THAT(compared, HasSubstr("† tuned on the test part, as a paper did, rm: alpha cost 7 in "
                                    "1 of 1 trial."));
    EXPECT_THAT(compared,
                HasSubstr("Tuned on the training part, exact: alpha cost 1 in 1 of 1 trial."));
    EXPECT_THAT(compared, Not(HasSubstr("80.00†")));
    const std::string swept = Report(sweep.path(), format);
    EXPECT_THAT(swept, HasSubstr("90.00† ?"));
    EXPECT_EQ(Count(swept, "†"), 4U * 3U + 1U);  // accuracy and two times for each D; the caption
    EXPECT_THAT(swept, Not(HasSubstr("80.00†")));
  }
  const std::string checked = Check(table.path()).text;
  EXPECT_THAT(checked, HasSubstr("90.00†"));
  EXPECT_THAT(checked, HasSubstr("tuned on the test part"));
  const auto csv = ParseCsv(Report(table.path(), "csv"), "summary.csv");
  for (std::size_t i = 1; i < csv.size(); ++i) {
    const std::vector<std::string>& fields = csv[i].fields;
    EXPECT_EQ(fields.back(), fields[3] == "rm" ? "cost-fixed-1; bias-1; tuned on the test part"
                                               : "cost-fixed-1; bias-1");
    EXPECT_THAT(fields[7], Not(HasSubstr("†")));
  }
}

TEST(TunedOnTest, AMethodWithoutDIsMarkedAboveTheSweep) {
  ResultFolder results = TunedResults("", {"10", "20", "50", "100"});
  results.records[0].SetText("tuned_on", "test");
  const TemporaryFolder folder;
  WriteResults(folder.path(), results);
  const std::string text = Report(folder.path(), "text");
  EXPECT_THAT(text, HasSubstr("80.00†"));
  EXPECT_THAT(text, Not(HasSubstr("90.00†")));
}

TEST(TunedOnTest, ElseThereIsNoMark) {
  const TemporaryFolder folder;
  for (const char* tuned_on : {"", "train-validation (0.2 of 60 training rows)"}) {
    for (const std::vector<std::string>& sizes :
         {std::vector<std::string>{"10"}, {"10", "20", "50", "100"}}) {
      WriteResults(folder.path(), TunedResults(tuned_on, sizes));
      for (const char* format : {"text", "markdown", "csv"}) {
        EXPECT_THAT(Report(folder.path(), format), Not(HasSubstr("†")));
        EXPECT_THAT(Report(folder.path(), format), Not(HasSubstr("test part")));
      }
    }
  }
}

TEST(WriteSummary, WritesWhatReportPrints) {
  const TemporaryFolder folder;
  WriteResults(folder.path(), OneCell("0.9", "0.9"));
  WriteSummary(folder.path());
  EXPECT_EQ(ReadFile(folder / "summary.csv"), Report(folder.path(), "csv"));
  EXPECT_EQ(ReadFile(folder / "report.md"), Report(folder.path(), "markdown"));
}

TEST(Check, ExitCodeIsOneOnlyWhereACellIsWorse) {
  // One run is too few to agree.
  const CheckResult within = CheckOf(OneCell("0.94", "0.95"));
  EXPECT_EQ(within.cells.untold, 1);
  EXPECT_EQ(within.ExitCode(), 0);

  const CheckResult worse = CheckOf(OneCell("0.9399", "0.95"));
  EXPECT_EQ(worse.cells.worse, 1);
  EXPECT_EQ(worse.ExitCode(), 1);
  EXPECT_THAT(worse.text,
              HasSubstr("0 exact, 0 agree, 0 better, 1 worse, 0 unsolved, 0 cannot be told."));

  ResultFolder missing = OneCell("", "0.95");
  missing.records[0].SetText("status", "skipped");
  const CheckResult untold = CheckOf(missing);
  EXPECT_EQ(untold.cells.untold, 1);
  EXPECT_EQ(untold.ExitCode(), 0);
  EXPECT_THAT(untold.text, HasSubstr("cannot be told"));
}

TEST(Check, TimesFarFromThePapersChangeNothing) {
  const CheckResult result =
      CheckOf(MadeResults({MadeRecord({{"method", "rm"}, {"D", "10"}, {"fit_s", "1000"}})},
                          "table 1,alpha,polynomial,rm,10,train_s,1,,s,1,printed,\n"));
  EXPECT_EQ(result.cells.Texts(), std::vector<std::string>(6, "0"));
  EXPECT_EQ(result.ExitCode(), 0);
}

TEST(Check, GoldenFolderHasEachVerdictAndNamesTheSubstitute) {
  const CheckResult result = Check(GoldenFolder());
  EXPECT_EQ(result.cells.exact, 1);
  EXPECT_EQ(result.cells.agrees, 1);
  EXPECT_EQ(result.cells.better, 1);
  EXPECT_EQ(result.cells.worse, 1);
  EXPECT_EQ(result.cells.unsolved, 1);
  EXPECT_EQ(result.cells.untold, 3);
  EXPECT_EQ(result.ExitCode(), 1);
  EXPECT_THAT(result.text, HasSubstr("substitute for covertype"));
  EXPECT_THAT(result.text, HasSubstr("cost-fixed-1, bias-1"));
}

TEST(Report, OnlyTheTablesHaveRowsAndColumnsToChoose) {
  const Summary summary = LoadSummary(GoldenFolder());
  EXPECT_THAT(Report(summary, "markdown", {.rows = "methods"}),
              HasSubstr("| exact | 99.90 ≡ | 99.9 | 78.00 ? | 77.4 | – | 93.8 |"));
  EXPECT_THAT(testing::Message([&] { Report(summary, "csv", {.rows = "methods"}); }),
              HasSubstr("expected text, markdown, latex or html"));
  EXPECT_THAT(testing::Message([&] { Report(summary, "text", {.rows = "method"}); }),
              HasSubstr("did you mean 'methods'"));
  EXPECT_THAT(testing::Message([&] { Report(summary, "text", {.rows = "D", .columns = "D"}); }),
              HasSubstr("--rows and --columns are both 'D'"));
}

TEST(Report, PicturesStandBehindTheTables) {
  const Summary summary = LoadSummary(GoldenFolder());
  const ReportView view{.figures = {{"report-figure1.svg", "Accuracy."}}};
  EXPECT_THAT(Report(summary, "markdown", view), HasSubstr("\n![Accuracy.](report-figure1.svg)\n"));
  EXPECT_THAT(Report(summary, "latex", view), Not(HasSubstr("tikzpicture")));
}

// Not one number of the substitute is marked otherwise, in any form of the report.
TEST(Report, SubstituteDataAreCannotBeToldInEveryForm) {
  for (const char* format : {"text", "markdown", "latex"}) {
    const std::string text = Report(GoldenFolder(), format);
    const std::size_t begin = text.find("Covertype sample (");
    ASSERT_NE(begin, std::string::npos) << format;
    const std::size_t ours = text.find("ours", begin);
    const std::string line = text.substr(ours, text.find('\n', ours) - ours);
    EXPECT_THAT(line, HasSubstr("78.00 ?")) << format;
    for (const char* mark : {"✓", "✗", "≡", "+", "checkmark", "textsf", "equiv"})
      EXPECT_THAT(line, Not(HasSubstr(mark))) << format;
  }
}

// A number that is better than the paper's carries no cross.
TEST(Report, EachVerdictHasItsMark) {
  const auto shown = [](const std::string& measured, const std::string& paper = "0.95,0.001") {
    const TemporaryFolder folder;
    const std::string std = paper.find(',') == std::string::npos ? "," : "";
    WriteResults(
        folder.path(),
        MadeResults(
            {MadeRecord({{"method", "rm"}, {"map", "m"}, {"D", "10"}, {"accuracy", measured}})},
            "table 1,alpha,polynomial,rm,10,accuracy," + paper + std + ",fraction,3,printed,\n"));
    return Report(folder.path(), "text");
  };
  EXPECT_THAT(shown("0.95", "0.95"), HasSubstr("95.00 ?\n"));
  EXPECT_THAT(shown("0.95"), HasSubstr("95.00 ✓\n"));
  EXPECT_THAT(shown("0.99"), HasSubstr("99.00 +\n"));
  EXPECT_THAT(shown("0.99"), Not(HasSubstr("✗")));
  EXPECT_THAT(shown("0.9"), HasSubstr("90.00 ✗\n"));
}

}  // namespace
}  // namespace mercer
