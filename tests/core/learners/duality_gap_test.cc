// Machines without an offset against solvers of other kinds, and training that ends at a duality
// gap, computed again from the predictions' side.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/kernel/kernel_rows.h"
#include "core/learners/kernel/sdca.h"
#include "core/learners/kernel/smo.h"
#include "core/learners/linear/dual_descent.h"
#include "tests/core/learners/kernel/exact_fits.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::FitExact;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MakeProblem;
using testing::Message;
using testing::Problem;
using ::testing::SizeIs;

SmoProblem ClassProblem(const Matrix& gram, const Vector& y, double cost) {
  return {.targets = y,
          .lower = cost * y.cwiseMin(0),
          .upper = cost * y.cwiseMax(0),
          .diagonal = gram.diagonal()};
}

SmoSolution Solve(const Kernel& kernel, const Examples& x, const Matrix& gram,
                  const SmoProblem& problem, const SmoOptions& options, double cache_bytes = 1e6) {
  RowCache cache(
      KernelRows(kernel, x, ChooseArithmetic(kernel, x, problem.diagonal, problem.upper.maxCoeff()),
                 1),
      x.rows(), cache_bytes);
  const KernelValues values = [&](const Vector& beta, std::span<const Index> numbers) {
    const Vector all = gram * beta;
    return Vector(all(std::vector<Index>(numbers.begin(), numbers.end())));
  };
  return SolveSmoWithoutOffset(problem, options, cache, values);
}

double Objective(const Matrix& gram, const Vector& y, const Vector& beta) {
  return 0.5 * beta.dot(gram * beta) - y.dot(beta);
}

// Both objectives of f(x) = Σ β_i k(x_i, x), from the Gram matrix in double.
struct Objectives {
  double primal = 0, dual = 0;
};
Objectives ObjectivesOf(const Matrix& gram, const Vector& y, const Vector& beta, double cost) {
  const Vector f = gram * beta;
  const double loss = (1 - y.array() * f.array()).max(0).sum();
  return {0.5 * beta.dot(f) + cost * loss, -Objective(gram, y, beta)};
}

// The quadratic problem by brute force: one coordinate after the other until nothing moves.
Vector ByCoordinates(const Matrix& gram, const SmoProblem& problem) {
  Vector beta = Vector::Zero(gram.rows());
  for (int sweep = 0; sweep < 200000; ++sweep) {
    double moved = 0;
    for (Index i = 0; i < gram.rows(); ++i) {
      const double gradient = gram.row(i).dot(beta) - problem.targets[i];
      const double next =
          std::clamp(beta[i] - gradient / gram(i, i), problem.lower[i], problem.upper[i]);
      moved = std::max(moved, std::abs(next - beta[i]));
      beta[i] = next;
    }
    if (moved < 1e-13) break;
  }
  return beta;
}

TEST(SmoWithoutOffset, ReachesTheOptimumOfTheQuadraticProblem) {
  const std::vector<std::pair<std::string, Params>> kernels = {
      {"gaussian", {{"sigma", 0.7}}},
      {"taylor_gaussian", {{"degree", 3}, {"sigma", 0.7}}},
      {"polynomial", {{"degree", 3}, {"offset", 1}}},
      {"linear", {}}};
  for (const auto& [name, params] : kernels) {
    const auto kernel = MakeKernel(name, params);
    for (const double cost : {0.1, 1.0, 30.0}) {
      SCOPED_TRACE(kernel->Describe() + " " + std::to_string(cost));
      const Problem train = MakeProblem(60, 5, {-1, 1}, 3);
      const Examples x = train.x;
      const Matrix gram = Gram(*kernel, x, x) + 1e-12 * Matrix::Identity(60, 60);
      const SmoProblem problem = ClassProblem(gram, train.y, cost);
      const Vector expected = ByCoordinates(gram, problem);
      const double optimum = Objective(gram, train.y, expected);
      const SmoSolution solution =
          Solve(*kernel, x, gram, problem, {.eps = 1e-6, .max_iterations = 1000000});
      EXPECT_TRUE(solution.converged);
      EXPECT_EQ(solution.offset, 0);
      EXPECT_TRUE((solution.beta.array() >= problem.lower.array()).all());
      EXPECT_TRUE((solution.beta.array() <= problem.upper.array()).all());
      EXPECT_NEAR(Objective(gram, train.y, solution.beta), optimum, 2e-5 * std::abs(optimum));
      EXPECT_NEAR(-solution.dual_objective, optimum, 2e-5 * std::abs(optimum));
      EXPECT_NEAR(solution.primal_objective, -optimum, 1e-4 * std::abs(optimum));
      // The problem with an offset is another one.
      EXPECT_GT(std::abs(expected.sum()), 1e-3);
    }
  }
}

TEST(SmoWithoutOffset, StopsAtTheGapWithCachesOfAnySizeAndShrinking) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.5}});
  const Problem train = MakeProblem(3000, 5, {-1, 1}, 3);
  const Examples x = train.x;
  const Matrix gram = Gram(*kernel, x, x);
  for (const double cost : {1.0, 100.0}) {
    const SmoProblem problem = ClassProblem(gram, train.y, cost);
    Index before = 0;
    for (const double gap : {0.3, 0.01, 1e-4}) {
      for (const bool shrinking : {false, true}) {
        for (const double bytes : {1.0, 1e8}) {
          const SmoSolution solution =
              Solve(*kernel, x, gram, problem, {.gap = gap, .shrinking = shrinking}, bytes);
          const auto [primal, dual] = ObjectivesOf(gram, train.y, solution.beta, cost);
          EXPECT_TRUE(solution.converged);
          EXPECT_LE(primal - dual, (gap + 1e-6) * primal);
          EXPECT_NEAR(solution.primal_objective, primal, 1e-5 * primal);
          EXPECT_NEAR(solution.dual_objective, dual, 1e-5 * primal);
          if (!shrinking && bytes > 1) {
            EXPECT_GE(solution.iterations, before);  // a smaller gap takes more
            before = solution.iterations;
          }
        }
      }
    }
    EXPECT_GT(before, 1000);
  }
}

// On a fine grid of the box.
TEST(SmoWithoutOffset, TheStepOfAPairIsTheBestInItsBox) {
  RandomStream stream(5, StreamPurpose::kTest, 1);
  for (int trial = 0; trial < 300; ++trial) {
    const double a = 0.1 + stream.Uniform(), b = 0.1 + stream.Uniform();
    const double correlation = trial % 5 == 0 ? 1 : 2 * stream.Uniform() - 1;
    const PairProblem pair{.gradient_first = stream.Gaussian(),
                           .gradient_second = trial % 7 == 0 ? 0 : stream.Gaussian(),
                           .diagonal_first = a,
                           .diagonal_second = b,
                           .product = correlation * std::sqrt(a * b),
                           .lower = {-2 * stream.Uniform(), trial % 3 == 0 ? 0 : -stream.Uniform()},
                           .upper = {trial % 4 == 0 ? 0 : 2 * stream.Uniform(), stream.Uniform()}};
    const auto change = [&](double first, double second) {
      return pair.gradient_first * first + pair.gradient_second * second +
             0.5 * (a * first * first + b * second * second) + pair.product * first * second;
    };
    const PairStep step = BestPairStep(pair);
    EXPECT_GE(step.first, pair.lower.first);
    EXPECT_LE(step.first, pair.upper.first);
    EXPECT_GE(step.second, pair.lower.second);
    EXPECT_LE(step.second, pair.upper.second);
    double least = 0;
    for (int i = 0; i <= 100; ++i) {
      for (int j = 0; j <= 100; ++j) {
        least = std::min(
            least, change(pair.lower.first + i / 100.0 * (pair.upper.first - pair.lower.first),
                          pair.lower.second + j / 100.0 * (pair.upper.second - pair.lower.second)));
      }
    }
    EXPECT_LE(change(step.first, step.second), least + 1e-12);
  }
}

// The machine of cotter2011: one optimum, whatever way it is solved. The Taylor features times each
// other are the kernel, so three solvers in the dual meet a fourth on the features.
TEST(MachineWithoutOffset, OneOptimumOfFourSolvers) {
  const Problem train = MakeProblem(300, 4, {-1, 1}, 1), test = MakeProblem(500, 4, {-1, 1}, 2);
  const Examples x = train.x;
  const double cost = 2;
  const auto kernel = MakeKernel("polynomial", {{"degree", 2}, {"offset", 1}});
  // Its features, one for each monomial.
  const auto features = [](const Matrix& rows) {
    Matrix z(rows.rows(), 15);
    for (Index i = 0; i < rows.rows(); ++i) {
      Index column = 0;
      z(i, column++) = 1;
      for (Index j = 0; j < 4; ++j) z(i, column++) = std::sqrt(2.0) * rows(i, j);
      for (Index j = 0; j < 4; ++j)
        for (Index k = 0; k <= j; ++k)
          z(i, column++) = (k == j ? 1 : std::sqrt(2.0)) * rows(i, j) * rows(i, k);
    }
    return z;
  };
  const Examples z = features(train.x), z_test = features(test.x);
  const auto exact =
      FitExact({{"cost", cost}, {"offset", false}, {"gap", 1e-6}}, x, train.y, *kernel);
  const auto linear = MakeLearner("dense_dual", {{"loss", "hinge"}, {"cost", cost}, {"gap", 1e-6}})
                          ->Fit({.x = z, .y = train.y});
  const auto by_sdca = MakeLearner("sdca", {{"cost", cost}, {"gap", 1e-5}, {"epochs", 100000}})
                           ->Fit({.x = z, .y = train.y});
  const auto by_kernel =
      MakeLearner("kernel_sdca", {{"cost", cost}, {"gap", 1e-5}, {"epochs", 100000}})
          ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
  const double optimum = *exact->report().dual_objective;
  EXPECT_NEAR(*exact->report().primal_objective, optimum, 2e-6 * optimum);
  EXPECT_NEAR(*linear->report().dual_objective, optimum, 4e-6 * optimum);
  EXPECT_NEAR(*by_sdca->report().dual_objective * 300 * cost, optimum, 2e-5 * optimum);
  EXPECT_NEAR(*by_kernel->report().dual_objective * 300 * cost, optimum, 2e-5 * optimum);
  const Vector a = exact->Predict(test.x), b = linear->Predict(z_test);
  EXPECT_LE((a.array() != b.array()).count(), 2);
  EXPECT_LE((a.array() != by_kernel->Predict(test.x).array()).count(), 3);
  // With an offset the optimum is lower.
  const auto with = FitExact({{"cost", cost}, {"gap", 1e-6}}, x, train.y, *kernel);
  EXPECT_LT(*with->report().primal_objective, optimum * (1 - 1e-5));
}

TEST(ExactBlocked, WithAnOffsetItStopsAtTheGapToo) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.5}});
  const Problem train = MakeProblem(3000, 5, {-1, 1}, 3);
  const double best =
      *FitExact({{"cost", 10}, {"eps", 1e-5}}, train.x, train.y, *kernel)->report().dual_objective;
  Index before = 0;
  for (const double gap : {0.3, 0.01, 1e-5}) {
    const FitReport report =
        FitExact({{"cost", 10}, {"gap", gap}}, train.x, train.y, *kernel)->report();
    EXPECT_LE(*report.primal_objective - *report.dual_objective,
              (gap + 1e-6) * *report.primal_objective);
    EXPECT_GE(*report.primal_objective, best * (1 - 1e-6));
    EXPECT_LE(*report.dual_objective, best * (1 + 1e-6));
    EXPECT_GT(report.iterations, before);
    before = report.iterations;
    EXPECT_THAT(report.warnings, IsEmpty());
  }
}

TEST(ExactBlocked, ValuesStopAtTheGapToo) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const Problem train = testing::MakeSmoothValues(1500, 5, 3);
  const Examples x = train.x;
  const Params params{{"target", "values"}, {"cost", 10}, {"epsilon", 0.1}};
  Params close = params, far = params;
  close.Set("gap", 1e-4), far.Set("gap", 0.2);
  const FitReport a = FitExact(close, x, train.y, *kernel)->report();
  const FitReport b = FitExact(far, x, train.y, *kernel)->report();
  EXPECT_LE(*a.primal_objective - *a.dual_objective, 1.01e-4 * *a.primal_objective);
  EXPECT_LE(*b.primal_objective - *b.dual_objective, 0.2001 * *b.primal_objective);
  EXPECT_LT(b.iterations, a.iterations);
  EXPECT_GE(*b.primal_objective, *a.dual_objective);
}

// From the weights, as anyone can compute it.
TEST(DenseDual, StopsAtTheGap) {
  const Problem train = MakeProblem(800, 12, {-1, 1}, 1);
  for (const int power : {1, 2}) {
    for (const double cost : {1.0, 30.0}) {
      Index before = 0;
      for (const double gap : {0.5, 0.01, 1e-5}) {
        const DualDescentOptions options{
            .power = power, .cost = cost, .gap = gap, .max_passes = 1000000};
        std::vector<signed char> y;
        for (const double label : train.y) y.push_back(label > 0 ? 1 : -1);
        const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> floats =
            train.x.cast<float>();  // multiples of 1/64: the same values
        const DualSolution solution =
            DescendDual(DenseRows<double>{train.x.data(), 800, 12, 12}, y, options);
        const DualSolution of_floats =
            DescendDual(DenseRows<float>{floats.data(), 800, 12, 12}, y, options);
        for (const DualSolution* s : {&solution, &of_floats}) {
          Vector w = Vector::Zero(12);
          double gain = s->alpha.sum();
          for (Index i = 0; i < 800; ++i)
            w += s->alpha[i] * train.y[i] * train.x.row(i).transpose();
          if (power == 2) gain -= s->alpha.squaredNorm() / (4 * cost);
          const auto hinge = (1 - train.y.array() * (train.x * w).array()).max(0);
          const double primal =
              0.5 * w.squaredNorm() + cost * (power == 1 ? hinge.sum() : hinge.square().sum());
          const double dual = gain - 0.5 * w.squaredNorm();
          EXPECT_TRUE(s->converged);
          EXPECT_LE(primal - dual, (gap + 1e-9) * primal) << power << " " << cost << " " << gap;
          EXPECT_NEAR(s->dual_objective, dual, 1e-9 * primal);
        }
        EXPECT_GE(solution.passes, before);
        before = solution.passes;
      }
      EXPECT_GT(before, 1);
    }
  }
}

TEST(Sdca, StopsAtTheGapOrSaysThatItDidNot) {
  const Problem train = MakeProblem(800, 12, {-1, 1}, 1);
  const Examples x = train.x;
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  for (const char* name : {"sdca", "kernel_sdca"}) {
    Index before = 0;
    for (const double gap : {0.2, 0.01, 1e-3}) {
      const FitReport report = MakeLearner(name, {{"cost", 10}, {"gap", gap}, {"epochs", 100000}})
                                   ->Fit({.x = x, .y = train.y, .kernel = kernel.get()})
                                   ->report();
      EXPECT_LE(*report.primal_objective - *report.dual_objective, gap * *report.primal_objective);
      EXPECT_GE(report.iterations, before);
      EXPECT_LT(report.iterations, 100000);
      EXPECT_THAT(report.warnings, IsEmpty());
      before = report.iterations;
    }
    EXPECT_GT(before, 2);
    // The cap is said, and without a gap nothing changes.
    const FitReport capped = MakeLearner(name, {{"cost", 10}, {"gap", 1e-6}, {"epochs", 2}})
                                 ->Fit({.x = x, .y = train.y, .kernel = kernel.get()})
                                 ->report();
    EXPECT_EQ(capped.iterations, 2);
    ASSERT_THAT(capped.warnings, SizeIs(1));
    EXPECT_THAT(capped.warnings[0], HasSubstr("limit of 2 epochs"));
    const FitReport plain = MakeLearner(name, {{"cost", 10}, {"epochs", 2}})
                                ->Fit({.x = x, .y = train.y, .kernel = kernel.get()})
                                ->report();
    EXPECT_EQ(*plain.primal_objective, *capped.primal_objective);
    EXPECT_THAT(plain.warnings, IsEmpty());
  }
}

TEST(Objective, MeanIsTheSumOverCostTimesRows) {
  const Problem train = MakeProblem(400, 5, {-1, 1}, 3);
  const Examples x = train.x;
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  for (const char* name : {"exact_blocked", "dense_dual"}) {
    Params params{{"cost", 3}};
    if (std::string(name) == "dense_dual") params.Set("loss", "hinge");
    const TrainingSet set{.x = x, .y = train.y, .kernel = kernel.get()};
    const FitReport sum = MakeLearner(name, params)->Fit(set)->report();
    params.Set("objective", "mean");
    const auto learner = MakeLearner(name, params);
    const FitReport mean = learner->Fit(set)->report();
    EXPECT_NEAR(*mean.primal_objective, *sum.primal_objective / 1200, 1e-12);
    EXPECT_NEAR(*mean.dual_objective, *sum.dual_objective / 1200, 1e-12);
    const auto hinge = learner->Hinge(400);
    EXPECT_EQ(hinge.has_value(), std::string(name) == "dense_dual");
    if (hinge) {
      EXPECT_EQ(hinge->lambda, 1.0 / 1200);
      EXPECT_EQ(hinge->scale, 1);
    }
  }
  EXPECT_TRUE(MakeLearner("exact_blocked", {{"offset", false}})->Hinge(10).has_value());
}

TEST(Gap, SaysWhatIsWrong) {
  for (const char* name : {"exact_blocked", "dense_dual", "sdca", "kernel_sdca"}) {
    for (const double gap : {0.0, -0.1, 1.5}) {
      Params params{{"cost", 1}, {"gap", gap}};
      EXPECT_THAT(Message([&] { MakeLearner(name, params); }), HasSubstr("gap is")) << name;
    }
  }
  EXPECT_THAT(Message([] {
                MakeLearner("exact_blocked", {{"offset", false}, {"target", "values"}});
              }),
              HasSubstr("offset is false and target is values"));
  EXPECT_THAT(Message([] {
                MakeLearner("exact_blocked", {{"objective", "median"}});
              }),
              HasSubstr("sum"));
}

}  // namespace
}  // namespace mercer
