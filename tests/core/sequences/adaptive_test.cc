// Adaptive sequences: the discrepancy falls at every step and ends below Halton's.

#include "core/sequences/adaptive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/base/quantiles.h"
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

// A coordinate whose box has no width takes no part: D² is that of the others, which are moved as
// they are without it.
TEST(Adaptive, ACoordinateOfNoWidthKeepsHaltonsPoints) {
  const Params three = {{"boxes", ParamValue::List{1.8, 0.0, 1.3}}, {"iterations", 20}};
  const Matrix points = PointsOf("adaptive", three, 3, 30);
  const Matrix halton = PointsOf("halton", {{"preset", "yang2014"}}, 3, 30);
  EXPECT_EQ(points.col(1), halton.col(1));
  EXPECT_GT((points.col(0) - halton.col(0)).cwiseAbs().maxCoeff(), 0.01);
  const BoxDiscrepancy discrepancy(Vector{{1.8, 1.3}}, 1);
  const Matrix start = halton(Eigen::all, std::vector<Index>{0, 2}).unaryExpr(&NormalQuantile);
  const Matrix w = MinimiseBoxDiscrepancy(discrepancy, start, 20).frequencies;
  EXPECT_LT((points.col(0).unaryExpr(&NormalQuantile) - w.col(0)).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((points.col(2).unaryExpr(&NormalQuantile) - w.col(1)).cwiseAbs().maxCoeff(), 1e-9);
}

// D² of 20 Halton points (skip 1000, leap 700, RR2) in three dimensions, box 1.8, 1.6, 1.3, after
// 1, 2, 3, 6 and 12 steps of conjugate gradients with an exact line search: from a separate program
// in numpy, with its own Halton points, g_j by 200 nodes, gradient (checked by central differences
// to 3e-12) and bisection on the slope. c2 = 0.0002 is nearly exact.
TEST(Adaptive, EachFormulaGoesTheWayOfAnIndependentProgram) {
  const BoxDiscrepancy discrepancy(Vector{{1.8, 1.6, 1.3}}, 1);
  const Matrix start = HaltonFrequencies(3, 20);
  EXPECT_NEAR(discrepancy.Squared(start), 0.01110571844281, 1e-13);
  Matrix gradient;
  discrepancy.SquaredWithGradient(start, gradient);
  EXPECT_NEAR(gradient(0, 0), -0.0017909257815028616, 1e-13);
  EXPECT_NEAR(gradient(0, 1), -0.00031836823765853746, 1e-13);
  EXPECT_NEAR(gradient(0, 2), 0.00011765860707559431, 1e-13);
  struct Expected {
    ConjugateFormula formula;
    double after[5];
  };
  const Expected cases[] = {
      {ConjugateFormula::kFletcherReeves,
       {0.00722325637743, 0.00412760353058, 0.00270637361676, 0.00099538397298, 0.000497856548559}},
      {ConjugateFormula::kPolakRibiere,
       {0.00722325637743, 0.00412760353058, 0.00270373219996, 0.000984152529727,
        0.000467033924352}},
      {ConjugateFormula::kHestenesStiefel,
       {0.00722325637743, 0.00412760353058, 0.00270373219996, 0.000984152529727,
        0.000467033924352}}};
  for (const Expected& expected : cases) {
    const AdaptiveResult result =
        MinimiseBoxDiscrepancy(discrepancy, start, 12, {expected.formula, 0.0002, 40});
    ASSERT_EQ(result.squared_discrepancy.size(), 13U);
    const std::size_t steps[] = {1, 2, 3, 6, 12};
    // The line search leaves 0.0002 of the slope, which moves D² by up to 4e-5 in three steps; the
    // formulas differ by 1e-3 there, by 1e-2 after six.
    for (std::size_t k = 0; k < 5; ++k)
      EXPECT_NEAR(result.squared_discrepancy[steps[k]] / expected.after[k], 1, k < 3 ? 1e-4 : 1e-3)
          << static_cast<int>(expected.formula) << " " << steps[k];
  }
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
  EXPECT_THAT(FaultOf("adaptive", {{"boxes", ParamValue::List{0.0, 0.0}}}, 2, 5),
              ::testing::HasSubstr("boxes are all 0; expected one above 0"));
  EXPECT_THAT(FaultOf("adaptive", {{"formula", "fletcher"}}, 2, 5),
              ::testing::HasSubstr("formula is fletcher; expected one of"));
  EXPECT_THAT(FaultOf("adaptive", {{"curvature", 0.95}}, 2, 5), ::testing::HasSubstr("curvature"));
  EXPECT_THAT(FaultOf("adaptive", {{"curvature", 0.0001}}, 2, 5),
              ::testing::HasSubstr("curvature"));
  EXPECT_THAT(FaultOf("adaptive", {{"doublings", 0}}, 2, 5), ::testing::HasSubstr("doublings"));
  EXPECT_THAT(FaultOf("adaptive", {}, 2, 10001), ::testing::HasSubstr("at most 10000"));
  EXPECT_THAT(FaultOf("adaptive", {{"box", 0}}, 2, 5), ::testing::HasSubstr("box"));
}

}  // namespace
}  // namespace mercer
