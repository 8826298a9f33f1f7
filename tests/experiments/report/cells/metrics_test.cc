#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "experiments/report/cells/report_metrics.h"

namespace mercer {
namespace {

TEST(Metrics, AccuraciesRiseAndAllElseFalls) {
  for (const Metric& metric : ReportMetrics())
    EXPECT_EQ(IsHigherBetter(metric.name), metric.name == "accuracy") << metric.name;
}

TEST(Metrics, CountsAndTimesAreNotJudged) {
  for (const Metric& metric : ReportMetrics()) {
    const bool is_error = metric.kind == MetricKind::kShare || metric.kind == MetricKind::kError;
    EXPECT_EQ(IsJudged(metric.kind), is_error) << metric.name;
  }
  EXPECT_FALSE(IsJudged(FindMetric("train_speedup:exact_blocked")->kind));
  EXPECT_FALSE(IsJudged(FindMetric("ops_per_row")->kind));
}

TEST(Metrics, WhatIsMeasuredOnTestRowsIsKnown) {
  std::set<std::string_view> names;
  for (const Metric& metric : ReportMetrics())
    if (metric.on_test_rows) names.insert(metric.name);
  EXPECT_EQ(names, (std::set<std::string_view>{"accuracy", "error_rate", "mnll", "relative_error",
                                               "rmse", "test_kl"}));
}

TEST(TitleWithUnit, HasTheUnitOfEveryTimeAndOfNothingElse) {
  for (const Metric& metric : ReportMetrics())
    EXPECT_EQ(TitleWithUnit(metric),
              std::string(metric.title) + (metric.name.ends_with("_s") ? " s" : ""));
}

TEST(FindMetric, KnowsTimesAndColumnsOfTrials) {
  ASSERT_NE(FindMetric("train_speedup"), nullptr);
  EXPECT_EQ(FindMetric("train_speedup")->kind, MetricKind::kSpeedup);
  EXPECT_EQ(FindMetric("gram_mean_abs")->kind, MetricKind::kError);
  EXPECT_EQ(FindMetric("fit_s")->kind, MetricKind::kPhase);
  EXPECT_EQ(FindMetric("cpu_s"), nullptr);
}

}  // namespace
}  // namespace mercer
