// Stochastic dual coordinate ascent: the optimum of dense_dual's problem, told by the duality gap
// and by dense_dual; a dual that never falls; kernels against a solver of another kind.

#include "core/learners/kernel/sdca.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "tests/core/learners/computed_rows.h"
#include "tests/core/learners/problems.h"

namespace mercer {
namespace {

using testing::MakeProblem;
using testing::Problem;

struct Case {
  std::string loss;
  double cost;
  std::vector<double> labels;
  bool average;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.loss << ", C " << c.cost << ", " << c.labels.size() << " classes"
             << (c.average ? ", averaged" : "");
}

class Sdca : public ::testing::TestWithParam<Case> {};

TEST_P(Sdca, ClosesTheDualityGapAtTheOptimumOfDenseDual) {
  const Case& c = GetParam();
  const Problem problem = MakeProblem(300, 8, c.labels, 1);
  const Examples x = problem.x;
  const auto exact = MakeLearner("dense_dual", {{"loss", c.loss}, {"cost", c.cost}, {"eps", 1e-9}})
                         ->Fit({.x = x, .y = problem.y});
  for (const std::uint64_t seed : {1, 2}) {
    const auto model =
        MakeLearner("sdca",
                    {{"loss", c.loss}, {"cost", c.cost}, {"average", c.average}, {"epochs", 4000}})
            ->Fit({.x = x, .y = problem.y, .seed = seed});
    const FitReport& report = model->report();
    const double primal = *report.primal_objective, dual = *report.dual_objective;
    EXPECT_GE(primal, dual - 1e-12 * primal);
    EXPECT_LE(primal - dual, 1e-6 * primal);
    const double optimum = *exact->report().primal_objective / (300 * c.cost);
    EXPECT_NEAR(primal, optimum, 1e-6 * optimum);
    EXPECT_EQ(report.support_vectors > 0, true);
    const Examples test = MakeProblem(1000, 8, c.labels, 2).x;
    EXPECT_LE((model->Predict(test).array() != exact->Predict(test).array()).count(), 3);
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, Sdca,
                         ::testing::Values(Case{"hinge", 1, {-1, 1}, false},
                                           Case{"squared_hinge", 1, {-1, 1}, false},
                                           Case{"hinge", 0.05, {3, -7}, true},
                                           Case{"squared_hinge", 0.05, {1, 2, 3}, true},
                                           Case{"hinge", 0.1, {1, 2, 3}, false}));

Matrix GramOf(const Matrix& x) { return (x * x.transpose()).array().square() + 0.5; }

// D(α), from α and the Gram matrix alone.
double Dual(const Matrix& gram, const Vector& y, const Vector& alpha, double lambda, int power) {
  const auto n = static_cast<double>(y.size());
  const Vector c = alpha.cwiseProduct(y) / (lambda * n);
  const double gain = alpha.sum() - (power == 2 ? alpha.squaredNorm() / 4 : 0);
  return gain / n - lambda / 2 * c.dot(gram * c);
}

TEST(SdcaAscent, EveryStepRaisesTheDual) {
  const Problem problem = MakeProblem(70, 5, {-1, 1}, 3);
  const Examples x = problem.x;
  const BinaryProblems problems(problem.y);
  const testing::RowsOfMatrix gram_rows(GramOf(problem.x));
  for (const bool gram : {false, true}) {
    for (const int power : {1, 2}) {
      const double lambda = 0.01;
      const Matrix products = gram ? GramOf(problem.x) : Matrix(problem.x * problem.x.transpose());
      Vector alpha = Vector::Zero(70);
      double last = 0;
      Index rose = 0, steps = 0;
      AscentOptions options{.power = power, .lambda = lambda, .epochs = 20, .gram = gram};
      options.after_step = [&](Index, Index i, double value) {
        alpha[i] = value;
        const double dual = Dual(products, problem.y, alpha, lambda, power);
        EXPECT_GE(dual, last - 1e-13);
        rose += dual > last + 1e-9 ? 1 : 0;
        last = dual;
        ++steps;
        // Nothing better along the coordinate, on either side.
        for (const double step : {-1e-3, 1e-3}) {
          Vector other = alpha;
          other[i] = std::max(0.0, power == 1 ? std::min(1.0, value + step) : value + step);
          EXPECT_LE(Dual(products, problem.y, other, lambda, power), dual + 1e-13);
        }
      };
      RowBlocks rows = gram ? RowBlocks("kernel_sdca", gram_rows, 2) : RowBlocks("sdca", x, 2);
      const AscentSolution solution = AscendDual(rows, problem.y, problems, options);
      EXPECT_EQ(steps, 20 * 70);
      EXPECT_GT(rose, 100);
      EXPECT_NEAR(solution.dual, last, 1e-12);
      EXPECT_EQ(solution.alpha.col(0), alpha);
      EXPECT_GE(solution.primal, solution.dual);
    }
  }
}

// The mean over the later half of the epochs, each iterate kept whole.
TEST(SdcaAscent, AveragesTheLaterHalf) {
  const Problem problem = MakeProblem(50, 5, {-1, 1}, 3);
  const Examples x = problem.x;
  const BinaryProblems problems(problem.y);
  AscentOptions options{.power = 1, .lambda = 0.05, .epochs = 5, .average = true};
  Vector alpha = Vector::Zero(50), sum = Vector::Zero(50);
  Index steps = 0;
  options.after_step = [&](Index, Index i, double value) {
    alpha[i] = value;
    if (steps++ >= 2 * 50) sum += alpha;
  };
  RowBlocks rows("sdca", x, 2);
  const AscentSolution solution = AscendDual(rows, problem.y, problems, options);
  const Vector mean = sum / 150;
  EXPECT_LT((solution.alpha.col(0) - mean).norm(), 1e-12);
  const Vector w = problem.x.transpose() * mean.cwiseProduct(problem.y) / (0.05 * 50);
  EXPECT_LT((solution.weights.row(0).transpose() - w).norm(), 1e-12);
}

// Against projected gradient ascent in the dual, 200,000 steps of 1 over the largest eigenvalue.
TEST(KernelSdca, IsTheExactMachineWithoutOffset) {
  const Problem problem = MakeProblem(50, 4, {-1, 1}, 5);
  const Examples x = problem.x;
  const auto kernel = MakeKernel("polynomial", {{"degree", 2}, {"offset", 1}});
  const Matrix gram = Gram(*kernel, x, x);
  const double lambda = 0.01, n = 50;
  for (const int power : {1, 2}) {
    const Matrix hessian = (problem.y.asDiagonal() * gram * problem.y.asDiagonal()) / (lambda * n) +
                           (power == 2 ? 0.5 : 0) * Matrix::Identity(50, 50);
    Vector alpha = Vector::Zero(50);
    const double step = 1 / hessian.operatorNorm();
    for (Index t = 0; t < 200000; ++t) {
      alpha += step * (Vector::Ones(50) - hessian * alpha);
      alpha = alpha.cwiseMax(0.0);
      if (power == 1) alpha = alpha.cwiseMin(1.0);
    }
    const double dual = Dual(gram, problem.y, alpha, lambda, power);
    const auto model = MakeLearner("kernel_sdca", {{"lambda", lambda},
                                                   {"loss", power == 1 ? "hinge" : "squared_hinge"},
                                                   {"epochs", 5000}})
                           ->Fit({.x = x, .y = problem.y, .kernel = kernel.get()});
    const FitReport& report = model->report();
    EXPECT_NEAR(*report.dual_objective, dual, 1e-8 * dual);
    EXPECT_NEAR(*report.primal_objective, *report.dual_objective, 1e-6 * dual);
    EXPECT_EQ(report.support_vectors, (alpha.array() > 1e-9).count());
    const Examples test = MakeProblem(500, 4, {-1, 1}, 6).x;
    const Vector scores = Gram(*kernel, test, x) * alpha.cwiseProduct(problem.y);
    const Vector predicted = model->Predict(test);
    for (Index i = 0; i < 500; ++i) {
      EXPECT_TRUE(std::abs(scores[i]) < 1e-4 || predicted[i] == (scores[i] > 0 ? 1 : -1));
    }
  }
}

TEST(KernelSdca, WithTheInnerProductIsTheLinearMachine) {
  const Problem problem = MakeProblem(2000, 6, {1, 2, 3}, 7);
  const Examples x = problem.x;
  const auto kernel = MakeKernel("linear", {});
  const Params params = {{"cost", 0.01}, {"epochs", 60}};
  const auto a = MakeLearner("kernel_sdca", params)
                     ->Fit({.x = x, .y = problem.y, .kernel = kernel.get(), .threads = 2});
  const auto b = MakeLearner("sdca", params)->Fit({.x = x, .y = problem.y});
  EXPECT_NEAR(*a->report().primal_objective, *b->report().primal_objective,
              1e-4 * *b->report().primal_objective);
  const Examples test = MakeProblem(1000, 6, {1, 2, 3}, 8).x;
  EXPECT_LE((a->Predict(test).array() != b->Predict(test).array()).count(), 5);
  const auto again = MakeLearner("kernel_sdca", params)
                         ->Fit({.x = x, .y = problem.y, .kernel = kernel.get(), .threads = 1});
  EXPECT_EQ(*a->report().primal_objective, *again->report().primal_objective);
}

}  // namespace
}  // namespace mercer
