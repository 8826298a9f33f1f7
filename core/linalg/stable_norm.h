#ifndef MERCER_CORE_LINALG_STABLE_NORM_H_
#define MERCER_CORE_LINALG_STABLE_NORM_H_

#include <cmath>

#include "core/base/types.h"

namespace mercer {

/// |x|_2 of a vector or Frobenius norm of a matrix, also if squares of the values are outside the
/// range of doubles; nan if a value is nan. (Eigen's own function assumes an alignment that its
/// blocks lack if registers are shorter than EIGEN_MAX_ALIGN_BYTES.) Two passes over the values.
template <class Derived>
double StableNorm(const Eigen::MatrixBase<Derived>& x) {
  const double largest = x.size() == 0 ? 0 : x.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
  if (!(largest > 0) || std::isinf(largest)) return largest;
  return largest * (x / largest).norm();
}

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_STABLE_NORM_H_
