// Newton's method on the squared hinge loss: the optimum of solvers of other kinds, told by
// LIBLINEAR and by the duality gap computed again from the weights.

#include "core/learners/linear/dense_newton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/learners/builtin_learners.h"
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
using testing::Message;
using testing::Problem;
using testing::RowsOfMatrix;

struct Case {
  double cost, bias;
  std::vector<double> labels;
  Index columns = 8;  // of 300 rows
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << "C " << c.cost << ", bias " << c.bias << ", " << c.labels.size() << " classes, "
             << c.columns << " columns";
}

std::unique_ptr<Model> Fit(const Params& params, const Problem& problem) {
  const Examples x{problem.x};
  return MakeLearner("dense_newton", params)->Fit({.x = x, .y = problem.y});
}

const LinearWeights& WeightsOf(const Model& model) {
  return dynamic_cast<const LinearModel&>(model).weights();
}

// Both objectives of one-against-the-rest weights: α_i = 2C max(0, 1 − y f) is feasible in the dual
// Σ α − 1/2 |Σ α y z|² − Σ α²/(4C).
struct Objectives {
  double primal = 0, dual = 0;
};
Objectives ObjectivesOf(const LinearWeights& weights, const Problem& problem, double cost) {
  Objectives all;
  for (Index k = 0; k < weights.weights.cols(); ++k) {
    Vector pull = Vector::Zero(problem.x.cols());
    double bias_pull = 0, loss = 0, alphas = 0, squares = 0;
    for (Index i = 0; i < problem.x.rows(); ++i) {
      const double sign = problem.y[i] == weights.labels[k] ? 1 : -1;
      const double score =
          problem.x.row(i).dot(weights.weights.col(k)) + weights.bias * weights.bias_weights[k];
      const double margin = std::max(0.0, 1 - sign * score);
      const double alpha = 2 * cost * margin;
      loss += margin * margin;
      alphas += alpha;
      squares += alpha * alpha;
      pull += alpha * sign * problem.x.row(i).transpose();
      bias_pull += alpha * sign * weights.bias;
    }
    const double squared_norm =
        weights.weights.col(k).squaredNorm() + weights.bias_weights[k] * weights.bias_weights[k];
    all.primal += 0.5 * squared_norm + cost * loss;
    all.dual += alphas - 0.5 * (pull.squaredNorm() + bias_pull * bias_pull) - squares / (4 * cost);
  }
  return all;
}

class DenseNewton : public ::testing::TestWithParam<Case> {
 protected:
  const Problem problem_ = MakeProblem(300, GetParam().columns, GetParam().labels, 1);

  std::unique_ptr<Model> FitTo(double gap) const {
    return Fit({{"cost", GetParam().cost}, {"bias", GetParam().bias}, {"gap", gap}}, problem_);
  }
};

TEST_P(DenseNewton, HasTheOptimumOfLiblinear) {
  const auto ours = FitTo(1e-12);
  const Examples x{problem_.x};
  const auto theirs = MakeLearner("liblinear", {{"solver", "l2r_l2loss_svc"},
                                                {"cost", GetParam().cost},
                                                {"bias", GetParam().bias},
                                                {"eps", 1e-9}})
                          ->Fit({.x = x, .y = problem_.y});
  const LinearWeights &a = WeightsOf(*ours), &b = WeightsOf(*theirs);
  const double tolerance = 1e-5 * a.weights.cwiseAbs().maxCoeff();
  for (Index k = 0; k < a.weights.cols(); ++k) {
    Index same = 0;  // LIBLINEAR has the classes in the order in which it met them
    while (a.weights.cols() > 1 && b.labels[same] != a.labels[k]) ++same;
    EXPECT_LE((a.weights.col(k) - b.weights.col(same)).cwiseAbs().maxCoeff(), tolerance);
    EXPECT_NEAR(a.bias * a.bias_weights[k], b.bias * b.bias_weights[same], tolerance);
  }
  EXPECT_EQ(ours->Predict(x), theirs->Predict(x));
}

TEST_P(DenseNewton, ReportsTheObjectivesOfItsWeightsAndReachesTheGap) {
  for (const double gap : {0.3, 1e-3, 1e-9}) {
    const auto model = FitTo(gap);
    const Objectives found = ObjectivesOf(WeightsOf(*model), problem_, GetParam().cost);
    EXPECT_NEAR(*model->report().primal_objective, found.primal, 1e-10 * found.primal);
    EXPECT_NEAR(*model->report().dual_objective, found.dual, 1e-8 * found.primal);
    EXPECT_LE(found.primal - found.dual, gap * found.primal * (1 + 1e-6));
    EXPECT_THAT(model->report().warnings, IsEmpty());
  }
}

// LIBLINEAR's Newton solver, stopped early: half the squared gradient, no more and no less.
TEST_P(DenseNewton, LiblinearsDualObjectiveIsThatOfItsWeights) {
  for (const bool sparse : {false, true}) {
    for (const double eps : {10., 0.3, 1e-6}) {
      const Examples x =
          sparse ? Examples(SparseMatrix(problem_.x.sparseView())) : Examples(problem_.x);
      const auto model = MakeLearner("liblinear", {{"solver", "l2r_l2loss_svc"},
                                                   {"cost", GetParam().cost},
                                                   {"bias", GetParam().bias},
                                                   {"eps", eps}})
                             ->Fit({.x = x, .y = problem_.y});
      const Objectives found = ObjectivesOf(WeightsOf(*model), problem_, GetParam().cost);
      const double scale = std::abs(found.primal) + std::abs(found.dual);
      EXPECT_NEAR(*model->report().primal_objective, found.primal, 1e-9 * scale);
      EXPECT_NEAR(*model->report().dual_objective, found.dual, 1e-9 * scale);
    }
  }
}

TEST_P(DenseNewton, FeaturesThatAreComputedGiveTheSameWeights) {
  const auto stored = FitTo(1e-9);
  const RowsOfMatrix source(problem_.x);
  const auto computed =
      MakeLearner("dense_newton",
                  {{"cost", GetParam().cost}, {"bias", GetParam().bias}, {"gap", 1e-9}})
          ->Fit({.x = source, .y = problem_.y});
  EXPECT_EQ(WeightsOf(*stored).weights, WeightsOf(*computed).weights);
}

INSTANTIATE_TEST_SUITE_P(Problems, DenseNewton,
                         ::testing::Values(Case{0.01, -1, {0, 1}}, Case{1, 1, {0, 1}},
                                           Case{100, 0.5, {-1, 1}}, Case{10, -1, {1, 2, 5}},
                                           Case{1, 1, {0, 1, 2, 3}}, Case{0.01, 1, {0, 1}, 400},
                                           Case{1, -1, {0, 1}, 400},
                                           Case{10, 0.5, {1, 2, 5}, 400}));

// Coordinate descent takes a number of passes that grows with C; Newton's steps hardly do.
TEST(DenseNewtonLearner, StepsDoNotGrowWithC) {
  for (const Index columns : {60, 600}) {
    const Problem problem = MakeProblem(400, columns, {0, 1}, 3);
    for (const double cost : {1., 1e3, 1e6}) {
      const auto model = Fit({{"cost", cost}, {"bias", 1.}}, problem);
      const Objectives found = ObjectivesOf(WeightsOf(*model), problem, cost);
      EXPECT_LE(model->report().iterations, 40) << cost;
      EXPECT_LE(found.primal - found.dual, 2e-6 * found.primal) << cost;
      EXPECT_THAT(model->report().warnings, IsEmpty());
    }
  }
}

// Labels of one noisy column, which 300 columns nearly separate.
Problem NearlySeparable() {
  RandomStream random(7, StreamPurpose::kTest, 11);
  Problem problem{Matrix(640, 299), Vector(640)};
  for (Index i = 0; i < 640; ++i) {
    for (Index j = 0; j < 299; ++j) problem.x(i, j) = random.Gaussian();
    problem.y[i] = problem.x(i, 0) + 2 * random.Gaussian() > 0 ? 1 : 0;
  }
  return problem;
}

// From w = 0 alone it would take 100, 225 and 260 steps.
TEST(DenseNewtonLearner, NearlySeparableRowsAreSolvedAlongAPathOfCosts) {
  const Problem problem = NearlySeparable();
  for (const double cost : {1e2, 1e4, 1e6}) {
    const auto model = Fit({{"cost", cost}, {"bias", 1.}}, problem);
    const Objectives found = ObjectivesOf(WeightsOf(*model), problem, cost);
    EXPECT_LE(model->report().iterations, 60) << cost;
    EXPECT_LE(found.primal - found.dual, 2e-6 * found.primal) << cost;
    EXPECT_THAT(model->report().warnings, IsEmpty());
  }
}

// More steps are never worse, also where the limit falls into the path.
TEST(DenseNewtonLearner, AStepLimitKeepsTheBestThatWasReached) {
  const Problem problem = NearlySeparable();
  double before = 1e4 * 640;  // at w = 0
  for (const Index most : {1, 5, 20, 25, 40, 60}) {
    const auto model = Fit({{"cost", 1e4}, {"bias", 1.}, {"max_steps", most}}, problem);
    const Objectives found = ObjectivesOf(WeightsOf(*model), problem, 1e4);
    EXPECT_NEAR(*model->report().primal_objective, found.primal, 1e-10 * found.primal) << most;
    EXPECT_LE(found.primal, (most <= 20 ? 0.999 : 1) * before) << most;
    before = found.primal;
  }
}

// At C = 10⁹ the gradient is a difference of numbers 10¹⁰ times as large.
TEST(DenseNewtonLearner, StopsWhereRoundingErrorsKeepTheGap) {
  const auto model = Fit({{"cost", 1e9}, {"bias", 1.}, {"max_steps", 1000}}, NearlySeparable());
  EXPECT_LE(model->report().iterations, 70);
  EXPECT_THAT(model->report().warnings,
              ElementsAre("dense_newton: rounding errors keep the duality gap above the gap that "
                          "was asked for"));
}

// Two rows with y z = 1: 1/2 w² + 2C (1 − w)² is least at w = 4C/(1 + 4C).
TEST(DenseNewtonLearner, OneFeatureByHand) {
  const Problem problem{(Matrix(2, 1) << 1, -1).finished(), (Vector(2) << 1, 0).finished()};
  const auto model = Fit({{"cost", 3.}}, problem);
  EXPECT_NEAR(WeightsOf(*model).weights(0, 0), 12. / 13, 1e-12);
  EXPECT_NEAR(*model->report().primal_objective, 0.5 * 144 / 169 + 6. / 169, 1e-12);
  const auto mean = Fit({{"cost", 3.}, {"objective", "mean"}}, problem);
  EXPECT_NEAR(*mean->report().primal_objective, *model->report().primal_objective / 6, 1e-12);
}

TEST(DenseNewtonLearner, SaysWhatIsWrong) {
  const Problem problem = MakeProblem(300, 8, {0, 1}, 1);
  EXPECT_THAT(Fit({{"cost", 100.}, {"max_steps", 1}}, problem)->report().warnings,
              ElementsAre("dense_newton: reached the limit of 1 steps"));
  const Problem one{problem.x, Vector::Zero(300)};
  EXPECT_THAT(Message([&] { Fit({}, one); }), HasSubstr("dense_newton"));
  EXPECT_THAT(Message([&] { Fit({{"gap", 0.}}, problem); }), HasSubstr("gap"));
}

}  // namespace
}  // namespace mercer
