// Class sums against the definition, one pair of rows after the other.

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "tests/core/learners/problems.h"

namespace mercer {
namespace {

using testing::MakeProblem;
using testing::Problem;

std::unique_ptr<Model> Fit(const char* learner, const RowSource& x, const Vector& y,
                           const Kernel* kernel = nullptr, int threads = 1, bool complex = false) {
  return MakeLearner(learner, {})
      ->Fit({.x = x, .y = y, .kernel = kernel, .threads = threads, .complex_features = complex});
}

// The label of the greatest sum of values(i, j), test row i, training row j.
Vector BruteForce(const Matrix& values, const Vector& y, const std::vector<double>& labels) {
  Vector predicted(values.rows());
  for (Index i = 0; i < values.rows(); ++i) {
    double greatest = -1e300;
    for (const double label : labels) {
      double sum = 0;
      for (Index j = 0; j < y.size(); ++j)
        if (y[j] == label) sum += values(i, j);
      if (sum <= greatest) continue;
      greatest = sum;
      predicted[i] = label;
    }
  }
  return predicted;
}

// Two classes and four, of which the sums, not the means, decide.
TEST(NadarayaWatson, PredictsTheClassOfTheGreatestSum) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.3}});
  for (const std::vector<double>& labels :
       {std::vector<double>{-3, 8}, std::vector<double>{-5, 0, 17, 40}}) {
    const Problem train = MakeProblem(1500, 6, labels, 1), test = MakeProblem(400, 6, labels, 2);
    const Examples x = train.x, rows = test.x;
    const Vector exact = BruteForce(Gram(*kernel, rows, x), train.y, labels);
    const Vector linear = BruteForce(test.x * train.x.transpose(), train.y, labels);
    EXPECT_LT(exact.minCoeff(), exact.maxCoeff()) << "one class is told of all rows";
    EXPECT_LT(linear.minCoeff(), linear.maxCoeff());
    EXPECT_NE(exact, linear);
    for (const int threads : {1, 2}) {
      EXPECT_EQ(
          Fit("kernel_nadaraya_watson", x, train.y, kernel.get(), threads)->Predict(rows, threads),
          exact);
      EXPECT_EQ(Fit("kernel_nadaraya_watson", ToSparse(x), train.y, kernel.get(), threads)
                    ->Predict(ToSparse(rows), threads),
                exact);
      EXPECT_EQ(Fit("nadaraya_watson", x, train.y, nullptr, threads)->Predict(rows, threads),
                linear);
      EXPECT_EQ(
          Fit("nadaraya_watson", ToSparse(x), train.y, nullptr, threads)->Predict(rows, threads),
          linear);
    }
  }
}

// On complex features the real part of <z(x), z(x_i)> counts.
TEST(NadarayaWatson, ComplexFeaturesGiveTheRealPart) {
  const Problem train = MakeProblem(200, 6, {1, 2, 3}, 3), test = MakeProblem(50, 6, {1, 2}, 4);
  const auto complex = [](const Matrix& rows) {
    Eigen::MatrixXcd z(rows.rows(), 3);
    for (Index j = 0; j < 3; ++j) {
      z.col(j).real() = rows.col(2 * j);
      z.col(j).imag() = rows.col(2 * j + 1);
    }
    return z;
  };
  const Examples x = train.x;
  const Matrix values = (complex(test.x) * complex(train.x).adjoint()).real();
  EXPECT_EQ(Fit("nadaraya_watson", x, train.y, nullptr, 1, true)->Predict(test.x),
            BruteForce(values, train.y, {1, 2, 3}));
}

// Without a bias: no class gains from rows whose sums are 0, and of equal sums the smaller label's
// is taken.
TEST(NadarayaWatson, OfEqualSumsTheSmallerLabel) {
  const Matrix x = (Matrix(4, 2) << 1, 0, 1, 0, 0, 1, 0, 2).finished();
  const Vector y = (Vector(4) << 9, 9, 4, 4).finished();
  const Examples rows = x;
  const auto linear = MakeKernel("linear", {});
  const Matrix test = (Matrix(4, 2) << 0, 0, 3, 2, 3.1, 2, -1, -1).finished();
  for (const char* learner : {"nadaraya_watson", "kernel_nadaraya_watson"}) {
    EXPECT_EQ(Fit(learner, rows, y, linear.get())->Predict(test),
              (Vector(4) << 4, 4, 9, 9).finished())
        << learner;
  }
}

}  // namespace
}  // namespace mercer
