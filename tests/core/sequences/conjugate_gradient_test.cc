// Non-linear conjugate gradients: the weights of the three formulas, the strong Wolfe conditions at
// every step, and the way on functions whose minimum is known.

#include "core/sequences/conjugate_gradient.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mercer {
namespace {

constexpr ConjugateFormula kFormulas[] = {ConjugateFormula::kFletcherReeves,
                                          ConjugateFormula::kPolakRibiere,
                                          ConjugateFormula::kHestenesStiefel};

// Rosenbrock's function: minimum 0 at (1, 1), along a curved valley.
double Rosenbrock(const Matrix& x, Matrix& gradient) {
  const double a = x(0, 0), b = x(0, 1), c = b - a * a;
  gradient = (Matrix(1, 2) << -400 * a * c - 2 * (1 - a), 200 * c).finished();
  return 100 * c * c + (1 - a) * (1 - a);
}

TEST(ConjugateWeight, HandComputed) {
  const Matrix before = (Matrix(1, 2) << 3, 4).finished(),
               after = (Matrix(1, 2) << 1, 7).finished(),
               direction = (Matrix(1, 2) << -2, 5).finished();
  // y = (−2, 3): |g⁺|² = 50, |g|² = 25, <g⁺, y> = 19, <d, y> = 19.
  EXPECT_DOUBLE_EQ(ConjugateWeight(kFormulas[0], before, after, direction), 2);
  EXPECT_DOUBLE_EQ(ConjugateWeight(kFormulas[1], before, after, direction), 19.0 / 25);
  EXPECT_DOUBLE_EQ(ConjugateWeight(kFormulas[2], before, after, direction), 1);
  // <g⁺, y> below 0 is 0 in two of them: g⁺ = (1, 1), y = (−2, −3).
  const Matrix shorter = (Matrix(1, 2) << 1, 1).finished();
  EXPECT_DOUBLE_EQ(ConjugateWeight(kFormulas[0], before, shorter, direction), 2.0 / 25);
  EXPECT_EQ(ConjugateWeight(kFormulas[1], before, shorter, direction), 0);
  EXPECT_EQ(ConjugateWeight(kFormulas[2], before, shorter, -direction), 0);
  EXPECT_EQ(ConjugateWeight(kFormulas[2], before, before, direction), 0);
}

TEST(ConjugateGradients, EveryStepMeetsTheStrongWolfeConditions) {
  Index longest = 0, steps = 0;
  for (const ConjugateFormula formula : kFormulas) {
    for (const double curvature : {0.001, 0.01, 0.1, 0.45}) {
      const Matrix start = (Matrix(1, 2) << -1.2, 1).finished();
      const ConjugateResult result =
          MinimiseByConjugateGradients(Rosenbrock, start, 60, {formula, curvature});
      EXPECT_DOUBLE_EQ(result.start_value, 24.2);
      ASSERT_GT(result.steps.size(), 10U);
      double value = result.start_value;
      for (const ConjugateStep& step : result.steps) {
        EXPECT_GT(step.length, 0);
        EXPECT_EQ(step.value_before, value);
        EXPECT_LT(step.slope_before, 0);
        EXPECT_LE(step.value, step.value_before + 1e-4 * step.length * step.slope_before);
        EXPECT_LE(std::abs(step.slope), curvature * std::abs(step.slope_before));
        longest += step.longest ? 1 : 0;
        ++steps;
        value = step.value;
      }
      Matrix gradient;
      EXPECT_EQ(Rosenbrock(result.x, gradient), value);
    }
  }
  // Rounding decides the path along the valley: none on x86-64, one on 64-bit ARM.
  EXPECT_LE(longest, 1) << "of " << steps;
}

// On a quadratic function of n variables exact searches end in n steps, for every formula: the
// directions are conjugate. Steepest descent would need hundreds at this condition number.
TEST(ConjugateGradients, EndsAQuadraticFunctionInAsManyStepsAsVariables) {
  const Vector weights{{1, 7, 30, 200}};
  const auto quadratic = [&](const Matrix& x, Matrix& gradient) {
    gradient = x * weights.asDiagonal();
    return 0.5 * (x.cwiseProduct(gradient)).sum();
  };
  for (const ConjugateFormula formula : kFormulas) {
    const ConjugateResult result =
        MinimiseByConjugateGradients(quadratic, Matrix::Constant(1, 4, 1), 4, {formula, 0.00011});
    Matrix gradient;
    EXPECT_LT(quadratic(result.x, gradient), 1e-6 * result.start_value);
  }
}

TEST(ConjugateGradients, FindsTheEndOfTheValleyAndStopsThere) {
  for (const ConjugateFormula formula : kFormulas) {
    const Matrix start = (Matrix(1, 2) << -1.2, 1).finished();
    const ConjugateResult result =
        MinimiseByConjugateGradients(Rosenbrock, start, 3000, {formula, 0.01});
    EXPECT_LT(result.steps.size(), 3000U);
    EXPECT_NEAR(result.x(0, 0), 1, 1e-5);
    EXPECT_NEAR(result.x(0, 1), 1, 1e-5);
  }
}

// f = x²/2 at 100 with slope 1e-4 of it: from 1 a step past the minimum at 10000 is the 14th
// doubling.
TEST(ConjugateGradients, TheStepAfterTheLastDoublingIsTaken) {
  const auto flat = [](const Matrix& x, Matrix& gradient) {
    gradient = 1e-4 * x;
    return 0.5e-4 * x.squaredNorm();
  };
  const Matrix start = Matrix::Constant(1, 1, 100);
  const auto first = [&](int doublings) {
    return MinimiseByConjugateGradients(flat, start, 1, {kFormulas[0], 0.01, doublings}).steps[0];
  };
  EXPECT_EQ(first(1).length, 2);
  EXPECT_TRUE(first(1).longest);
  EXPECT_EQ(first(10).length, 1024);
  EXPECT_NEAR(first(10).slope, -1e-4 * (1 - 1024e-4), 1e-12);
  EXPECT_TRUE(first(13).longest);
  EXPECT_EQ(first(14).length, 16384);         // beyond the minimum, where f has fallen
  EXPECT_NEAR(first(15).length, 10000, 100);  // within c2 of the minimum
  EXPECT_FALSE(first(15).longest);
}

TEST(ConjugateGradients, NoIterationsLeaveTheStart) {
  const Matrix start = (Matrix(1, 2) << 0.3, 0.4).finished();
  const ConjugateResult result = MinimiseByConjugateGradients(Rosenbrock, start, 0);
  EXPECT_EQ(result.x, start);
  EXPECT_TRUE(result.steps.empty());
}

}  // namespace
}  // namespace mercer
