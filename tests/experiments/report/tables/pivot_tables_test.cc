#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "experiments/report/summary/select.h"
#include "experiments/report/summary/summarise.h"
#include "experiments/report/tables/layout.h"
#include "tests/experiments/report/made_results.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::MadeRecord;

// Two data sets, an exact machine and two maps: one of D = 10, one of 10 and 20 on alpha.
Summary Made() {
  const auto record = [](const char* dataset, const char* method, const char* size,
                         const char* accuracy) {
    return MadeRecord({{"dataset", dataset},
                       {"method", method},
                       {"map", *size == '\0' ? "" : method},
                       {"D", size},
                       {"accuracy", accuracy},
                       {"gram_mean_abs", *size == '\0' ? "" : "0.5"},
                       {"fit_s", "2"}});
  };
  return Summarise(testing::MadeResults(
                       {record("alpha", "exact", "", "0.99"), record("beta", "exact", "", "0.98"),
                        record("alpha", "rm", "10", "0.8"), record("beta", "rm", "30", "0.9"),
                        record("alpha", "rff", "10", "0.7"), record("alpha", "rff", "20", "0.75"),
                        record("beta", "rff", "10", "0.95")},
                       "table 1,alpha,polynomial,rm,10,accuracy,0.81,,fraction,2,printed,\n"),
                   {});
}

std::vector<std::string> Names(const Table& table) {
  std::vector<std::string> names;
  for (const ReportColumn& column : table.columns)
    names.push_back(column.group + (column.group.empty() ? "" : ": ") + column.name);
  return names;
}

TEST(PivotTables, MethodsMayStandInTheRows) {
  Summary summary = Made();
  Select({.metrics = {"accuracy"}}, summary);
  const auto tables = PivotTables(summary, {"methods", "datasets"});
  ASSERT_EQ(tables.size(), 1U);
  const Table& table = tables[0];
  EXPECT_EQ(table.title, "kernel polynomial, accuracy %");
  EXPECT_THAT(Names(table), ElementsAre("", "alpha: ours", "alpha: paper", "beta"));
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_THAT(table.rows[0].cells, ElementsAre("exact", "99.00", "", "98.00"));
  EXPECT_THAT(table.rows[1].cells, ElementsAre("rm, D = 10 to 30", "80.00 ?", "81", "90.00"));
  EXPECT_THAT(table.rows[2].cells, ElementsAre("rff, D = 10", "70.00", "", "95.00"));
  EXPECT_THAT(table.rows[3].cells, ElementsAre("rff, D = 20", "75.00", "", ""));
  // Down a column, without the exact machine.
  EXPECT_THAT(table.rows[0].best, ElementsAre(false, false, false, false));
  EXPECT_THAT(table.rows[1].best, ElementsAre(false, true, false, false));
  EXPECT_THAT(table.rows[2].best, ElementsAre(false, false, false, true));
}

TEST(PivotTables, MetricsAndDMayStandInTheColumns) {
  Summary summary = Made();
  Select({.metrics = {"accuracy", "gram_mean_abs"}, .only = {{"method", "rff"}}}, summary);
  const auto by_metric = PivotTables(summary, {"datasets", "metrics"});
  ASSERT_EQ(by_metric.size(), 2U) << "one for each D";
  EXPECT_EQ(by_metric[1].title, "kernel polynomial, rff, D = 20");
  EXPECT_THAT(Names(by_metric[0]), ElementsAre("", "accuracy %", "mean abs. Gram error"));
  EXPECT_THAT(by_metric[0].rows.at(1).cells, ElementsAre("beta", "95.00", "0.5"));
  summary.asked_metrics = {"accuracy"};
  const auto by_size = PivotTables(summary, {"datasets", "D"});
  ASSERT_EQ(by_size.size(), 1U);
  EXPECT_THAT(Names(by_size[0]), ElementsAre("", "D = 10", "D = 20"));
  EXPECT_THAT(by_size[0].rows.at(0).cells, ElementsAre("alpha", "70.00", "75.00"));
}

TEST(PivotTables, TablesAndColumnsNameWhatTheyConcern) {
  Summary summary = Made();
  Select({.metrics = {"accuracy"}}, summary);
  const auto of_columns = [](const Table& table, std::string ReportColumn::*what) {
    std::vector<std::string> names;
    for (const ReportColumn& column : table.columns) names.push_back(column.*what);
    return names;
  };
  const Table by_dataset = PivotTables(summary, {"methods", "datasets"}).at(0);
  EXPECT_THAT(of_columns(by_dataset, &ReportColumn::dataset),
              ElementsAre("", "alpha", "alpha", "beta"));
  EXPECT_EQ(by_dataset.dataset + by_dataset.method, "");
  const Table by_method = PivotTables(summary, {"datasets", "methods"}).at(0);
  EXPECT_THAT(of_columns(by_method, &ReportColumn::method),
              ElementsAre("", "exact", "rm", "rm", "rff", "rff"));
  std::vector<std::string> methods;
  for (const Table& table : PivotTables(summary, {"datasets", "D"}))
    methods.push_back(table.method);
  EXPECT_THAT(methods, ElementsAre("exact", "rm", "rff"));
}

TEST(PivotTables, TimesHaveTheirUnit) {
  Summary summary = Made();
  Select({.metrics = {"accuracy", "fit_s", "train_s"}, .only = {{"dataset", "beta"}}}, summary);
  EXPECT_THAT(Names(PivotTables(summary, {"methods", "metrics"}).at(0)),
              ElementsAre("", "accuracy %", "fit s", "train s"));
}

TEST(AxesOf, TheOtherAxisIsWhatSuits) {
  EXPECT_EQ(AxesOf({.rows = "methods"}, false).columns, "datasets");
  EXPECT_EQ(AxesOf({.rows = "methods"}, true).columns, "D");
  EXPECT_EQ(AxesOf({.columns = "datasets"}, false).rows, "methods");
  EXPECT_THAT(testing::Message([] { AxesOf({.rows = "row"}, false); }),
              HasSubstr("datasets, methods, metrics, D"));
}

TEST(Select, LeavesOutWhatWasNotAskedFor) {
  Summary summary = Made();
  Select({.metrics = {"gram_mean_abs"}, .only = {{"dataset", "alpha"}, {"D", "20"}}}, summary);
  ASSERT_EQ(summary.rows.size(), 1U);
  EXPECT_EQ(summary.rows[0].cell.method, "rff");
  ASSERT_EQ(summary.datasets.size(), 1U);
  EXPECT_EQ(summary.datasets[0].label, "alpha");
  EXPECT_EQ(summary.main_metric, "gram_mean_abs");
}

TEST(Select, NamesWhatIsNotThere) {
  const auto fault = [](const Selection& selection) {
    Summary summary = Made();
    return testing::Message([&] { Select(selection, summary); });
  };
  EXPECT_THAT(fault({.only = {{"method", "rfff"}}}), HasSubstr("did you mean 'rff'"));
  EXPECT_THAT(fault({.only = {{"map", "rff"}}}), HasSubstr("dataset, kernel, method, D"));
  EXPECT_THAT(fault({.metrics = {"acuracy"}}), HasSubstr("did you mean 'accuracy'"));
  EXPECT_THAT(fault({.only = {{"method", "rm"}, {"D", "20"}}}), HasSubstr("leave no number"));
}

}  // namespace
}  // namespace mercer
