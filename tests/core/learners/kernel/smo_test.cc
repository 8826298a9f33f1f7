#include "core/learners/kernel/smo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/kernel/kernel_rows.h"
#include "tests/core/learners/kernel/exact_fits.h"

namespace mercer {
namespace {

using testing::DualTolerance;
using testing::FitExact;
using testing::MakeProblem;
using testing::MakeSmoothValues;
using testing::Problem;

// A problem of our own: everything that a solution must fulfil, from the Gram matrix in double.
struct Solved {
  SmoProblem problem;
  Matrix gram;
  SmoSolution solution;
};

Solved SolveSmall(const Kernel& kernel, const Problem& train, double cost, double tube, bool values,
                  const SmoOptions& options, double cache_bytes) {
  Solved solved;
  const Examples x = train.x;
  const Index n = x.rows();
  solved.gram = Gram(kernel, x, x);
  SmoProblem& p = solved.problem;
  p.targets = train.y;
  p.tube = tube;
  p.lower = values ? Vector::Constant(n, -cost) : Vector(cost * train.y.cwiseMin(0));
  p.upper = values ? Vector::Constant(n, cost) : Vector(cost * train.y.cwiseMax(0));
  p.diagonal = solved.gram.diagonal();
  RowCache cache(KernelRows(kernel, x, ChooseArithmetic(kernel, x, p.diagonal, cost), 1), n,
                 cache_bytes);
  solved.solution =
      SolveSmo(p, options, cache, [&](const Vector& beta, std::span<const Index> numbers) {
        const Vector all = solved.gram * beta;
        return Vector(all(std::vector<Index>(numbers.begin(), numbers.end())));
      });
  return solved;
}

// The largest violation of f_i − t_i = −ε sign β_i for free β, and of the inequalities elsewhere.
double Violation(const Solved& s) {
  const Vector& beta = s.solution.beta;
  const Vector error =
      s.gram * beta - s.problem.targets + Vector::Constant(beta.size(), s.solution.offset);
  double violation = std::abs(beta.sum());
  for (Index i = 0; i < beta.size(); ++i) {
    EXPECT_GE(beta[i], s.problem.lower[i]);
    EXPECT_LE(beta[i], s.problem.upper[i]);
    const double e = s.problem.tube;
    if (beta[i] < s.problem.upper[i])
      violation = std::max(violation, -(error[i] + (beta[i] >= 0 ? e : -e)));
    if (beta[i] > s.problem.lower[i])
      violation = std::max(violation, error[i] + (beta[i] > 0 ? e : -e));
  }
  return violation;
}

TEST(Smo, OptimalityConditionsHoldAndTheObjectivesEnclose) {
  const auto gaussian = MakeKernel("gaussian", {{"sigma", 0.8}});
  const auto laplacian = MakeKernel("laplacian", {{"sigma", 2}});
  for (const Kernel* kernel : {gaussian.get(), laplacian.get()}) {
    for (const bool values : {false, true}) {
      for (const double cost : {0.1, 1.0, 100.0}) {
        const Problem train =
            values ? MakeSmoothValues(400, 5, 3) : MakeProblem(400, 5, {-1, 1}, 3);
        const Solved s = SolveSmall(*kernel, train, cost, values ? 0.1 : 0, values,
                                    {.eps = 1e-4, .max_iterations = 1000000}, 1e6);
        EXPECT_TRUE(s.solution.converged);
        EXPECT_LT(Violation(s), 1e-4 + 1e-6 * cost);
        const Vector& beta = s.solution.beta;
        const double norm = beta.dot(s.gram * beta);
        const double dual =
            beta.dot(s.problem.targets) - 0.5 * norm - s.problem.tube * beta.lpNorm<1>();
        const double rounding = DualTolerance(cost, 1);
        EXPECT_NEAR(s.solution.dual_objective, dual, rounding * std::abs(dual));
        double primal = 0.5 * norm;
        const Vector f = s.gram * beta + Vector::Constant(400, s.solution.offset);
        for (Index i = 0; i < 400; ++i) {
          primal += cost * (values ? std::max(0.0, std::abs(f[i] - train.y[i]) - 0.1)
                                   : std::max(0.0, 1 - train.y[i] * f[i]));
        }
        EXPECT_NEAR(s.solution.primal_objective, primal, 20 * rounding * primal);
        EXPECT_GE(primal, dual);
        EXPECT_LE(primal - dual, 1e-4 * cost * 400);
      }
    }
  }
}

// Two rows of each class: all of one variable's values on a fine grid, the rest in closed form, is
// what no solution may beat.
TEST(Smo, NothingNearbyIsBetterOnSmallProblems) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  RandomStream stream(3, StreamPurpose::kTest, 5);
  for (std::uint64_t trial = 0; trial < 40; ++trial) {
    const bool values = trial % 2 == 1;
    Problem train = MakeProblem(6, 3, {-1, 1}, 20 + trial);
    for (Index i = 0; i < 6; ++i) train.y[i] = values ? stream.Gaussian() : (i % 2 == 0 ? 1 : -1);
    const double cost = trial % 3 == 0 ? 0.4 : 5, tube = values ? 0.2 : 0;
    const Solved s = SolveSmall(*kernel, train, cost, tube, values, {.eps = 1e-7}, 1e6);
    const auto objective = [&](const Vector& beta) {
      return 0.5 * beta.dot(s.gram * beta) - beta.dot(train.y) + tube * beta.lpNorm<1>();
    };
    const double best = objective(s.solution.beta);
    for (int k = 0; k < 3000; ++k) {
      // A feasible point: mixed with the solution at many distances.
      Vector other(6);
      for (Index i = 0; i < 6; ++i)
        other[i] =
            s.problem.lower[i] + stream.Uniform() * (s.problem.upper[i] - s.problem.lower[i]);
      const double excess = other.sum();
      for (Index i = 0; i < 6; ++i) {
        const double room =
            excess > 0 ? other[i] - s.problem.lower[i] : s.problem.upper[i] - other[i];
        other[i] -= (excess > 0 ? 1 : -1) * std::min(room, std::abs(other.sum()));
      }
      if (std::abs(other.sum()) > 1e-9) continue;
      const double share = std::pow(10, -4 * stream.Uniform());
      EXPECT_GE(objective((1 - share) * s.solution.beta + share * other), best - 1e-6 * cost);
    }
  }
}

TEST(Smo, CachesOfAnySizeAndShrinkingReachOneOptimum) {
  const Problem train = MakeProblem(3000, 5, {-1, 1}, 3);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.5}});
  const Examples x = train.x;
  std::map<std::string, double> objective;
  for (const double mebibytes : {1e-6, 1.0, 256.0}) {
    for (const bool shrinking : {false, true}) {
      const auto model = FitExact(
          {{"cost", 100}, {"eps", 1e-4}, {"cache_mib", mebibytes}, {"shrinking", shrinking}}, x,
          train.y, *kernel);
      objective[FormatNumber(mebibytes) + (shrinking ? " shrinking" : "")] =
          *model->report().dual_objective;
      EXPECT_TRUE(model->report().warnings.empty());
    }
  }
  const double expected = objective.at("256");
  for (const auto& [name, value] : objective) EXPECT_NEAR(value, expected, 1e-6 * expected) << name;
  // The size of the cache changes no bit.
  EXPECT_EQ(objective.at("1e-06"), expected);
  EXPECT_EQ(objective.at("1e-06 shrinking"), objective.at("256 shrinking"));
}

}  // namespace
}  // namespace mercer
