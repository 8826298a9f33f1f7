#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "experiments/report/verdicts/judge_cell.h"

namespace mercer {
namespace {

// Of many draws a mean is normal: log of the ratio has variance 2σ²/(r μ²), here σ² = 2, μ = 3.
TEST(LogRatioOfMeans, IsThatOfTwoNormalMeansForManyDraws) {
  const std::vector<double> values = {1, 2, 3, 4, 5};
  const double expected = 1.959964 * std::sqrt(2 * 2.0 / 400) / 3;
  EXPECT_NEAR(LogRatioOfMeans(values, 400, 400) / expected, 1, 0.03);
  EXPECT_NEAR(LogRatioOfMeans(values, 100, 100) / expected, 2, 0.08);
}

// The variance is then σ²(1/r + 1/n)/μ², whichever of the two is the larger. A standard error of
// the quantile is a hundredth of it: the bound is five of them.
TEST(LogRatioOfMeans, TakesTheDrawsOfEachMean) {
  const std::vector<double> values = {1, 2, 3, 4, 5};
  const double expected = 1.959964 * std::sqrt(2.0 / 400 + 2.0 / 50) / 3;
  EXPECT_NEAR(LogRatioOfMeans(values, 400, 50) / expected, 1, 0.05);
  EXPECT_NEAR(LogRatioOfMeans(values, 50, 400) / expected, 1, 0.05);
}

// The sums of so many draws are not drawn one by one.
TEST(LogRatioOfMeans, OfAMillionDrawsIsThatOfTwoNormalMeans) {
  const std::vector<double> values = {1, 2, 3, 4, 5};
  const double expected = 1.959964 * std::sqrt(2 * 2.0 / 1e6) / 3;
  EXPECT_NEAR(LogRatioOfMeans(values, 1000000, 1000000) / expected, 1, 0.05);
}

// One draw each of two values: equal or twice as large, half of the time each.
TEST(LogRatioOfMeans, OfOneDrawIsTheRatioOfTheValues) {
  EXPECT_DOUBLE_EQ(LogRatioOfMeans(std::vector<double>{1, 2}, 1, 1), std::log(2.0));
  EXPECT_DOUBLE_EQ(LogRatioOfMeans(std::vector<double>{2, 1}, 1, 1), std::log(2.0));
  EXPECT_EQ(LogRatioOfMeans(std::vector<double>{2, 2, 2}, 3, 3), 0);
}

TEST(LogRatioOfMeans, DoesNotDependOnTheUnit) {
  const std::vector<double> values = {1, 2, 7}, scaled = {1e-6, 2e-6, 7e-6};
  EXPECT_NEAR(LogRatioOfMeans(values, 5, 5), LogRatioOfMeans(scaled, 5, 5), 1e-12);
}

TEST(CentralRange, EndsAtTheOuterTwoAndAHalfPerCent) {
  std::vector<double> values;
  for (int i = 40; i >= 0; --i) values.push_back(i);
  EXPECT_DOUBLE_EQ(CentralRangeOf(values).low, 1);
  EXPECT_DOUBLE_EQ(CentralRangeOf(values).high, 39);
  EXPECT_DOUBLE_EQ(CentralRangeOf(std::vector<double>{0, 1}).high, 0.975);
  EXPECT_DOUBLE_EQ(CentralRangeOf(std::vector<double>{3}).low, 3);
}

}  // namespace
}  // namespace mercer
