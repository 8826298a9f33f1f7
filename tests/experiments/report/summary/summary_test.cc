// Means, spreads, times and speed-ups of a sweep's cells.

#include "experiments/report/summary/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "experiments/report/summary/summarise.h"
#include "experiments/report/tables/layout.h"
#include "tests/experiments/report/summary/summary_records.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using testing::Exact;
using testing::kExact;
using testing::kRm;
using testing::MadeConfig;
using testing::MadeRecord;
using testing::MadeResults;
using testing::Rm;

TEST(Measure, MeanAndSpreadByHand) {
  const double values[] = {1, 2, 6};
  const Measured measured = Measure(values);
  EXPECT_EQ(measured.n, 3);
  EXPECT_DOUBLE_EQ(measured.mean, 3);
  EXPECT_DOUBLE_EQ(*measured.std, std::sqrt(7.0));  // (4 + 1 + 9) / 2
  EXPECT_DOUBLE_EQ(*measured.standard_error, std::sqrt(7.0 / 3));
}

TEST(Measure, EqualValuesHaveNoSpreadAtAll) {
  const std::vector<double> values(10, 0.046774);  // of which ten add up to something else
  EXPECT_EQ(Measure(values).mean, 0.046774);
  EXPECT_EQ(*Measure(values).std, 0);
}

TEST(Measure, OneValueHasNoSpreadAndNoneNoMean) {
  const double one[] = {4};
  EXPECT_EQ(Measure(one).n, 1);
  EXPECT_DOUBLE_EQ(Measure(one).mean, 4);
  EXPECT_FALSE(Measure(one).std);
  EXPECT_EQ(Measure({}).n, 0);
}

TEST(Summarise, TimesAreTheSumsOfThePhasesThatTheProtocolNames) {
  const testing::Fields times = {{"draw_s", "1"},
                                 {"transform_train_s", "2"},
                                 {"fit_s", "4"},
                                 {"transform_test_s", "8"},
                                 {"predict_s", "16"}};
  const Summary all = Summarise(MadeResults({Rm("0", times)}, ""), {});
  EXPECT_DOUBLE_EQ(all.Find(kRm, "train_s")->measured.mean, 7);
  EXPECT_DOUBLE_EQ(all.Find(kRm, "test_s")->measured.mean, 24);

  auto config = MadeConfig();
  config["protocol"] = {{"train_time", {"fit"}}, {"test_time", {"predict"}}};
  const Summary named = Summarise(MadeResults({Rm("0", times)}, "", config), {});
  EXPECT_DOUBLE_EQ(named.Find(kRm, "train_s")->measured.mean, 4);
  EXPECT_DOUBLE_EQ(named.Find(kRm, "test_s")->measured.mean, 16);
}

TEST(Summarise, SpeedupIsTheBaselinesMeanOverTheMethods) {
  const Summary summary =
      Summarise(MadeResults({Exact("0", {{"fit_s", "10"}, {"predict_s", "3"}}),
                             Exact("1", {{"fit_s", "14"}, {"predict_s", "5"}}),
                             Rm("0", {{"draw_s", "1"}, {"fit_s", "2"}, {"predict_s", "8"}}),
                             Rm("1", {{"draw_s", "1"}, {"fit_s", "4"}, {"predict_s", "8"}})},
                            "table 1,alpha,polynomial,rm,10,train_speedup,3.5,,ratio,2,printed,\n"),
                {});
  const SummaryRow& train = *summary.Find(kRm, "train_speedup");
  EXPECT_DOUBLE_EQ(train.measured.mean, 3);  // 12 / 4
  EXPECT_EQ(train.measured.n, 2);
  EXPECT_FALSE(train.measured.std);
  EXPECT_DOUBLE_EQ(*train.difference, -0.5);
  EXPECT_EQ(train.judgement.verdict, Verdict::kNone);
  EXPECT_DOUBLE_EQ(summary.Find(kRm, "test_speedup")->measured.mean, 0.5);
  EXPECT_EQ(summary.Find(kExact, "train_speedup"), nullptr);
}

TEST(Summarise, SpeedupsOverEachKernelMachine) {
  const auto other = [](const char* method, const char* learner, const char* fit) {
    return MadeRecord({{"method", method}, {"learner", learner}, {"fit_s", fit}});
  };
  const Summary summary =
      Summarise(MadeResults({Exact("0", {{"learner", "libsvm"}, {"fit_s", "12"}}),
                             other("fm", "factorization_machine", "1"),
                             other("blocked", "exact_blocked", "3"), Rm("0", {{"fit_s", "2"}})},
                            ""),
                {});
  EXPECT_DOUBLE_EQ(summary.Find(kRm, "train_speedup")->measured.mean, 6);
  EXPECT_DOUBLE_EQ(summary.Find(kRm, "train_speedup:blocked")->measured.mean, 1.5);
  EXPECT_EQ(summary.Find(kRm, "train_speedup:fm"), nullptr) << "no kernel machine";
  EXPECT_EQ(summary.Find(kRm, "train_speedup:exact"), nullptr) << "the first one is train_speedup";
  const CellKey blocked{"alpha", "polynomial", "blocked", 0};
  EXPECT_DOUBLE_EQ(summary.Find(blocked, "train_speedup")->measured.mean, 4);
  // Results and times are tables of their own; a speed-up's column names what it is over.
  const auto tables = ComparisonTables(summary);
  ASSERT_EQ(tables.size(), 2U);
  const auto names = [](const Table& table) {
    std::vector<std::string> of_rm;
    for (const ReportColumn& column : table.columns)
      if (column.group == "rm") of_rm.push_back(column.name);
    return of_rm;
  };
  EXPECT_THAT(names(tables[0]), ElementsAre("D", "accuracy %"));
  EXPECT_THAT(names(tables[1]), ::testing::IsSupersetOf({"D", "train s", "× exact", "× blocked"}));
}

// A user's own experiment: a line is the data set's, without "ours" and "paper".
TEST(ComparisonTables, WithoutAPaperALineIsTheDataSets) {
  const auto tables = ComparisonTables(
      Summarise(MadeResults({Exact("0", {{"accuracy", "1"}}), Rm("0", {})}, ""), {}));
  ASSERT_FALSE(tables.empty());
  ASSERT_EQ(tables[0].rows.size(), 1U);
  EXPECT_EQ(tables[0].rows[0].heading, "");
  EXPECT_EQ(tables[0].rows[0].cells[0], "alpha");
}

// A map may have no D. What speed-ups are over has no map.
TEST(ComparisonTables, ASpeedupIsOverTheFirstMethodWithoutAMap) {
  const Summary summary =
      Summarise(MadeResults({MadeRecord({{"method", "taylor"}, {"map", "taylor"}, {"fit_s", "1"}}),
                             Exact("0", {{"fit_s", "12"}}), Rm("0", {{"fit_s", "2"}})},
                            ""),
                {});
  EXPECT_DOUBLE_EQ(summary.Find(kRm, "train_speedup")->measured.mean, 6);
  const Table times = ComparisonTables(summary).at(1);
  std::set<std::string> names;
  for (const ReportColumn& column : times.columns)
    if (column.group == "rm") names.insert(column.name);
  EXPECT_TRUE(names.contains("× exact"));
}

TEST(BaselineMethod, IsNoMapThatWasNeverRun) {
  auto config = MadeConfig();
  config["methods"][1]["map"] = "taylor";
  const Summary summary = Summarise(
      MadeResults({MadeRecord({{"method", "h01"}, {"map", "random_maclaurin"}, {"fit_s", "2"}})},
                  "table 1,alpha,polynomial,rm,,train_s,5,,s,2,printed,\n", config),
      {});
  ASSERT_NE(summary.Find({"alpha", "polynomial", "rm", 0}, "train_s"), nullptr);
  EXPECT_EQ(BaselineMethod(summary, "polynomial"), "");
}

TEST(ComparisonTables, MethodsWithoutNumbersOfThePaperStandApart) {
  const auto records = {Exact("0", {{"fit_s", "12"}}), Rm("0", {{"fit_s", "2"}})};
  const auto groups = [&](const std::string& reported) {
    std::vector<std::set<std::string>> out;
    for (const Table& table : ComparisonTables(Summarise(MadeResults(records, reported), {}))) {
      auto& methods = out.emplace_back();
      for (const ReportColumn& column : table.columns) methods.insert(column.group);
      methods.erase("");
    }
    return out;
  };
  using Groups = std::vector<std::set<std::string>>;
  // Results, and beneath them times.
  EXPECT_EQ(groups(""), (Groups{{"exact", "rm"}, {"exact", "rm"}}));
  EXPECT_EQ(groups("table 1,alpha,polynomial,rm,10,accuracy,0.9,,fraction,3,printed,\n"),
            (Groups{{"rm"}, {"exact"}, {"rm"}, {"exact"}}));
}

TEST(Summarise, TuningTrialsAreNoMeasurements) {
  const Summary summary = Summarise(
      MadeResults({Exact("0", {{"metric", "tuning"}, {"fit_s", "1000"}, {"accuracy", "0.1"}}),
                   Exact("0", {{"fit_s", "1"}, {"accuracy", "0.9"}, {"tuned_params", "c=2"}})},
                  ""),
      {});
  EXPECT_EQ(summary.Find(kExact, "accuracy")->measured.n, 1);
  EXPECT_DOUBLE_EQ(summary.Find(kExact, "train_s")->measured.mean, 1);
  ASSERT_EQ(summary.tuned.size(), 1U);
  EXPECT_EQ(summary.tuned[0].choices[0].values, "c 2");
}

}  // namespace
}  // namespace mercer
