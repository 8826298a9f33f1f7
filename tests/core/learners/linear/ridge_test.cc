// Ridge regression against its closed form, real and complex, and kernel ridge regression against
// ridge regression on the features of the same kernel.

#include "core/learners/linear/ridge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <complex>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/linear/linear_model.h"
#include "tests/core/learners/problems.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::MakeProblem;
using testing::Problem;

Matrix Random(Index rows, Index cols, std::uint64_t index) {
  RandomStream stream(5, StreamPurpose::kTest, index);
  Matrix m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = stream.Gaussian();
  return m;
}

// (ZᴴZ + λ n I)⁻¹ Zᴴ y by elimination.
template <class Dense>
Dense ClosedForm(const Dense& z, const Matrix& y, double lambda) {
  Dense left = z.adjoint() * z;
  left.diagonal().array() += lambda * static_cast<double>(z.rows());
  return left.fullPivLu().solve(z.adjoint() * y.cast<typename Dense::Scalar>());
}

const Matrix& WeightsOf(const Model& model) {
  return dynamic_cast<const LinearModel&>(model).weights().weights;
}

// More rows than a block of features, more features than a stripe of columns.
TEST(Ridge, IsTheClosedForm) {
  const Matrix z = Random(9000, 150, 1);
  const Vector y = Random(9000, 1, 2).col(0) + z.col(3);
  const Examples x = z;
  for (const double lambda : {1e-6, 0.1}) {
    const auto model = MakeLearner("ridge", {{"lambda", lambda}})->Fit({.x = x, .y = y});
    const Eigen::MatrixXd expected = ClosedForm<Eigen::MatrixXd>(z, y, lambda);
    EXPECT_LT((WeightsOf(*model) - expected).norm(), 1e-11 * expected.norm());
    const Matrix test = Random(50, 150, 3);
    EXPECT_LT((model->Predict(test) - test * expected).norm(), 1e-10);
  }
}

TEST(Ridge, OfComplexFeaturesIsTheHermitianClosedForm) {
  const Index n = 400, d = 70;
  const Matrix pairs = Random(n, 2 * d, 4), test_pairs = Random(30, 2 * d, 5);
  const auto as_complex = [](const Matrix& m) {
    Eigen::MatrixXcd z(m.rows(), m.cols() / 2);
    for (Index j = 0; j < z.cols(); ++j)
      for (Index i = 0; i < z.rows(); ++i) z(i, j) = {m(i, 2 * j), m(i, 2 * j + 1)};
    return z;
  };
  const Vector y = Random(n, 1, 6).col(0);
  const Examples x = pairs;
  const auto model =
      MakeLearner("ridge", {{"lambda", 0.02}})->Fit({.x = x, .y = y, .complex_features = true});
  const Eigen::MatrixXcd w = ClosedForm<Eigen::MatrixXcd>(as_complex(pairs), y, 0.02);
  const Vector expected = (as_complex(test_pairs) * w).real();
  EXPECT_LT((model->Predict(test_pairs) - expected).norm(), 1e-10 * expected.norm());
  // Real regression on the same columns is another problem.
  const auto real = MakeLearner("ridge", {{"lambda", 0.02}})->Fit({.x = x, .y = y});
  EXPECT_GT((real->Predict(test_pairs) - expected).norm(), 1e-2 * expected.norm());
}

TEST(Ridge, ThreadsDoNotMatter) {
  const Matrix z = Random(500, 200, 7);
  const Vector y = Random(500, 1, 8).col(0);
  const Examples x = z;
  const auto one = MakeLearner("ridge", {})->Fit({.x = x, .y = y, .threads = 1});
  const auto two = MakeLearner("ridge", {})->Fit({.x = x, .y = y, .threads = 2});
  EXPECT_EQ(WeightsOf(*one), WeightsOf(*two));
}

// The dual form of the same problem: K = ZZᵀ.
TEST(KernelRidge, OfTheLinearKernelIsRidge) {
  const Problem train = MakeProblem(120, 9, {-1, 1}, 1);
  const Vector y = train.x.rowwise().squaredNorm() + train.y;
  const auto kernel = MakeKernel("linear", {});
  const Examples x = train.x, test = MakeProblem(500, 9, {-1, 1}, 2).x;
  for (const double lambda : {1e-4, 0.3}) {
    const auto primal = MakeLearner("ridge", {{"lambda", lambda}})->Fit({.x = x, .y = y});
    const auto dual = MakeLearner("kernel_ridge", {{"lambda", lambda}})
                          ->Fit({.x = x, .y = y, .kernel = kernel.get(), .threads = 2});
    const Vector expected = primal->Predict(test);
    EXPECT_LT((dual->Predict(test, 2) - expected).norm(), 1e-8 * expected.norm());
  }
}

TEST(KernelRidge, IsTheClosedForm) {
  const Problem train = MakeProblem(80, 5, {-1, 1}, 3);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.8}});
  const Vector y = train.x.col(0).array().sin() + 2;
  const Examples x = train.x, test = MakeProblem(40, 5, {-1, 1}, 4).x;
  Matrix left = Gram(*kernel, x, x);
  left.diagonal().array() += 0.01 * 80;
  const Vector c = left.fullPivLu().solve(y);
  const Vector expected = Gram(*kernel, test, x) * c;
  const auto model = MakeLearner("kernel_ridge", {{"lambda", 0.01}})
                         ->Fit({.x = x, .y = y, .kernel = kernel.get()});
  EXPECT_LT((model->Predict(test) - expected).norm(), 1e-11 * expected.norm());
}

TEST(Ridge, SaysWhenLambdaIsLost) {
  const Examples x = Matrix(Matrix::Ones(50, 3));
  const Vector y = Vector::LinSpaced(50, 0, 1);
  for (const char* name : {"ridge", "kernel_ridge"}) {
    const auto kernel = MakeKernel("linear", {});
    EXPECT_THAT(
        testing::Message([&] {
          MakeLearner(name, {{"lambda", 1e-19}})->Fit({.x = x, .y = y, .kernel = kernel.get()});
        }),
        HasSubstr("lambda is 1e-19, which rounding loses"))
        << name;
  }
}

TEST(Ridge, RefusesLabelsThatAreNotFinite) {
  const Examples x = Matrix(Matrix::Ones(3, 2));
  Vector y = Vector::Ones(3);
  y[1] = std::nan("");
  for (const char* name : {"ridge", "kernel_ridge"}) {
    const auto kernel = MakeKernel("linear", {});
    const auto learner = MakeLearner(name, {});
    EXPECT_EQ(learner->target(), Target::kValues);
    EXPECT_THROW(learner->Fit({.x = x, .y = y, .kernel = kernel.get()}), InvalidInput);
  }
}

}  // namespace
}  // namespace mercer
