#include "core/metrics/regression.h"

#include <cmath>

#include "core/base/error.h"

namespace mercer {

double RelativeError(const Vector& predicted, const Vector& actual) {
  MERCER_CHECK(predicted.size() == actual.size() && predicted.size() > 0);
  const double error = (predicted - actual).stableNorm();
  return error == 0 ? 0 : error / actual.stableNorm();
}

double Rmse(const Vector& predicted, const Vector& actual) {
  MERCER_CHECK(predicted.size() == actual.size() && predicted.size() > 0);
  return (predicted - actual).stableNorm() / std::sqrt(static_cast<double>(actual.size()));
}

}  // namespace mercer
