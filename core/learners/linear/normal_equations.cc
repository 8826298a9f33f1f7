#include "core/learners/linear/normal_equations.h"

#include <Eigen/Cholesky>
#include <complex>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

// Columns of ZᴴZ that one thread sums at a time.
constexpr Index kStripe = 64;

template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix RealWeights(const MatrixOf<double>& w) { return w; }

Matrix RealWeights(const MatrixOf<std::complex<double>>& w) {
  Matrix real(2 * w.rows(), w.cols());
  for (Index j = 0; j < w.rows(); ++j) {
    real.row(2 * j) = w.row(j).real();
    real.row(2 * j + 1) = -w.row(j).imag();
  }
  return real;
}

}  // namespace

template <class Scalar>
NormalEquations<Scalar>::NormalEquations(std::string learner, Index columns, Index targets)
    : learner_(std::move(learner)) {
  const Index d = columns * static_cast<Index>(sizeof(double)) / static_cast<Index>(sizeof(Scalar));
  CheckFitsInMemory(
      "learner '" + learner_ + "' with " + std::to_string(d) + " features",
      static_cast<double>(sizeof(Scalar)) * static_cast<double>(d) * static_cast<double>(d));
  products_ = Sums::Zero(d, d);
  targets_ = Sums::Zero(d, targets);
}

template <class Scalar>
void NormalEquations<Scalar>::Add(const Matrix& rows, const Matrix& y, int threads) {
  // Complex features lie in memory as complex numbers do.
  const Eigen::Map<const Sums> z(reinterpret_cast<const Scalar*>(rows.data()), rows.rows(),
                                 products_.rows());
  const Sums block_targets = y.template cast<Scalar>();
  ParallelFor(products_.rows(), kStripe, threads, [&](Index begin, Index end) {
    const auto stripe = z.middleCols(begin, end - begin).adjoint();
    products_.middleRows(begin, end - begin).leftCols(end).noalias() += stripe * z.leftCols(end);
    targets_.middleRows(begin, end - begin).noalias() += stripe * block_targets;
  });
}

template <class Scalar>
std::span<Scalar> NormalEquations<Scalar>::ProductsRow(Index i) {
  return {products_.row(i).data(), static_cast<std::size_t>(products_.cols())};
}

template <class Scalar>
std::span<Scalar> NormalEquations<Scalar>::Targets() {
  return {targets_.data(), static_cast<std::size_t>(targets_.size())};
}

template <class Scalar>
Matrix NormalEquations<Scalar>::Solve(double lambda, Index n) {
  products_.diagonal().array() += lambda * static_cast<double>(n);
  const Eigen::LLT<Eigen::Ref<Sums>, Eigen::Lower> factor(products_);
  if (factor.info() != Eigen::Success) {
    throw InvalidInput("learner '" + learner_ + "': lambda is " + FormatNumber(lambda) +
                       ", which rounding loses beside the features; expected a larger one");
  }
  return RealWeights(Sums(factor.solve(targets_)));
}

template class NormalEquations<double>;
template class NormalEquations<std::complex<double>>;

}  // namespace mercer
