#include "experiments/report/verdicts/theory.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace mercer {
namespace {

// Squares 0.01, 0.04, 0.09, 0.16, 0.25: mean 0.11, variance 0.00935.
const std::vector<double> kErrors = {0.1, 0.2, 0.3, 0.4, 0.5};

TEST(CompareWithTheory, CountsStandardErrorsOfMeanSquares) {
  const Theory theory = CompareWithTheory(0.3, 0, kErrors, false);
  EXPECT_EQ(theory.value, 0.3);
  ASSERT_TRUE(theory.z);
  EXPECT_NEAR(*theory.z, (0.11 - 0.09) / std::sqrt(0.00935 / 5), 1e-12);
  EXPECT_FALSE(theory.IsContradicted());
  EXPECT_TRUE(theory.heavy_tails);
}

TEST(CompareWithTheory, TheSampleOfPairsAndDrawnRowsCountToo) {
  EXPECT_NEAR(*CompareWithTheory(0.3, 0.05, kErrors, false).z,
              0.02 / std::sqrt(0.00935 / 5 + 0.03 * 0.03), 1e-12);
  EXPECT_NEAR(*CompareWithTheory(0.3, 0, kErrors, true).z, 0.02 / std::sqrt(0.00935 * 1.2), 1e-12);
}

// Squares about 100 that spread by 2.
const std::vector<double> kSteady = {10.1, 10.0, 9.9, 10.05, 9.95, 10.1, 9.9, 10.0, 10.02, 9.98};

TEST(CompareWithTheory, BeyondStudentsLimitIsAContradiction) {
  const Theory theory = CompareWithTheory(10, 0, kSteady, false);
  EXPECT_NEAR(theory.limit, 6.998639, 1e-6);  // scipy: t.isf(norm.sf(4), 9)
  EXPECT_FALSE(theory.heavy_tails);
  EXPECT_FALSE(theory.IsContradicted());
  EXPECT_TRUE(CompareWithTheory(9.8, 0, kSteady, false).IsContradicted());
  EXPECT_TRUE(CompareWithTheory(10.2, 0, kSteady, false).IsContradicted());
  EXPECT_FALSE(CompareWithTheory(9.95, 0, kSteady, false).IsContradicted());
  // Their rows were others.
  EXPECT_FALSE(CompareWithTheory(10.2, 0, kSteady, true).IsContradicted());
}

TEST(CompareWithTheory, WithHeavyTailsAMeanBelowIsNone) {
  const std::vector<double> heavy = {1, 1.1, 1, 0.9, 1, 1.2, 1, 3, 1, 0.8};
  const Theory theory = CompareWithTheory(40, 0, heavy, false);
  EXPECT_TRUE(theory.heavy_tails);
  EXPECT_LT(*theory.z, -theory.limit);
  EXPECT_FALSE(theory.IsContradicted());
  EXPECT_TRUE(CompareWithTheory(40, 0, kSteady, false).IsContradicted());
  std::vector<double> many(200, 1.0);
  for (std::size_t i = 0; i < many.size(); i += 4) many[i] = 3;
  EXPECT_TRUE(CompareWithTheory(0.5, 0, many, false).heavy_tails);
  EXPECT_TRUE(CompareWithTheory(0.5, 0, many, false).IsContradicted()) << "above counts always";
}

TEST(CompareWithTheory, FewMeasurementsAndInfiniteVariancesTellNothing) {
  EXPECT_FALSE(CompareWithTheory(5, 0, {1, 1.1, 1.2, 1.3}, false).z);
  const Theory infinite =
      CompareWithTheory(std::numeric_limits<double>::infinity(), 0, kErrors, false);
  EXPECT_TRUE(std::isinf(infinite.value));
  EXPECT_FALSE(infinite.z);
  EXPECT_FALSE(infinite.IsContradicted());
}

}  // namespace
}  // namespace mercer
