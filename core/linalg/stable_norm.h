#ifndef MERCER_CORE_LINALG_STABLE_NORM_H_
#define MERCER_CORE_LINALG_STABLE_NORM_H_

#include <cmath>

#include "core/base/types.h"

namespace mercer {

/// |x|_2 of a vector, Frobenius norm of a matrix, where squares of the values may be beyond the
/// range of doubles; nan where a value is. (Eigen's own assumes an alignment that its blocks lack
/// where registers are shorter than EIGEN_MAX_ALIGN_BYTES.) Two passes over the values.
template <class Derived>
double StableNorm(const Eigen::MatrixBase<Derived>& x) {
  const double largest = x.size() == 0 ? 0 : x.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
  if (!(largest > 0) || std::isinf(largest)) return largest;
  return largest * (x / largest).norm();
}

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_STABLE_NORM_H_
