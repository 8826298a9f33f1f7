// Adaptive sequences: the discrepancy falls at every step and ends below Halton's.

#include "core/sequences/adaptive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/normal_quantile.h"
#include "tests/core/sequences/point_set_support.h"

namespace mercer {
namespace {

Matrix HaltonFrequencies(Index d, Index s) {
  return PointsOf("halton", {{"preset", "yang2014"}}, d, s).unaryExpr(&NormalQuantile);
}

TEST(NormalCdf, IsTheInverseOfTheQuantile) {
  for (const double w : {-7.5, -3.0, -0.1, 0.0, 0.4, 2.0, 5.0})
    EXPECT_NEAR(NormalQuantile(NormalCdf(w)), w, 1e-9 * (1 + std::abs(w)));
  EXPECT_GT(NormalCdf(-1000), 0);
  EXPECT_LT(NormalCdf(1000), 1);
}

// As many dimensions as the CPU data have, in [0, 1] with bandwidth 2.
TEST(Adaptive, EveryStepLowersTheDiscrepancy) {
  const Index d = 21, s = 100;
  const BoxDiscrepancy discrepancy(Vector::Constant(d, 1), 2);
  const Matrix start = HaltonFrequencies(d, s) / 2;
  const AdaptiveResult result = MinimiseBoxDiscrepancy(discrepancy, start, 60);
  const auto& history = result.squared_discrepancy;
  ASSERT_GT(history.size(), 30U);
  ASSERT_LE(history.size(), 61U);
  EXPECT_NEAR(history.front(), discrepancy.Squared(start), 1e-15);
  for (std::size_t i = 1; i < history.size(); ++i) EXPECT_LT(history[i], history[i - 1]);
  EXPECT_NEAR(discrepancy.Squared(result.frequencies), history.back(), 1e-15);
  EXPECT_LT(history.back(), 0.5 * history.front());
}

TEST(Adaptive, PointsGiveTheFrequenciesBack) {
  const Vector box{{0.5, 1.0, 2.0}};
  const BoxDiscrepancy discrepancy(box, 1);
  const AdaptiveResult result = MinimiseBoxDiscrepancy(discrepancy, HaltonFrequencies(3, 40), 25);
  const Matrix points =
      PointsOf("adaptive", {{"boxes", ParamValue::List{0.5, 1, 2.0}}, {"iterations", 25}}, 3, 40);
  EXPECT_LT((points.unaryExpr(&NormalQuantile) - result.frequencies).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Adaptive, NoIterationsAreHalton) {
  const Matrix points = PointsOf("adaptive", {{"iterations", 0}, {"start", "plain"}}, 4, 30);
  EXPECT_LT((points - PointsOf("halton", {}, 4, 30)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Adaptive, StopsAtAMinimum) {
  // One frequency: D² is least at w = 0 and the search ends there by itself.
  const BoxDiscrepancy discrepancy(Vector::Constant(2, 1), 1);
  const AdaptiveResult result =
      MinimiseBoxDiscrepancy(discrepancy, Matrix::Constant(1, 2, 0.7), 10000);
  EXPECT_LT(result.squared_discrepancy.size(), 1000U);
  EXPECT_LT(result.frequencies.cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Adaptive, Faults) {
  EXPECT_THAT(FaultOf("adaptive", {{"boxes", ParamValue::List{1.0}}}, 2, 5),
              ::testing::HasSubstr("boxes has 1 numbers; expected 2"));
  EXPECT_THAT(FaultOf("adaptive", {{"boxes", ParamValue::List{1.0, -1}}}, 2, 5),
              ::testing::HasSubstr("number 2 of boxes is -1"));
  EXPECT_THAT(FaultOf("adaptive", {}, 2, 10001), ::testing::HasSubstr("at most 10000"));
  EXPECT_THAT(FaultOf("adaptive", {{"box", 0}}, 2, 5), ::testing::HasSubstr("box"));
}

}  // namespace
}  // namespace mercer
