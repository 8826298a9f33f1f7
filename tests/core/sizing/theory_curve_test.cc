#include "core/sizing/theory_curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/metrics/gram_theory.h"
#include "tests/core/sizing/made_problem.h"

namespace mercer::testing {
namespace {

double NormOver(const MadeProblem& made, GramPairs pairs) {
  const Matrix gram = Gram(*made.kernel, made.rows, made.rows);
  double sum = 0;
  for (Index i = 0; i < gram.rows(); ++i) {
    for (Index j = 0; j < gram.cols(); ++j) {
      if (pairs == GramPairs::kAll || i < j || (i == j && pairs == GramPairs::kUpper))
        sum += gram(i, j) * gram(i, j);
    }
  }
  return std::sqrt(sum);
}

TEST(TheoryCurve, OfAllPairsIsTheExpectedGramError) {
  const MadeProblem fourier("random_fourier", {}, "gaussian", {{"sigma", 0.8}});
  const MadeProblem sketch("tensor_sketch", {}, "polynomial", {{"degree", 3}, {"offset", 1}});
  for (const MadeProblem* made : {&fourier, &sketch}) {
    for (const GramPairs pairs : {GramPairs::kAll, GramPairs::kUpper, GramPairs::kStrictlyUpper}) {
      GramProblem problem = made->Problem();
      problem.pairs = pairs;
      const auto curve = TheoryCurve::Of(problem);
      ASSERT_TRUE(curve);
      EXPECT_EQ(curve->pairs(), pairs == GramPairs::kStrictlyUpper ? 435 : 465);
      for (const Index D : {7, 64, 1000}) {
        const auto expected = ExpectedGramError(
            [&](const Vector& x, const Vector& y) {
              return made->spec->MeanSquaredError(*made->kernel, x, y, D);
            },
            made->rows, pairs, NormOver(*made, pairs), 3);
        EXPECT_NEAR(curve->At(D).error, expected->relative_frobenius,
                    1e-12 * expected->relative_frobenius);
        EXPECT_EQ(curve->At(D).standard_error, 0);
      }
    }
  }
}

TEST(TheoryCurve, KnowsWhichErrorsAreInverseToD) {
  const Params cubic{{"degree", 3}, {"offset", 1}};
  EXPECT_TRUE(TheoryCurve::Of(MadeProblem("random_maclaurin", {}, "polynomial", cubic).Problem())
                  ->is_inverse());
  EXPECT_TRUE(TheoryCurve::Of(
                  MadeProblem("random_maclaurin", {{"h01", true}}, "polynomial", cubic).Problem())
                  ->is_inverse());
  EXPECT_FALSE(TheoryCurve::Of(MadeProblem("tensor_sketch", {}, "polynomial", cubic).Problem())
                   ->is_inverse());
  EXPECT_FALSE(
      TheoryCurve::Of(MadeProblem("orthogonal_fourier", {}, "gaussian", {{"sigma", 1.0}}).Problem())
          ->is_inverse());
}

TEST(TheoryCurve, IsAbsentWhereTheMapStatesNoErrorOrIsBiased) {
  const Params gaussian{{"sigma", 1.0}};
  EXPECT_FALSE(TheoryCurve::Of(MadeProblem("nystroem", {}, "gaussian", gaussian).Problem()));
  EXPECT_FALSE(TheoryCurve::Of(MadeProblem("fastfood", {}, "gaussian", gaussian).Problem()));
  EXPECT_FALSE(
      TheoryCurve::Of(MadeProblem("taylor", {{"degree", 2}}, "gaussian", gaussian).Problem()));
  EXPECT_FALSE(TheoryCurve::Of(
      MadeProblem("random_maclaurin", {{"max_order", 3}}, "exponential", {{"sigma", 1.0}})
          .Problem()));
}

// Over seeds of the sample its spread is what it says, and its mean that of all pairs.
TEST(TheoryCurve, OfASampleIsWithinItsStandardError) {
  const MadeProblem made("random_fourier", {}, "gaussian", {{"sigma", 0.3}}, 300);
  GramProblem problem = made.Problem();
  const double norm = NormOver(made, GramPairs::kAll);
  double variance = 0;
  for (Index i = 0; i < 300; ++i) {
    for (Index j = 0; j < 300; ++j) {
      const Vector x = made.rows.dense().row(i).transpose(),
                   y = made.rows.dense().row(j).transpose();
      variance += *made.spec->MeanSquaredError(*made.kernel, x, y, 100);
    }
  }
  const double exact = std::sqrt(variance) / norm;
  constexpr int kSeeds = 40;
  double sum = 0, squares = 0, stated = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    problem.seed = static_cast<std::uint64_t>(seed);
    const ExpectedError at = TheoryCurve::Of(problem)->At(100);
    sum += (at.error - exact) / kSeeds;
    squares += (at.error - exact) * (at.error - exact) / kSeeds;
    stated += at.standard_error / kSeeds;
  }
  EXPECT_GT(stated, 0);
  EXPECT_LT(std::abs(sum), 4 * stated / std::sqrt(kSeeds));
  EXPECT_NEAR(std::sqrt(squares) / stated, 1, 0.35);
}

TEST(TheoryCurve, AKernelThatIsZeroEverywhereIsRefused) {
  MadeProblem made("random_maclaurin", {}, "homogeneous_polynomial", {{"degree", 2}});
  made.rows = Examples(Matrix::Zero(4, 3));
  EXPECT_THROW(TheoryCurve::Of(made.Problem()), InvalidInput);
}

}  // namespace
}  // namespace mercer::testing
