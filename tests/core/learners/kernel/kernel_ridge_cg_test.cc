// Kernel ridge regression by conjugate gradients against the Cholesky factor.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/kernel_ridge/conjugate_gradients.h"
#include "tests/core/learners/kernel/exact_fits.h"
#include "tests/core/learners/problems.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MakeSmoothValues;
using testing::Problem;
using ::testing::SizeIs;

std::unique_ptr<Model> FitRidge(const Problem& problem, const Kernel& kernel, const Params& more,
                                int threads = 1) {
  Params params{{"lambda", 1e-5}};
  for (const auto& [name, value] : more.entries()) params.Set(name, value);
  const Examples x = problem.x;
  return MakeLearner("kernel_ridge", params)
      ->Fit({.x = x, .y = problem.y, .kernel = &kernel, .threads = threads});
}

struct Case {
  const char* kernel;
  Params params;
};

TEST(KernelRidgeCg, PredictsAsCholeskyDoes) {
  const Problem problem = MakeSmoothValues(900, 5, 1), test = MakeSmoothValues(200, 5, 2);
  const std::vector<Case> cases = {
      {"gaussian", {{"sigma", 1.5}}},
      {"polynomial", {{"degree", 3}, {"offset", 1}}},
      {"laplacian", {{"sigma", 2}}},
      {"anova", {{"order", 2}}},
  };
  for (const auto& [name, params] : cases) {
    const auto kernel = MakeKernel(name, params);
    const Vector expected = FitRidge(problem, *kernel, {})->Predict(test.x);
    for (const int rank : {0, 60, 5000}) {
      const auto model = FitRidge(
          problem, *kernel,
          {{"solver", "cg"}, {"tolerance", 1e-9}, {"rank", rank}, {"max_iterations", 3000}});
      EXPECT_THAT(model->report().warnings, IsEmpty()) << name << " " << rank;
      EXPECT_LT((model->Predict(test.x) - expected).norm(), 1e-6 * expected.norm())
          << name << " " << rank;
      // Of all columns there is no better preconditioner: its inverse is the solution.
      if (rank == 5000) {
        EXPECT_LE(model->report().iterations, 5) << name;
      }
    }
  }
}

TEST(KernelRidgeCg, ClassesAreSolvedForTogether) {
  const Problem problem = testing::MakeProblem(400, 4, {1, 2, 5}, 3);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const Params classes{{"target", "classes"}, {"solver", "cg"}, {"tolerance", 1e-8}};
  const auto exact = FitRidge(problem, *kernel, {{"target", "classes"}});
  const auto model = FitRidge(problem, *kernel, classes);
  EXPECT_EQ(model->Predict(problem.x), exact->Predict(problem.x));
}

TEST(KernelRidgeCg, ThePreconditionerSavesIterations) {
  const Problem problem = MakeSmoothValues(2500, 4, 4);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 2}});
  const Params params{{"solver", "cg"}, {"tolerance", 1e-6}, {"max_iterations", 5000}};
  Params with = params, without = params;
  with.Set("rank", 300);
  without.Set("rank", 0);
  const Index many = FitRidge(problem, *kernel, without)->report().iterations;
  const Index few = FitRidge(problem, *kernel, with)->report().iterations;
  EXPECT_GE(many, 5 * few) << few;
}

TEST(KernelRidgeCg, SameBitsForAnyNumberOfThreads) {
  const Problem problem = MakeSmoothValues(1500, 6, 5);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 2}});
  const Params params{{"solver", "cg"}, {"rank", 100}};
  const auto one = FitRidge(problem, *kernel, params, 1),
             three = FitRidge(problem, *kernel, params, 3);
  EXPECT_EQ(one->Predict(problem.x), three->Predict(problem.x));
  EXPECT_EQ(one->report().iterations, three->report().iterations);
}

TEST(KernelRidgeCg, ReportsObjectivesThatMeet) {
  const Problem problem = MakeSmoothValues(500, 4, 6);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const auto model = FitRidge(
      problem, *kernel, {{"solver", "cg"}, {"tolerance", 1e-8}, {"rank", 50}, {"trace", true}});
  const FitReport& report = model->report();
  // |Kc - y|^2 + lambda n c'Kc of the solution.
  const Matrix gram = Gram(*kernel, problem.x, problem.x);
  const double mu = 1e-5 * 500;
  Matrix shifted = gram;
  shifted.diagonal().array() += mu;
  const Vector c = shifted.llt().solve(problem.y);
  const double best = (gram * c - problem.y).squaredNorm() + mu * c.dot(gram * c);
  EXPECT_NEAR(*report.primal_objective, best, 1e-6 * best);
  EXPECT_NEAR(*report.dual_objective, best, 1e-6 * best);
  EXPECT_LE(*report.dual_objective, *report.primal_objective);
  ASSERT_THAT(report.trace, SizeIs(report.iterations));
  EXPECT_NEAR(report.trace.back().objective, best, 1e-6 * best);
  EXPECT_GT(report.trace.front().objective, 1.01 * best);
}

TEST(KernelRidgeCg, SaysWhenItDidNotGetThere) {
  const Problem problem = MakeSmoothValues(400, 4, 7);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 2}});
  const auto stopped =
      FitRidge(problem, *kernel,
               {{"solver", "cg"}, {"rank", 0}, {"max_iterations", 3}, {"tolerance", 1e-6}});
  EXPECT_EQ(stopped->report().iterations, 3);
  EXPECT_THAT(stopped->report().warnings,
              ElementsAre(HasSubstr("kernel_ridge: reached the limit of 3 iterations")));
  const auto rounded =
      FitRidge(problem, *kernel, {{"solver", "cg"}, {"rank", 100}, {"tolerance", 1e-17}});
  EXPECT_THAT(rounded->report().warnings,
              ElementsAre(HasSubstr("stopped where rounding allows no smaller residual")));
}

TEST(KernelRidgeCg, StopsAtItsTime) {
  const Problem problem = MakeSmoothValues(1000, 4, 8);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 2}});
  const Examples x = problem.x;
  const auto model =
      MakeLearner("kernel_ridge", {{"lambda", 1e-9}, {"solver", "cg"}, {"rank", 0}})
          ->Fit({.x = x, .y = problem.y, .kernel = kernel.get(), .max_seconds = 1e-4});
  EXPECT_TRUE(model->report().out_of_time);
  EXPECT_LE(model->report().iterations, 1);
}

TEST(KernelRidgeCg, ARankAboveTheRowsTakesNoMoreMemory) {
  EXPECT_EQ(ConjugateGradientBytes(500, 10, 5000, 1, 1e6),
            ConjugateGradientBytes(500, 10, 5000, 1, 500));
}

// Beside a small lambda the rounding of floats would be seen: the residual is that of doubles.
TEST(KernelRidgeCg, TheResidualIsThatOfDoubles) {
  const Problem problem = MakeSmoothValues(1200, 4, 9);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 3}});
  const Examples x = problem.x;
  Matrix gram = Gram(*kernel, x, x);
  const Matrix y = problem.y;
  for (const double mu : {1e-6, 1e-3, 1.0}) {
    const ConjugateGradientSolution solution = SolveByConjugateGradients(
        *kernel, x, mu, y, {.learner = "kernel_ridge", .tolerance = 1e-7, .rank = 400});
    Matrix shifted = gram;
    shifted.diagonal().array() += mu;
    const double residual = (shifted * solution.coefficients - y).norm() / y.norm();
    EXPECT_LE(residual, 1.01e-7) << mu;
    // Both are rounded: by about 1e-15 |K| |c|.
    const double rounding = 1e-15 * gram.norm() * solution.coefficients.norm() / y.norm();
    EXPECT_NEAR(solution.residual, residual, 0.01 * residual + rounding) << mu;
  }
}

}  // namespace
}  // namespace mercer
