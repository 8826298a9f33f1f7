#include "experiments/report/tables/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/report/summary/summarise.h"
#include "experiments/report/tables/best.h"
#include "experiments/report/tables/render_text.h"
#include "tests/experiments/report/made_results.h"

namespace mercer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::MadeConfig;
using testing::MadeRecord;
using testing::MadeResults;
using ::testing::Not;
using Json = nlohmann::json;

SummaryRow Row(const std::string& metric, double mean, bool has_map = true) {
  SummaryRow row{{"alpha", "polynomial", "rm", 10}, metric, {3, mean, 0.1, 0.05}};
  row.has_map = has_map;
  return row;
}

std::vector<bool> Best(const std::vector<SummaryRow>& rows) {
  std::vector<const SummaryRow*> all;
  for (const SummaryRow& row : rows) all.push_back(&row);
  return BestOf(all);
}

TEST(BestOf, TakesTheLargestAccuracyAndTheSmallestError) {
  EXPECT_THAT(Best({Row("accuracy", 0.9), Row("accuracy", 0.95), Row("accuracy", 0.8)}),
              ElementsAre(false, true, false));
  EXPECT_THAT(Best({Row("gram_mean_abs", 0.3), Row("gram_mean_abs", 0.1)}),
              ElementsAre(false, true));
  EXPECT_THAT(Best({Row("error_rate", 0.3), Row("error_rate", 0.1)}), ElementsAre(false, true));
}

// 95.123 and 95.124 per cent are both printed as 95.12.
TEST(BestOf, EqualAsPrintedIsEquallyGood) {
  EXPECT_THAT(Best({Row("accuracy", 0.95123), Row("accuracy", 0.95124), Row("accuracy", 0.9)}),
              ElementsAre(true, true, false));
  EXPECT_THAT(Best({Row("accuracy", 0.95123), Row("accuracy", 0.95124)}), ElementsAre(false, false))
      << "all print the same";
}

TEST(BestOf, ExactMachinesAndWhatIsNoResultDoNotCompete) {
  SummaryRow unsolved = Row("accuracy", 0.99), on_test = Row("accuracy", 0.98),
             absent = Row("accuracy", 0);
  unsolved.unsolved = true;
  on_test.tuned_on_test = true;
  absent.measured.n = 0;
  EXPECT_THAT(Best({Row("accuracy", 1, false), unsolved, on_test, absent, Row("accuracy", 0.8),
                    Row("accuracy", 0.7)}),
              ElementsAre(false, false, false, false, true, false));
  EXPECT_THAT(Best({Row("accuracy", 1, false), Row("accuracy", 0.8)}), ElementsAre(false, false))
      << "alone";
}

TEST(BestOf, TimesAndBoundsAreNotCompared) {
  for (const char* metric :
       {"train_s", "train_speedup", "duality_gap", "output_dim", "box_discrepancy_expected"})
    EXPECT_THAT(Best({Row(metric, 1), Row(metric, 2)}), ElementsAre(false, false)) << metric;
}

ResultRecord Trial(const std::string& method, const std::string& accuracy,
                   const testing::Fields& changes = {}) {
  ResultRecord record = MadeRecord({{"method", method}, {"accuracy", accuracy}});
  if (method != "exact") {
    record.SetText("map", method);
    record.SetText("D", "10");
  }
  return testing::Changed(record, changes);
}

std::string TextOf(const std::vector<ResultRecord>& records, const Json& config = MadeConfig(),
                   const std::string& reported = "") {
  return RenderText(LayOut(Summarise(MadeResults(records, reported, config), {})));
}

TEST(LayOut, MarksTheBestOfARow) {
  const std::vector<ResultRecord> records = {Trial("exact", "0.99"), Trial("a", "0.9"),
                                             Trial("b", "0.95"), Trial("c", "0.8")};
  const Document document = LayOut(Summarise(MadeResults(records, ""), {}));
  const TableRow& line = document.tables.at(0).rows.at(0);
  ASSERT_THAT(line.cells,
              ElementsAre("alpha", "99.00", "10", "90.00", "10", "95.00", "10", "80.00"));
  EXPECT_THAT(line.best, ElementsAre(false, false, false, false, false, true, false, false));
  EXPECT_THAT(document.best, HasSubstr("exact machines do not compete"));
  EXPECT_THAT(TextOf(records), HasSubstr("»95.00"));
  EXPECT_THAT(TextOf({Trial("exact", "0.99"), Trial("a", "0.9")}), Not(HasSubstr("»")));
}

// The i-th D of each method stand beside each other, whatever they are.
TEST(LayOut, MarksTheBestOfEachLineOfADataSet) {
  const Document document = LayOut(
      Summarise(MadeResults({Trial("a", "0.9"), Trial("a", "0.8", {{"D", "20"}}),
                             Trial("b", "0.85", {{"D", "30"}}), Trial("b", "0.95", {{"D", "40"}})},
                            ""),
                {}));
  const auto& rows = document.tables.at(0).rows;
  ASSERT_THAT(rows.at(0).cells, ElementsAre("alpha", "10", "90.00", "30", "85.00"));
  EXPECT_THAT(rows.at(0).best, ElementsAre(false, false, true, false, false));
  EXPECT_THAT(rows.at(1).best, ElementsAre(false, false, false, false, true));
  EXPECT_THAT(document.best, HasSubstr("the best mean of a line and metric"));
}

// A sweep: the methods compete at each D.
TEST(LayOut, MarksTheBestAtEachD) {
  std::vector<ResultRecord> records;
  for (const char* size : {"10", "20", "40", "80"}) {
    const bool is_small = std::string(size) == "10";
    records.push_back(Trial("a", is_small ? "0.7" : "0.8", {{"D", size}}));
    records.push_back(Trial("b", is_small ? "0.6" : "0.9", {{"D", size}}));
  }
  const Document document = LayOut(Summarise(MadeResults(records, ""), {}));
  const auto& rows = document.tables.at(0).rows;
  EXPECT_THAT(rows.at(0).best, ElementsAre(false, true, false));
  EXPECT_THAT(rows.at(1).best, ElementsAre(false, false, true));
}

TEST(LayOut, DataThatAreAbsentAreOneLine) {
  std::vector<ResultRecord> records = {Trial("a", "0.9"), Trial("b", "0.8")};
  for (const char* method : {"a", "b"}) {
    records.push_back(Trial(method, "",
                            {{"dataset", "beta"},
                             {"status", "skipped"},
                             {"message", "beta is not on this machine; get it"}}));
    records.push_back(Trial(method, "", {{"dataset", "gamma"}, {"status", "failed"}}));
  }
  const std::string line = "table 1,beta,polynomial,a,10,accuracy,0.5,,fraction,3,printed,\n";
  const std::string text = TextOf(records, MadeConfig(), line);
  EXPECT_THAT(text, HasSubstr("\nnot run: beta (data absent); gamma (no trial ended well)\n"));
  EXPECT_THAT(text, Not(HasSubstr("–")));
  EXPECT_THAT(text, Not(HasSubstr("\nbeta")));
  for (const char* size : {"20", "40", "80"}) records.push_back(Trial("a", "0.9", {{"D", size}}));
  const std::string sweep = TextOf(records, MadeConfig(), line);
  EXPECT_THAT(sweep, HasSubstr("\nnot run: beta (data absent); gamma (no trial ended well).\n"));
  EXPECT_THAT(sweep, Not(HasSubstr("beta, kernel")));
}

TEST(LayOut, ATimeThatIsNotValidIsMarked) {
  const testing::Fields slow = {{"fit_s", "2"}, {"timing_valid", "false"}, {"learner", "libsvm"}};
  const std::string text =
      TextOf({Trial("exact", "0.9", slow), Trial("a", "0.8", {{"fit_s", "4"}})});
  EXPECT_THAT(text, HasSubstr(" 2* "));
  EXPECT_THAT(text, HasSubstr(" 0.5×*")) << "a ratio to a time that is not valid";
  EXPECT_THAT(text, Not(HasSubstr(" 4*")));
  EXPECT_THAT(text, Not(HasSubstr("90.00*")));
  EXPECT_THAT(text, HasSubstr("* a time, or a ratio of times, that is not valid"));
  EXPECT_THAT(TextOf({Trial("exact", "0.9"), Trial("a", "0.8", {{"fit_s", "4"}})}),
              Not(HasSubstr("*")));
}

TEST(LayOut, TheTimeOfAPhaseHasItsUnit) {
  std::vector<ResultRecord> records = {Trial("a", "0.9", {{"fit_s", "2"}}),
                                       Trial("b", "0.8", {{"fit_s", "4"}})};
  const auto heads = [&] {
    Summary summary = Summarise(MadeResults(records, ""), {});
    summary.asked_metrics = {"accuracy", "fit_s"};
    std::vector<std::string> all;
    for (const Table& table : LayOut(summary).tables)
      for (const ReportColumn& column : table.columns) all.push_back(column.group + column.name);
    return all;
  };
  EXPECT_THAT(heads(), Contains("afit s"));
  for (const char* size : {"20", "40", "80"})
    records.push_back(Trial("a", "0.9", {{"D", size}, {"fit_s", "3"}}));
  EXPECT_THAT(heads(), Contains("fit sa")) << "a sweep";
}

TEST(LayOut, WhatIsNotDrawnHasNoSpread) {
  Json config = MadeConfig();
  config["datasets"][0]["split"] = "official";
  std::vector<ResultRecord> records;
  for (const char* repetition : {"0", "1", "2"}) {
    records.push_back(Trial("exact", "0.9", {{"repetition", repetition}, {"learner", "libsvm"}}));
    records.push_back(
        Trial("random_fourier", "0.8", {{"repetition", repetition}, {"learner", "ridge"}}));
  }
  const std::string text = TextOf(records, config);
  EXPECT_THAT(text, HasSubstr(" 90.00 "));
  EXPECT_THAT(text, HasSubstr("80.00±0.00")) << "equal by chance is still drawn";
  EXPECT_THAT(text, HasSubstr("Mean ± standard deviation of 3 repetitions, each with its own draw "
                              "of the map. A number"));
  EXPECT_THAT(text, HasSubstr("\n  the same in every repetition: nothing is drawn."));
}

TEST(LayOut, NamesThatAreShownStandInPlaceOfIds) {
  Json config = MadeConfig();
  config["paper"]["display"] = "Maker 2000";
  config["datasets"][0]["display"] = "Alpha (UCI)";
  config["methods"][1]["display"] = "RM";
  const Summary summary =
      Summarise(MadeResults({Trial("exact", "0.9"), Trial("rm", "0.8", {{"map_params", "q=1"}}),
                             Trial("rm", "0.7", {{"map_params", "q=2"}})},
                            "", config),
                {});
  const Document document = LayOut(summary);
  EXPECT_EQ(document.title, "made/table: Maker 2000, table 1");
  EXPECT_THAT(document.caption, Contains("Rows: Alpha (UCI) 60/40 (training/test)."));
  const Table& table = document.tables.at(0);
  std::vector<std::string> groups;
  for (const ReportColumn& column : table.columns) groups.push_back(column.group);
  EXPECT_THAT(groups, ElementsAre("", "exact", "RM (q=1)", "RM (q=1)", "RM (q=2)", "RM (q=2)"));
  EXPECT_EQ(table.columns[2].method, "rm(q=1)") << "filters know ids";
  EXPECT_EQ(table.rows.at(0).cells.at(0), "Alpha (UCI)");
  EXPECT_THAT(SummaryCsv(summary), HasSubstr(",alpha,polynomial,rm(q=1),"));
  EXPECT_THAT(SummaryCsv(summary), Not(HasSubstr("Alpha")));
}

// Of the parameters of one method only those that differ are shown.
TEST(DisplayNames, LeaveOutWhatAllVariantsShare) {
  DisplayNames names;
  names.SetShown({"halton(variant=complex; lambda=1,target=values)",
                  "halton(variant=complex; lambda=2,target=values)", "mc(a=1)"});
  EXPECT_EQ(names.Method("halton(variant=complex; lambda=1,target=values)"), "halton(lambda=1)");
  EXPECT_EQ(names.Method("mc(a=1)"), "mc(a=1)");
  names.methods["halton"] = "Halton";
  EXPECT_EQ(names.Method("halton(variant=complex; lambda=2,target=values)"), "Halton (lambda=2)");
  names.datasets["nursery"] = "Nursery";
  EXPECT_EQ(names.Dataset("nursery [minmax]"), "Nursery [minmax]");
  EXPECT_EQ(names.Dataset("nursery2"), "nursery2");
}

// Of a data set's variants only the steps that differ are shown.
TEST(DisplayNames, LeaveOutTheStepsThatAllVariantsHave) {
  DisplayNames names;
  const std::string all = "cod-rna [subsample(count=900)+minmax]",
                    some = "cod-rna [subsample(count=900)+subsample(count=500,of=train)+minmax]";
  names.SetShownDatasets({some, all, "ijcnn1 [max_norm]", "ijcnn1 [minmax+max_norm]", "a [minmax]",
                          "b [minmax+max_norm]", "b [max_norm+minmax]"});
  EXPECT_EQ(names.Dataset(some), "cod-rna [500 training rows]");
  EXPECT_EQ(names.Dataset(all), "cod-rna [all training rows]");
  EXPECT_EQ(names.Dataset("ijcnn1 [max_norm]"), "ijcnn1");
  EXPECT_EQ(names.Dataset("ijcnn1 [minmax+max_norm]"), "ijcnn1 [minmax]");
  EXPECT_EQ(names.Dataset("a [minmax]"), "a [minmax]") << "it has no other variant";
  EXPECT_EQ(names.Dataset("b [max_norm+minmax]"), "b [max_norm+minmax]")
      << "only the order differs";
  names.datasets["cod-rna"] = "Cod-RNA";
  EXPECT_EQ(names.Dataset(some), "Cod-RNA [500 training rows]");
}

TEST(LayOut, ADataSetIsNamedOnceInTheCaption) {
  std::vector<ResultRecord> records;
  for (const char* rows : {"50", "100", "200"}) {
    const std::string steps = "subsample(count=" + std::string(rows) + ",of=train)";
    records.push_back(Trial("a", "0.9", {{"preprocess", steps}, {"n_train", rows}}));
  }
  const Document document = LayOut(Summarise(MadeResults(records, ""), {{"alpha", "beta"}}));
  EXPECT_THAT(document.caption, Contains("Rows: alpha 50/40, 100/40, 200/40 (training/test)."));
  EXPECT_EQ(std::count_if(document.caption.begin(), document.caption.end(),
                          [](const std::string& line) { return line.starts_with("Substitute"); }),
            1);
  EXPECT_EQ(document.tables.at(0).rows.at(1).cells.at(0),
            "alpha [100 training rows] (substitute for beta)");
}

TEST(LayOut, ManyMethodsStandBeneathEachOther) {
  std::vector<ResultRecord> records;
  for (int i = 0; i < 13; ++i) {
    records.push_back(Trial("map" + std::to_string(i), "0.9"));
    const Table table = LayOut(Summarise(MadeResults(records, ""), {})).tables.at(0);
    EXPECT_EQ(table.rows.size(), i < 12 ? 1U : 13U);
  }
  EXPECT_EQ(LayOut(Summarise(MadeResults(records, ""), {})).tables.at(0).rows.at(12).method,
            "map12")
      << "filters know ids";
}

TEST(LayOut, ADeviationStandsAtWhatItConcerns) {
  Json config = MadeConfig();
  config["deviations"] = {"bias-1",
                          {{"key", "of-alpha"}, {"datasets", {"alpha"}}},
                          {{"key", "of-rm"}, {"methods", {"rm"}}},
                          {{"key", "of-rm-on-beta"}, {"datasets", {"beta"}}, {"methods", {"rm"}}},
                          {{"key", "of-gamma"}, {"datasets", {"gamma"}}}};
  const Summary summary = Summarise(MadeResults({Trial("exact", "0.9"), Trial("rm", "0.8"),
                                                 Trial("rm", "0.7", {{"dataset", "beta"}})},
                                                "", config),
                                    {});
  const Document document = LayOut(summary);
  EXPECT_THAT(document.caption,
              Contains("Declared deviations and choices that the paper leaves open: bias-1, "
                       "of-gamma."));
  const Table& table = document.tables.at(0);
  EXPECT_EQ(table.columns.at(1).group, "exact");
  EXPECT_EQ(table.columns.at(2).group, "rmᵇ");
  EXPECT_EQ(table.rows.at(0).cells.at(0), "alphaᵃ");
  EXPECT_EQ(table.rows.at(1).cells.at(0), "betaᶜ");
  EXPECT_THAT(table.notes, ElementsAre("ᵃ of-alpha; ᵇ of-rm; ᶜ of-rm-on-beta (rm)."));
  const auto of = [&](const CellKey& cell) {
    return DeviationsOf(summary, *summary.Find(cell, "accuracy"));
  };
  EXPECT_THAT(of({"alpha", "polynomial", "exact", 0}), ElementsAre("bias-1", "of-alpha"));
  EXPECT_THAT(of({"beta", "polynomial", "rm", 10}),
              ElementsAre("bias-1", "of-rm", "of-rm-on-beta"));
}

}  // namespace
}  // namespace mercer
