// The largest eigenvalue in magnitude by implicitly restarted Lanczos iterations (Spectra).

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/metrics/gram_error.h"

namespace mercer {
namespace {

// Ritz values kept between restarts, restarts at most, and the tolerance of the eigenvalue.
constexpr Index kBasis = 24, kRestarts = 300;
constexpr double kTolerance = 1e-7;

// K v for an n × n Gram matrix, stored where it fits.
class GramProduct {
 public:
  GramProduct(const Kernel& kernel, const Examples& x, int threads, double gram_bytes)
      : kernel_(kernel), x_(x), threads_(threads) {
    const auto n = static_cast<double>(x.rows());
    if (8 * n * n > gram_bytes) return;
    stored_.resize(x.rows(), x.rows());
    ParallelFor(rows(), kStoredBlock, threads_, [&](Index begin, Index end) {
      kernel.GramRows(x, begin, end - begin, x, stored_.middleRows(begin, end - begin));
    });
  }

  Index rows() const { return x_.rows(); }

  Matrix Times(const Matrix& v) const {
    Matrix product(rows(), v.cols());
    ParallelFor(rows(), kBlock, threads_, [&](Index begin, Index end) {
      const Index count = end - begin;
      if (stored_.size() > 0) {
        product.middleRows(begin, count).noalias() = stored_.middleRows(begin, count) * v;
        return;
      }
      Matrix block(count, rows());
      kernel_.GramRows(x_, begin, count, x_, block);
      product.middleRows(begin, count).noalias() = block * v;
    });
    return product;
  }

 private:
  // Rows that one thread makes at a time: few, as each thread has kernel values of its own.
  static constexpr Index kBlock = 64;
  // Of a matrix that is kept: each piece packs all of x anew, which few rows would pay for.
  static constexpr Index kStoredBlock = 512;

  const Kernel& kernel_;
  const Examples& x_;
  int threads_;
  Matrix stored_{};
};

// K − ZZ*, or K alone. A Hermitian matrix A + iB is the symmetric [A −B; B A] of twice the size,
// with the same eigenvalues.
class ErrorOperator {
 public:
  using Scalar = double;

  ErrorOperator(const GramProduct& gram, const FeatureRows* features)
      : gram_(gram), features_(features) {}

  Index rows() const { return gram_.rows() * parts(); }
  Index cols() const { return rows(); }

  void perform_op(const double* in, double* out) const {
    const Index n = gram_.rows();
    const Matrix v = Eigen::Map<const Eigen::MatrixXd>(in, n, parts());
    Eigen::Map<Eigen::MatrixXd> result(out, n, parts());
    result = gram_.Times(v);
    if (features_ == nullptr) return;
    Matrix products = Matrix::Zero(features_->cols(), v.cols());
    ForEachFeatureRows([&](Index begin, const ConstMatrixRef& z) {
      products.noalias() += z.transpose() * v.middleRows(begin, z.rows());
    });
    const Matrix back = features_->is_complex ? TurnedBack(products) : products;
    ForEachFeatureRows([&](Index begin, const ConstMatrixRef& z) {
      result.middleRows(begin, z.rows()).noalias() -= z * back;
    });
    if (features_->offset != 0) {
      const Eigen::RowVectorXd sums = features_->offset * v.colwise().sum();
      result.rowwise() -= sums;
    }
  }

 private:
  // Combines the products of z's real and imaginary columns with the two parts of v.
  static Matrix TurnedBack(const Matrix& products) {
    const auto even = Eigen::seqN(0, products.rows() / 2, 2);
    const auto odd = Eigen::seqN(1, products.rows() / 2, 2);
    const Vector real = products(even, 0) + products(odd, 1);
    const Vector imaginary = products(even, 1) - products(odd, 0);
    Matrix back(products.rows(), 2);
    back(even, 0) = real;
    back(odd, 0) = -imaginary;
    back(even, 1) = imaginary;
    back(odd, 1) = real;
    return back;
  }

  // All at once where they are doubles.
  template <class Body>
  void ForEachFeatureRows(const Body& body) const {
    const Index n = gram_.rows(), step = features_->is_float() ? kGramBlockRows : n;
    Matrix converted;
    for (Index begin = 0; begin < n; begin += step)
      body(begin, features_->Rows(begin, std::min(step, n - begin), converted));
  }

  Index parts() const { return features_ != nullptr && features_->is_complex ? 2 : 1; }

  const GramProduct& gram_;
  const FeatureRows* features_;
};

// The largest |eigenvalue|.
double SpectralNorm(ErrorOperator op) {
  const Index n = op.rows();
  if (n <= 2 * kBasis) {
    Eigen::MatrixXd dense(n, n);
    const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(n, n);
    for (Index j = 0; j < n; ++j) op.perform_op(unit.col(j).data(), dense.col(j).data());
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(dense, Eigen::EigenvaluesOnly)
        .eigenvalues()
        .cwiseAbs()
        .maxCoeff();
  }
  Spectra::SymEigsSolver<ErrorOperator> solver(op, 1, kBasis);
  Vector start(n);  // no eigenvector of a matrix that is constant or alternating
  for (Index i = 0; i < n; ++i) start[i] = 1 + std::sin(static_cast<double>(i * i % 9973));
  // A matrix of zeros has no Krylov space.
  Vector image(n);
  op.perform_op(start.data(), image.data());
  if (image.squaredNorm() == 0) return 0;
  solver.init(start.data());
  solver.compute(Spectra::SortRule::LargestMagn, kRestarts, kTolerance);
  if (solver.info() != Spectra::CompInfo::Successful) {
    throw InvalidInput("spectral Gram error: Lanczos iterations for a matrix of " +
                       std::to_string(n) + " rows did not converge in " +
                       std::to_string(kRestarts) +
                       " restarts; expected an eigenvalue that stands out from the others");
  }
  return std::abs(solver.eigenvalues()[0]);
}

}  // namespace

double MeasureSpectralError(const Kernel& kernel, const Examples& x, const FeatureRows& features,
                            int threads, double gram_bytes) {
  MERCER_CHECK(x.rows() == features.rows());
  if (x.rows() == 0) throw InvalidInput("spectral Gram error of 0 rows; expected at least 1");
  if (!features.AllFinite()) {
    throw InvalidInput("Gram error: a random feature is not finite; expected finite features");
  }
  const GramProduct gram(kernel, x, threads, gram_bytes);
  const double error = SpectralNorm(ErrorOperator(gram, &features));
  if (error == 0) return 0;
  return error / SpectralNorm(ErrorOperator(gram, nullptr));
}

}  // namespace mercer
