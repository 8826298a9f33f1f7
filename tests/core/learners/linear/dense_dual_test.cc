// Dual coordinate descent on dense features: the optimum of LIBLINEAR's problems, told by the
// duality gap, the optimality conditions and LIBLINEAR itself.

#include "core/learners/linear/dense_dual.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/computed_rows.h"
#include "core/learners/feature_rows.h"
#include "core/learners/linear/dual_descent.h"
#include "core/learners/linear/linear_model.h"
#include "tests/core/learners/computed_rows.h"
#include "tests/core/learners/problems.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MakeProblem;
using testing::Problem;
using testing::RowsOfMatrix;

struct Case {
  int power;
  double cost, bias;
  std::vector<double> labels;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << "power " << c.power << ", C " << c.cost << ", bias " << c.bias << ", "
             << c.labels.size() << " classes";
}

class DenseDual : public ::testing::TestWithParam<Case> {
 protected:
  const Problem problem_ = MakeProblem(300, 8, GetParam().labels, 1);
  const Examples x_{problem_.x};

  Params Parameters(double eps) const {
    return {{"loss", GetParam().power == 1 ? "hinge" : "squared_hinge"},
            {"cost", GetParam().cost},
            {"bias", GetParam().bias},
            {"eps", eps}};
  }

  std::unique_ptr<Model> Fit(const Params& params, std::uint64_t seed = 1) const {
    return MakeLearner("dense_dual", params)->Fit({.x = x_, .y = problem_.y, .seed = seed});
  }
};

TEST_P(DenseDual, ClosesTheDualityGap) {
  for (const std::uint64_t seed : {1, 2}) {
    const FitReport report = Fit(Parameters(1e-8), seed)->report();
    const double primal = *report.primal_objective, dual = *report.dual_objective;
    EXPECT_GE(primal, dual - 1e-12 * primal);
    EXPECT_LE(primal - dual, 1e-6 * primal);
    EXPECT_THAT(report.warnings, IsEmpty());
  }
}

TEST_P(DenseDual, HasTheOptimumOfLiblinear) {
  const auto ours = Fit(Parameters(1e-8));
  const auto theirs =
      MakeLearner("liblinear", {{"solver", GetParam().power == 1 ? "l2r_l1loss_svc_dual"
                                                                 : "l2r_l2loss_svc_dual"},
                                {"cost", GetParam().cost},
                                {"bias", GetParam().bias},
                                {"eps", 1e-6}})
          ->Fit({.x = x_, .y = problem_.y});
  const double objective = *theirs->report().primal_objective;
  EXPECT_NEAR(*ours->report().primal_objective, objective, 1e-6 * objective);
  const Examples test = MakeProblem(1000, 8, GetParam().labels, 2).x;
  const auto different = (ours->Predict(test).array() != theirs->Predict(test).array()).count();
  EXPECT_LE(different, 3);
}

// The primal solver's own dual point: below the optimum by no more than it is above, however early
// the solver stops.
TEST_P(DenseDual, BoundsTheGapOfLiblinearsNewtonSolver) {
  if (GetParam().power == 1) return;
  const double optimum = *Fit(Parameters(1e-8))->report().primal_objective;
  for (const double eps : {0.3, 1e-2, 1e-8}) {
    const FitReport report = MakeLearner("liblinear", {{"solver", "l2r_l2loss_svc"},
                                                       {"cost", GetParam().cost},
                                                       {"bias", GetParam().bias},
                                                       {"eps", eps}})
                                 ->Fit({.x = x_, .y = problem_.y})
                                 ->report();
    EXPECT_GE(*report.primal_objective, optimum * (1 - 1e-6));
    EXPECT_LE(*report.dual_objective, optimum * (1 + 1e-6));
    const double of_optimum = *report.dual_objective / optimum;
    EXPECT_TRUE(eps > 1e-8 || of_optimum > 1 - 1e-6) << of_optimum;
    EXPECT_TRUE(eps < 0.3 || of_optimum < 1 - 1e-6) << of_optimum;
  }
}

TEST_P(DenseDual, FloatsReachTheSameOptimumToTheirPrecision) {
  Params params = Parameters(1e-4);
  const double exact = *Fit(Parameters(1e-8))->report().primal_objective;
  params.Set("storage", "float32");
  const FitReport report = Fit(params)->report();
  EXPECT_NEAR(*report.primal_objective, exact, 1e-5 * exact);
  EXPECT_THAT(report.warnings, IsEmpty());
}

TEST_P(DenseDual, TraceEndsAtTheObjectiveAndHasAPointForEachPass) {
  Params params = Parameters(1e-3);
  params.Set("trace", true);
  const FitReport report = Fit(params)->report();
  ASSERT_EQ(static_cast<Index>(report.trace.size()), report.iterations);
  for (std::size_t i = 1; i < report.trace.size(); ++i)
    EXPECT_GE(report.trace[i].seconds, report.trace[i - 1].seconds);
  if (GetParam().labels.size() > 2) return;  // one after the other, each with its own end
  EXPECT_NEAR(report.trace.back().objective, *report.primal_objective,
              1e-10 * *report.primal_objective);
}

INSTANTIATE_TEST_SUITE_P(Problems, DenseDual,
                         ::testing::Values(Case{1, 1, -1, {-1, 1}}, Case{2, 1, -1, {-1, 1}},
                                           Case{1, 0.01, 1, {3, -7}}, Case{2, 0.05, 2.5, {0, 1}},
                                           Case{1, 0.1, 1, {1, 2, 3}},
                                           Case{2, 0.5, -1, {-1, 0, 5}}));

// α_i = 0, C or between where the margin is above, below or at 1; for the squared loss
// α_i = 2C max(0, 1 − margin).
TEST(DualDescent, MeetsTheOptimalityConditions) {
  const Problem problem = MakeProblem(200, 5, {-1, 1}, 3);
  std::vector<signed char> y;
  for (const double label : problem.y) y.push_back(static_cast<signed char>(label));
  const DenseRows<double> rows{problem.x.data(), 200, 5, 5};
  for (const int power : {1, 2}) {
    const double cost = 0.3, bias = 0.7;
    const DualSolution s = DescendDual(
        rows, y, {.power = power, .cost = cost, .eps = 1e-9, .bias = bias, .max_passes = 1000000});
    ASSERT_TRUE(s.converged);
    Vector w = Vector::Zero(5);
    double bias_weight = 0;
    int bounded = 0, free = 0;
    for (Index i = 0; i < 200; ++i) {
      const double sign = problem.y[i];
      const double margin = sign * (problem.x.row(i).dot(s.w) + bias * s.bias_weight);
      w += sign * s.alpha[i] * problem.x.row(i).transpose();
      bias_weight += sign * s.alpha[i] * bias;
      if (power == 2) {
        EXPECT_NEAR(s.alpha[i], 2 * cost * std::max(0.0, 1 - margin), 1e-7);
        continue;
      }
      if (s.alpha[i] == 0) {
        EXPECT_GE(margin, 1 - 1e-8);
      } else if (s.alpha[i] == cost) {
        EXPECT_LE(margin, 1 + 1e-8);
        ++bounded;
      } else {
        EXPECT_NEAR(margin, 1, 1e-8);
        ++free;
      }
    }
    EXPECT_LT((w - s.w).norm(), 1e-12);
    EXPECT_NEAR(bias_weight, s.bias_weight, 1e-12);
    if (power == 1) {
      EXPECT_GT(bounded, 10);
      EXPECT_GT(free, 2);
    }
  }
}

// The dual never falls, whatever rows are set aside.
TEST(DualDescent, EveryPassRaisesTheDual) {
  const Problem problem = MakeProblem(200, 5, {-1, 1}, 3);
  std::vector<signed char> y;
  for (const double label : problem.y) y.push_back(static_cast<signed char>(label));
  const DenseRows<double> rows{problem.x.data(), 200, 5, 5};
  double last = 0;
  for (Index passes = 1; passes <= 30; ++passes) {
    const DualSolution s =
        DescendDual(rows, y, {.power = 1, .cost = 1, .eps = 1e-12, .max_passes = passes});
    EXPECT_GE(s.dual_objective, last - 1e-12 * std::abs(last));
    EXPECT_EQ(s.passes, passes);
    last = s.dual_objective;
  }
}

TEST(DualDescent, RowsOfZerosDoNoHarm) {
  const Matrix x = (Matrix(4, 2) << 0, 0, 1, 1, -1, -1, 0, 0).finished();
  for (const int power : {1, 2}) {
    const DualSolution s = DescendDual(DenseRows<double>{x.data(), 4, 2, 2}, {1, 1, -1, -1},
                                       {.power = power, .cost = 1, .eps = 1e-6});
    EXPECT_TRUE(s.converged);
    EXPECT_TRUE(s.w.allFinite());
    EXPECT_NEAR(s.w[0], s.w[1], 1e-12);
    EXPECT_GT(s.w[0], 0.1);
  }
}

TEST(DenseDualLearner, LearnsOnFeaturesThatAreComputedAsOnStoredOnes) {
  const Problem problem = MakeProblem(300, 7, {-1, 1}, 4);
  const Examples stored = problem.x;
  const RowsOfMatrix features(problem.x);
  for (const char* storage : {"float64", "float32"}) {
    const auto learner = MakeLearner("dense_dual", {{"storage", storage}});
    const auto a = learner->Fit({.x = stored, .y = problem.y});
    const auto b = learner->Fit({.x = features, .y = problem.y});
    EXPECT_EQ(*a->report().primal_objective, *b->report().primal_objective) << storage;
    EXPECT_EQ(a->Predict(stored), b->Predict(stored));
  }
}

TEST(DenseDualLearner, TakesFloatsInMemoryWhereTheyAre) {
  const FloatMatrixRows z(FloatMatrix::Random(20, 3));
  EXPECT_EQ(StoredFeatures<float>("dense_dual", z).data(), z.Floats()->data());
  EXPECT_EQ(z.seconds(), 0) << "no row was converted";
}

TEST(DenseDualLearner, SaysWhichOfTheFloatsIsNotFinite) {
  FloatMatrix z = FloatMatrix::Ones(3, 2);
  z(2, 1) = std::numeric_limits<float>::infinity();
  const Vector y = (Vector(3) << 1, -1, 1).finished();
  for (const char* storage : {"float64", "float32"}) {
    EXPECT_THAT(
        testing::Message([&] {
          MakeLearner("dense_dual", {{"storage", storage}})->Fit({.x = FloatMatrixRows(z), .y = y});
        }),
        ::testing::HasSubstr("feature 1 of training row 2 is inf"));
  }
}

TEST(DenseDualLearner, SaysWhichFeatureNoFloatHolds) {
  Matrix x = Matrix::Ones(3, 2);
  x(1, 1) = 1e39;
  const Vector y = (Vector(3) << 1, -1, 1).finished();
  const Examples rows = x;
  EXPECT_EQ(testing::Message([&] {
              MakeLearner("dense_dual", {{"storage", "float32"}})->Fit({.x = rows, .y = y});
            }),
            "learner 'dense_dual': feature 1 of training row 1 is 1e+39; expected a finite "
            "number of at most 3.4028234663852886e+38");
}

TEST(DenseDualLearner, SaysThatItStoppedBeforeTheEnd) {
  const Problem problem = MakeProblem(300, 7, {-1, 1}, 4);
  const Examples x = problem.x;
  const auto model =
      MakeLearner("dense_dual", {{"eps", 1e-9}, {"max_passes", 3}})->Fit({.x = x, .y = problem.y});
  EXPECT_EQ(model->report().iterations, 3);
  EXPECT_THAT(model->report().warnings, ElementsAre("dense_dual: reached the limit of 3 passes"));
}

}  // namespace
}  // namespace mercer
