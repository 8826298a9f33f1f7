// Haar-distributed directions by a QR factorisation with the signs of R's diagonal (as in Yu et al.
// 2016), and the vertices of a regular simplex (Reid et al. 2023).

#include "core/maps/fourier/orthogonal_directions.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"

namespace mercer {

Eigen::MatrixXd OrthonormalDirections(const Eigen::MatrixXd& gaussians) {
  const Index d = gaussians.rows(), count = gaussians.cols();
  MERCER_CHECK(count <= d);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(gaussians);
  Eigen::MatrixXd directions = qr.householderQ() * Eigen::MatrixXd::Identity(d, count);
  for (Index i = 0; i < count; ++i) directions.col(i) *= std::copysign(1.0, qr.matrixQR()(i, i));
  return directions;
}

void ToSimplex(Index n, Eigen::MatrixXd& columns) {
  MERCER_CHECK(n >= 1 && columns.cols() <= n + 1);
  const auto size = static_cast<double>(n);
  Eigen::VectorXd before = Eigen::VectorXd::Zero(columns.rows());  // −Σ r_i q_i
  for (Index j = 0; j < columns.cols(); ++j) {
    if (j == n) {
      columns.col(j) = before;
      continue;
    }
    const auto left = static_cast<double>(n - j);
    const double r = std::sqrt((size + 1) / (size * left * (left + 1)));
    const Eigen::VectorXd direction = columns.col(j);
    columns.col(j) = before + left * r * direction;
    before -= r * direction;
  }
}

void TurnAgainstSums(const Eigen::VectorXd& lengths, Eigen::MatrixXd& columns) {
  constexpr int kSweeps = 5;
  MERCER_CHECK(lengths.size() == columns.cols());
  Eigen::VectorXd sum = columns * lengths;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (Index i = 0; i < columns.cols(); ++i) {
      sum -= lengths[i] * columns.col(i);
      const double norm = sum.norm();
      if (norm > 0) columns.col(i) = -sum / norm;
      sum += lengths[i] * columns.col(i);
    }
  }
}

const double* CoupledGaussians::operator()(Index j) {
  const Index block = coupling_ == DirectionCoupling::kIndependent ? 1 : d_;
  if (j % block == 0) DrawBlock(j);
  return columns_.col(j % block).data();
}

Index CoupledGaussians::BlockSize(DirectionCoupling coupling, Index d, Index left) {
  if (coupling == DirectionCoupling::kIndependent) return 1;
  return coupling == DirectionCoupling::kWeightedSimplex ? d : std::min(d, left);
}

double CoupledGaussians::Bytes(DirectionCoupling coupling, Index d, Index count) {
  return 24 * static_cast<double>(d) * static_cast<double>(BlockSize(coupling, d, count));
}

void CoupledGaussians::DrawBlock(Index first) {
  columns_.resize(d_, BlockSize(coupling_, d_, count_ - first));
  for (Index i = 0; i < columns_.cols(); ++i) {
    RandomStream stream(seed_, StreamPurpose::kMap, static_cast<std::uint64_t>(first + i));
    for (Index k = 0; k < d_; ++k) columns_(k, i) = stream.Gaussian();
  }
  if (coupling_ == DirectionCoupling::kIndependent) return;
  const Eigen::VectorXd lengths = columns_.colwise().norm();
  columns_ = OrthonormalDirections(columns_);
  if (coupling_ != DirectionCoupling::kOrthogonal && d_ > 1) ToSimplex(d_ - 1, columns_);
  if (coupling_ == DirectionCoupling::kWeightedSimplex && d_ > 1)
    TurnAgainstSums(lengths, columns_);
  columns_ *= lengths.asDiagonal();
}

}  // namespace mercer
