// Factor models by coordinate descent: slopes against differences, an objective that no step
// raises, stationarity at the end, and data made by a model of the same form.

#include "core/learners/factor/factor_descent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "tests/core/learners/problems.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::MakeProblem;
using testing::Problem;

struct TermCase {
  std::string name, learner, kernel;
  Params kernel_params, learner_params;
  std::unique_ptr<FactorTerm> (*make)();
};

void PrintTo(const TermCase& c, std::ostream* out) { *out << c.name; }

std::vector<TermCase> Cases() {
  return {
      {"anova2",
       "factorization_machine",
       "anova",
       {{"order", 2}},
       {{"order", 2}},
       [] { return AnovaTerm(2); }},
      {"anova3",
       "factorization_machine",
       "anova",
       {{"order", 3}},
       {{"order", 3}},
       [] { return AnovaTerm(3); }},
      {"all_subsets", "all_subsets_model", "all_subsets", {}, {}, [] { return AllSubsetsTerm(); }},
      {"power2",
       "polynomial_network",
       "homogeneous_polynomial",
       {{"degree", 2}},
       {{"degree", 2}},
       [] { return PowerTerm(2); }},
      {"power3",
       "polynomial_network",
       "homogeneous_polynomial",
       {{"degree", 3}},
       {{"degree", 3}},
       [] { return PowerTerm(3); }}};
}

Vector Values(const TermCase& c, const Matrix& x, const Vector& p) {
  const auto kernel = MakeKernel(c.kernel, c.kernel_params);
  return Gram(*kernel, x, Matrix(p.transpose())).col(0);
}

class Factors : public ::testing::TestWithParam<TermCase> {
 protected:
  const Problem problem_ = MakeProblem(60, 5, {-1, 1}, 1);
  const ColumnMatrix x_ = problem_.x.sparseView();
};

// Slopes are central differences of the kernel, and steps leave the term as if it began there, also
// through a factor 1 + p x = 0.
TEST_P(Factors, SlopesAndStepsAreThoseOfTheKernel) {
  const auto term = GetParam().make();
  RandomStream stream(2, StreamPurpose::kTest, 0);
  Vector p(5);
  for (double& value : p) value = stream.Gaussian();
  p[1] = -1 / problem_.x.col(1).maxCoeff();
  term->Begin(x_, p);
  std::vector<double> slopes, changes;
  for (int round = 0; round < 3; ++round) {
    for (Index j = 0; j < 5; ++j) {
      const NonZeros column = ColumnOf(x_, j);
      term->Slopes(column, p[j], slopes);
      constexpr double kStep = 1e-5;
      Vector up = p, down = p;
      up[j] += kStep;
      down[j] -= kStep;
      const Vector difference =
          (Values(GetParam(), problem_.x, up) - Values(GetParam(), problem_.x, down)) / (2 * kStep);
      for (Index k = 0; k < column.size; ++k)
        EXPECT_NEAR(slopes[static_cast<std::size_t>(k)], difference[column.rows[k]], 1e-7);
      const double delta = round == 0 && j == 2 ? -p[j] : stream.Gaussian();
      const Vector before = Values(GetParam(), problem_.x, p);
      term->Move(column, p[j], delta, changes);
      p[j] += delta;
      const Vector moved = Values(GetParam(), problem_.x, p) - before;
      for (Index k = 0; k < column.size; ++k)
        EXPECT_NEAR(changes[static_cast<std::size_t>(k)], moved[column.rows[k]],
                    1e-11 * (1 + before.cwiseAbs().maxCoeff()));
    }
  }
  EXPECT_EQ(term->AtZero(), Values(GetParam(), problem_.x, Vector::Zero(5))[0]);
}

TEST_P(Factors, NoStepRaisesTheObjectiveAndTheEndIsStationary) {
  int ended = 0;
  for (const Loss loss : {Loss::kSquaredHinge, Loss::kLogistic, Loss::kSquared}) {
    for (const bool random_signs : {false, true}) {
      const FactorOptions options{.loss = loss,
                                  .beta = 0.1,
                                  .rank = 3,
                                  .random_signs = random_signs,
                                  .tolerance = 1e-7,
                                  .max_passes = 20000,
                                  .initial_scale = 0.3};
      double last = std::numeric_limits<double>::infinity();
      const auto term = GetParam().make();
      const FactorSolution s =
          DescendFactors(*term, x_, problem_.y, options, 3, 0, {}, [&last](double objective) {
            EXPECT_LE(objective, last * (1 + 1e-12));
            last = objective;
          });
      EXPECT_NEAR(s.objective, last, 1e-12 * last);
      const auto objective = [&](const Matrix& p) {
        Vector scores = Vector::Zero(60);
        for (Index t = 0; t < 3; ++t)
          scores += s.lambda[t] * Values(GetParam(), problem_.x, p.row(t).transpose());
        double sum = options.beta * p.squaredNorm();
        for (Index i = 0; i < 60; ++i) sum += LossValue(loss, scores[i], problem_.y[i]);
        return sum;
      };
      EXPECT_NEAR(objective(s.p), s.objective, 1e-9 * s.objective);
      if (!s.converged) continue;
      ++ended;
      for (Index t = 0; t < 3; ++t) {
        for (Index j = 0; j < 5; ++j) {
          Matrix up = s.p, down = s.p;
          up(t, j) += 1e-5;
          down(t, j) -= 1e-5;
          EXPECT_NEAR((objective(up) - objective(down)) / 2e-5, 0, 1e-4 * (1 + s.objective));
        }
      }
    }
  }
  EXPECT_GE(ended, 3);  // of six: descent on cubes is slow
}

// Values made by one term are fitted nearly without error by one.
TEST_P(Factors, LearnsWhatAModelOfItsFormMade) {
  RandomStream stream(4, StreamPurpose::kTest, 1);
  const Problem many = MakeProblem(400, 5, {-1, 1}, 5);
  Vector p(5);
  for (double& value : p) value = 0.8 * stream.Gaussian();
  const Vector y = Values(GetParam(), many.x, p);
  Params params = GetParam().learner_params;
  for (const auto& [name, value] : std::vector<std::pair<std::string, ParamValue>>{
           {"loss", "squared"}, {"beta", 1e-8}, {"rank", 1}, {"tolerance", 1e-8}})
    params.Set(name, value);
  const Examples x = many.x;
  // The problem is not convex: some starts end in another minimum.
  double best = 1;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto model = MakeLearner(GetParam().learner, params)->Fit({.x = x, .y = y, .seed = seed});
    best = std::min(best, (model->Predict(x) - y).norm() / y.norm());
  }
  EXPECT_LT(best, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Terms, Factors, ::testing::ValuesIn(Cases()),
                         [](const auto& c) { return c.param.name; });

TEST(FactorDescent, StopsInTime) {
  const Problem problem = MakeProblem(2000, 30, {-1, 1}, 1);
  const Examples x = problem.x;
  const auto learner = MakeLearner("factorization_machine", {{"tolerance", 1e-300}});
  const auto model = learner->Fit({.x = x, .y = problem.y, .max_seconds = 0.05});
  EXPECT_LT(model->report().iterations, 10000);
  EXPECT_TRUE(model->report().warnings.empty());
}

TEST(FactorModel, RefusesMoreFactorsThanMemoryHolds) {
  SparseMatrix rows(2, 1000000);
  rows.insert(0, 0) = 1;
  rows.insert(1, 1) = 1;
  const Examples x = rows;
  const Vector y = (Vector(2) << -1, 1).finished();
  const auto learner = MakeLearner("factorization_machine", {{"rank", 1000000}});
  EXPECT_THAT(testing::Message([&] { learner->Fit({.x = x, .y = y}); }),
              AllOf(HasSubstr("learner 'factorization_machine' with 1000000 columns and 1000000 "
                              "vectors needs "),
                    HasSubstr("GiB")));
}

TEST(Loss, SlopesAreDifferencesAndCurvatureIsTheLargest) {
  for (const Loss loss : {Loss::kHinge, Loss::kSquaredHinge, Loss::kLogistic, Loss::kSquared}) {
    for (const double y : {-1.0, 1.0}) {
      double largest = 0;
      for (double f = -6.05; f < 6; f += 0.1) {
        const double h = 1e-4;
        const double up = LossValue(loss, f + h, y), down = LossValue(loss, f - h, y);
        EXPECT_NEAR(LossSlope(loss, f, y), (up - down) / (2 * h), 1e-7);
        largest = std::max(largest, (up - 2 * LossValue(loss, f, y) + down) / (h * h));
      }
      if (loss == Loss::kHinge) continue;
      EXPECT_LE(largest, LossCurvature(loss) * (1 + 1e-6));
      EXPECT_GE(largest, LossCurvature(loss) * 0.99);
    }
  }
  EXPECT_NEAR(LossValue(Loss::kLogistic, -800, 1), 800, 1e-9);
  EXPECT_EQ(LossSlope(Loss::kLogistic, 800, 1), 0);
}

}  // namespace
}  // namespace mercer
