// Pegasos against its own definition, step by step, and against the optimum of dense_dual.

#include "core/learners/linear/pegasos.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/feature_rows.h"
#include "core/learners/linear/linear_model.h"
#include "tests/core/learners/computed_rows.h"
#include "tests/core/learners/problems.h"

namespace mercer {
namespace {

using testing::MakeProblem;
using testing::Problem;

struct Case {
  std::string average;
  bool project;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << "average " << c.average << (c.project ? ", projected" : "");
}

class Pegasos : public ::testing::TestWithParam<Case> {
 protected:
  Params Parameters(double lambda, Index epochs) const {
    return {{"lambda", lambda},
            {"epochs", epochs},
            {"average", GetParam().average},
            {"project", GetParam().project}};
  }
};

// The iterates as Figure 1 of the paper writes them, each kept whole.
TEST_P(Pegasos, TakesTheStepsOfThePaper) {
  const Problem problem = MakeProblem(90, 6, {-1, 1}, 1);
  const Examples x = problem.x;
  const double lambda = 0.02;
  const Index epochs = 3;
  RowBlocks rows("pegasos", x, 5);
  Vector w = Vector::Zero(6), sum = Vector::Zero(6);
  double t = 0, weights = 0;
  Index violated = 0;
  for (Index epoch = 0; epoch < epochs; ++epoch) {
    rows.Epoch(epoch, [&](Index i, const RowView&) {
      t += 1;
      const double eta = 1 / (lambda * t);
      const Vector z = problem.x.row(i).transpose();
      const bool violates = problem.y[i] * w.dot(z) < 1;
      w *= 1 - eta * lambda;
      if (violates) w += eta * problem.y[i] * z;
      if (violates) ++violated;
      if (GetParam().project && w.norm() > 1 / std::sqrt(lambda))
        w *= 1 / std::sqrt(lambda) / w.norm();
      const double weight = GetParam().average == "weighted" ? t : 1;
      sum += weight * w;
      weights += weight;
    });
  }
  EXPECT_GT(violated, 50);
  EXPECT_LT(violated, 250);
  const Vector expected = GetParam().average == "none" ? w : Vector(sum / weights);
  const auto model =
      MakeLearner("pegasos", Parameters(lambda, epochs))->Fit({.x = x, .y = problem.y, .seed = 5});
  const auto& linear = dynamic_cast<const LinearModel&>(*model).weights();
  EXPECT_LT((linear.weights.col(0) - expected).norm(), 1e-11 * expected.norm());
  double loss = 0;
  for (Index i = 0; i < 90; ++i)
    loss += std::max(0.0, 1 - problem.y[i] * problem.x.row(i).dot(expected)) / 90;
  EXPECT_NEAR(*model->report().primal_objective, lambda / 2 * expected.squaredNorm() + loss, 1e-11);
  EXPECT_EQ(model->report().iterations, epochs);
}

// With |z| ≤ R and G = R + √λ, after T projected steps in expectation: the mean within
// G²(1 + ln T)/(2λT) (the paper's Theorem 1), the weighted one within 2G²/(λ(T + 1))
// (Lacoste-Julien et al. 2012), the last within 17G²(1 + ln T)/(λT) (Shamir & Zhang 2013).
TEST_P(Pegasos, ApproachesTheOptimumAtItsRate) {
  const Problem problem = MakeProblem(300, 8, {-1, 1}, 1);
  const Examples x = problem.x;
  for (const double cost : {0.05, 1.0}) {
    const double lambda = 1 / (300 * cost);
    const auto exact = MakeLearner("dense_dual", {{"loss", "hinge"}, {"cost", cost}, {"eps", 1e-9}})
                           ->Fit({.x = x, .y = problem.y});
    const double optimum = *exact->report().primal_objective * lambda;
    const double g = problem.x.rowwise().norm().maxCoeff() + std::sqrt(lambda);
    for (const Index epochs : {10, 1000}) {
      const double steps = 300 * static_cast<double>(epochs);
      double bound = 17 * g * g * (1 + std::log(steps)) / (lambda * steps);
      if (GetParam().average == "uniform") bound /= 34;
      if (GetParam().average == "weighted") bound = 2 * g * g / (lambda * (steps + 1));
      const auto model =
          MakeLearner("pegasos", Parameters(lambda, epochs))->Fit({.x = x, .y = problem.y});
      const double gap = *model->report().primal_objective - optimum;
      EXPECT_GE(gap, -1e-9);
      EXPECT_LE(gap, bound) << "C " << cost << ", epochs " << epochs;
      EXPECT_LE(gap, (epochs == 1000 ? 0.005 : 1) * optimum) << "C " << cost;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Iterates, Pegasos,
                         ::testing::Values(Case{"none", false}, Case{"none", true},
                                           Case{"uniform", false}, Case{"uniform", true},
                                           Case{"weighted", false}, Case{"weighted", true}));

}  // namespace
}  // namespace mercer
