#include "experiments/report/metrics.h"

#include <gtest/gtest.h>

namespace mercer {
namespace {

TEST(Band, OfAShareIsOnePointOrTwiceThePapersSpread) {
  EXPECT_DOUBLE_EQ(*Band(MetricKind::kShare, 0.9, std::nullopt), 0.01);
  EXPECT_DOUBLE_EQ(*Band(MetricKind::kShare, 0.9, 0.004), 0.01);
  EXPECT_DOUBLE_EQ(*Band(MetricKind::kShare, 0.9, 0.03), 0.06);
}

TEST(Band, OfAnErrorIsAFifthOrTwiceThePapersSpread) {
  EXPECT_DOUBLE_EQ(*Band(MetricKind::kError, 5, std::nullopt), 1);
  EXPECT_DOUBLE_EQ(*Band(MetricKind::kError, 5, 0.4), 1);
  EXPECT_DOUBLE_EQ(*Band(MetricKind::kError, 5, 0.7), 1.4);
}

TEST(Band, TimesAndSpeedupsHaveNone) {
  EXPECT_FALSE(Band(MetricKind::kSeconds, 5, 1.0));
  EXPECT_FALSE(Band(MetricKind::kSpeedup, 5, 1.0));
}

// Decimal fractions: 0.999 − 0.989 is a little more than 0.01 in doubles, 0.957 − 0.947 too.
TEST(InsideBand, ExactlyOnePointIsInsideBothWays) {
  for (int thousandths = 20; thousandths <= 1000; ++thousandths) {
    const double a = thousandths / 1000.0, b = (thousandths - 10) / 1000.0;
    EXPECT_TRUE(InsideBand(a, b, 0.01)) << a;
    EXPECT_TRUE(InsideBand(b, a, 0.01)) << a;
  }
}

TEST(InsideBand, AHundredthOfAPointMoreIsOutside) {
  EXPECT_FALSE(InsideBand(0.9, 0.9101, 0.01));
  EXPECT_FALSE(InsideBand(0.9101, 0.9, 0.01));
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
