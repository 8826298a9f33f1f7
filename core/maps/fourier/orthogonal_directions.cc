#include "core/maps/fourier/orthogonal_directions.h"

#include <Eigen/QR>
#include <cmath>

#include "core/base/error.h"

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

}  // namespace mercer
