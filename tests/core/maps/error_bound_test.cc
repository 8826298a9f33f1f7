#include "core/maps/error_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/maps/map_cases.h"

namespace mercer::testing {
namespace {

ErrorBound BoundOf(const Params& map, const std::string& kernel, const Params& params,
                   const RowRadii& radii) {
  return MakeMapSpec("random_maclaurin", map)->Bound(*MakeKernel(kernel, params), radii).value();
}

TEST(ErrorBound, EpsilonAndTheNumberOfFeaturesAreInverse) {
  const ErrorBound bound{.scale = 3, .bias = 0.1, .source = "test"};
  EXPECT_NEAR(bound.Epsilon(200, 0.05), 0.1 + 3 * std::sqrt(2 * std::log(40) / 200), 1e-14);
  const double needed = bound.NumRandomFeatures(0.5, 0.05);
  EXPECT_LE(bound.Epsilon(static_cast<Index>(needed), 0.05), 0.5);
  EXPECT_GT(bound.Epsilon(static_cast<Index>(needed) - 1, 0.05), 0.5);
  EXPECT_TRUE(std::isinf(bound.NumRandomFeatures(0.1, 0.05)));
  EXPECT_EQ((ErrorBound{.scale = 0, .bias = 0.1, .source = ""}).NumRandomFeatures(0.2, 0.05), 1);
}

TEST(ErrorBound, RadiiAreTheLargestNorms) {
  Matrix x(2, 3);
  x << 3, -4, 0, 2, 2, 2;
  const RowRadii radii = RadiiOf(x);
  EXPECT_DOUBLE_EQ(radii.l1, 7);
  EXPECT_DOUBLE_EQ(radii.l2, 5);
  EXPECT_DOUBLE_EQ(RadiiOf(ToSparse(Examples(x))).l1, 7);
}

// C = p f(pR²) for the paper's law with p = 2.
TEST(RandomMaclaurinBound, IsThePapersConstant) {
  const RowRadii radii{.l1 = 0.7, .l2 = 0.5};
  EXPECT_NEAR(BoundOf({}, "exponential", {{"sigma", 1.0}}, radii).scale, 2 * 2 * std::exp(2 * 0.49),
              1e-12);
  EXPECT_NEAR(BoundOf({}, "polynomial", {{"degree", 3}, {"offset", 1}}, radii).scale,
              2 * 2 * std::pow(1 + 2 * 0.49, 3), 1e-12);
  // p = 3: the paper's weights sum to 1/2, so the law is renormalised and C is halved.
  EXPECT_NEAR(BoundOf({{"measure", 3.0}}, "exponential", {{"sigma", 1.0}}, radii).scale,
              2 * 1.5 * std::exp(3 * 0.49), 1e-12);
  // H0/1: (f(pR²) − a_0 − a_1 pR²)/p for p = 2.
  EXPECT_NEAR(BoundOf({{"h01", true}}, "exponential", {{"sigma", 1.0}}, radii).scale,
              2 * (std::exp(0.98) - 1 - 0.98) / 2, 1e-12);
}

TEST(RandomMaclaurinBound, AddsWhatTruncationLeavesOut) {
  const ErrorBound bound = BoundOf({{"max_order", 2}}, "exponential", {{"sigma", 1.0}}, {.7, .5});
  EXPECT_NEAR(bound.bias, std::exp(0.25) - 1 - 0.25 - 0.25 * 0.25 / 2, 1e-14);
}

TEST(RandomMaclaurinBound, IsAbsentWhereTheSeriesDiverges) {
  const auto kernel = MakeKernel("vovk_infinite", {});
  const auto spec = MakeMapSpec("random_maclaurin", {});
  EXPECT_FALSE(spec->Bound(*kernel, {.l1 = 0.8, .l2 = 0.6}).has_value());
  EXPECT_TRUE(spec->Bound(*kernel, {.l1 = 0.6, .l2 = 0.6}).has_value());
}

}  // namespace
}  // namespace mercer::testing
