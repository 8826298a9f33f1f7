#include "experiments/report/statistics/studentized_range.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiments/report/statistics/golden.h"

namespace mercer {
namespace {

TEST(StudentizedRange, QuantilesAreThoseOfScipy) {
  const auto all = testing::GoldenStatistics("studentized_range");
  EXPECT_EQ(all.size(), 49U * 3);  // k = 2 to 50
  for (const auto& one : all)
    EXPECT_NEAR(StudentizedRangeQuantile(one["alpha"], one["k"]), one["q"], 1e-9) << one;
}

TEST(StudentizedRange, TailsAreThoseOfScipy) {
  for (const auto& one : testing::GoldenStatistics("studentized_range_tails"))
    EXPECT_NEAR(StudentizedRangeTail(one["q"], one["k"]), one["tail"], 1e-12) << one;
}

// Demšar 2006, Table 5 (a): critical values of the Nemenyi test, q over √2.
TEST(StudentizedRange, QuantilesOverRootTwoAreThoseOfDemsarsTable) {
  const double at_05[] = {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};
  const double at_10[] = {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920};
  for (int k = 2; k <= 10; ++k) {
    EXPECT_NEAR(StudentizedRangeQuantile(0.05, k) / std::sqrt(2), at_05[k - 2], 0.001) << k;
    EXPECT_NEAR(StudentizedRangeQuantile(0.10, k) / std::sqrt(2), at_10[k - 2], 0.001) << k;
  }
}

TEST(StudentizedRange, OfTwoIsTheNormalLaw) {
  for (const double q : {0.1, 1.0, 3.0, 6.0})
    EXPECT_NEAR(StudentizedRangeTail(q, 2), std::erfc(q / 2), 1e-13);
}

TEST(StudentizedRange, TailRunsFromOneToZero) {
  EXPECT_EQ(StudentizedRangeTail(0, 5), 1);
  EXPECT_EQ(StudentizedRangeTail(-1, 5), 1);
  EXPECT_NEAR(StudentizedRangeTail(40, 5), 0, 1e-12);
  EXPECT_GE(StudentizedRangeTail(40, 5), 0);
}

TEST(StudentizedRange, QuantileIsTheInverseOfTheTail) {
  for (const double alpha : {1e-4, 0.3, 0.9})
    EXPECT_NEAR(StudentizedRangeTail(StudentizedRangeQuantile(alpha, 7), 7), alpha, 1e-10);
}

}  // namespace
}  // namespace mercer
