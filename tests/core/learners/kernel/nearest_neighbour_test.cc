// 1-NN by blocks against the definition, one pair of rows after the other.

#include "core/learners/kernel/nearest_neighbour.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/learners/builtin_learners.h"

namespace mercer {
namespace {

Matrix GaussianRows(Index n, Index d, std::uint64_t index) {
  RandomStream stream(11, StreamPurpose::kTest, index);
  Matrix x(n, d);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = stream.Gaussian();
  return x;
}

Vector BruteForce(const Matrix& train, const Vector& y, const Matrix& test) {
  Vector predicted(test.rows());
  for (Index i = 0; i < test.rows(); ++i) {
    double best = std::numeric_limits<double>::infinity();
    for (Index j = 0; j < train.rows(); ++j) {
      const double squared = (test.row(i) - train.row(j)).squaredNorm();
      if (squared >= best) continue;
      best = squared;
      predicted[i] = y[j];
    }
  }
  return predicted;
}

// Over several blocks of both, with rests; every training row has a value of its own.
TEST(NearestNeighbour, FindsTheNearestRow) {
  const Matrix x = GaussianRows(2500, 7, 1), test = GaussianRows(300, 7, 2);
  const Vector y = Vector::LinSpaced(2500, 0, 1);
  const Vector expected = BruteForce(x, y, test);
  const auto learner = MakeLearner("nearest_neighbour", {{"target", "values"}});
  EXPECT_EQ(learner->target(), Target::kValues);
  const Examples dense = x, sparse = ToSparse(x);
  const auto a = learner->Fit({.x = dense, .y = y});
  const auto b = learner->Fit({.x = sparse, .y = y});
  for (const int threads : {1, 2}) {
    EXPECT_EQ(a->Predict(test, threads), expected);
    EXPECT_EQ(a->Predict(ToSparse(test), threads), expected);
    EXPECT_EQ(b->Predict(test, threads), expected);
    EXPECT_EQ(b->Predict(ToSparse(test), threads), expected);
  }
}

// Each row stands three times, in other blocks and other places of them, under other values: the
// product of matrices may round the three distances apart.
TEST(NearestNeighbour, OfEqualDistancesTheFirst) {
  const Matrix once = GaussianRows(701, 13, 3), test = GaussianRows(200, 13, 4);
  Matrix x(3 * 701, 13);
  x << once, once, once;
  const Vector y = Vector::LinSpaced(3 * 701, 0, 3 * 701 - 1);
  const auto learner = MakeLearner("nearest_neighbour", {{"target", "values"}});
  const Examples dense = x, sparse = ToSparse(x);
  for (const Examples* rows : {&dense, &sparse}) {
    const auto model = learner->Fit({.x = *rows, .y = y});
    EXPECT_EQ(model->Predict(test), BruteForce(x, y, test));
    EXPECT_EQ(model->Predict(once), y.head(701));
  }
}

// Two training rows for each test row t: t plus the same numbers in two orders, one lot of them
// stretched by 1e-14, so that what tells the distances apart is below the rounding of |x|² + |t|² −
// 2 <x, t>.
TEST(NearestNeighbour, TellsApartWhatTheProductRoundsTogether) {
  const Matrix test = 10 * GaussianRows(300, 13, 5), away = 0.8 * GaussianRows(300, 13, 6);
  Matrix x(600, 13);
  for (Index i = 0; i < 300; ++i)
    x.row(i) = test.row(i) + (1 + (i % 2 == 0 ? 1e-14 : -1e-14)) * away.row(i).reverse();
  x.bottomRows(300) = test + away;
  const Examples rows = x;
  const Vector y = Vector::LinSpaced(600, 0, 599);
  const auto model =
      MakeLearner("nearest_neighbour", {{"target", "values"}})->Fit({.x = rows, .y = y});
  const Vector predicted = model->Predict(test);
  Index told = 0;
  for (Index i = 0; i < 300; ++i) {
    const double a = (test.row(i) - x.row(i)).squaredNorm();
    const double b = (test.row(i) - x.row(300 + i)).squaredNorm();
    if (std::abs(a - b) < 2e-15 * a) continue;  // nobody can tell
    EXPECT_EQ(predicted[i], y[a < b ? i : 300 + i]) << a - b;
    ++told;
  }
  EXPECT_GT(told, 100);
}

// Two training rows for each test row t of one value: one of another value, whose inner product
// rounds the same way 20,000 times, and one on both sides of t in turn, nearer or farther by 1e-10.
TEST(NearestNeighbour, TellsApartWhatLongSumsRoundTogether) {
  constexpr Index kRows = 20, kColumns = 20000;
  Matrix test(kRows, kColumns), x(2 * kRows, kColumns);
  for (Index i = 0; i < kRows; ++i) {
    const double value = 0.3 * std::pow(1.3, i);  // far from the rows of others
    const double apart = 0.0456 * value * (1 + (i % 2 == 0 ? 5e-11 : -5e-11));
    test.row(i).setConstant(value);
    x.row(i).setConstant(1.0456 * value);
    for (Index j = 0; j < kColumns; ++j) x(kRows + i, j) = value + (j % 2 == 0 ? apart : -apart);
  }
  const Examples rows = ToSparse(x);
  const Vector y = Vector::LinSpaced(2 * kRows, 0, 2 * kRows - 1);
  const auto model =
      MakeLearner("nearest_neighbour", {{"target", "values"}})->Fit({.x = rows, .y = y});
  const Vector predicted = model->Predict(ToSparse(test));
  for (Index i = 0; i < kRows; ++i) EXPECT_EQ(predicted[i], y[i % 2 == 0 ? i : kRows + i]) << i;
}

TEST(NearestNeighbour, LearnsClasses) {
  const Matrix x = (Matrix(3, 1) << 0, 1, 5).finished();
  const Vector y = (Vector(3) << 7, -2, 7).finished();
  const Examples rows = x;
  const auto learner = MakeLearner("nearest_neighbour", {});
  EXPECT_EQ(learner->target(), Target::kClasses);
  const auto model = learner->Fit({.x = rows, .y = y});
  const Matrix test = (Matrix(5, 1) << -9, 0.4, 0.6, 2.9, 3.1).finished();
  EXPECT_EQ(model->Predict(test), (Vector(5) << 7, 7, -2, -2, 7).finished());
}

}  // namespace
}  // namespace mercer
