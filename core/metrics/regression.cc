#include "core/metrics/regression.h"

#include <cmath>

#include "core/base/error.h"

namespace mercer {

double ErrorNorm(const Vector& predicted, const Vector& actual) {
  MERCER_CHECK(predicted.size() == actual.size());
  // Of an expression, Eigen's stableNorm copies to memory that is not aligned as it assumes.
  const Vector error = predicted - actual;
  return error.stableNorm();
}

double RelativeError(const Vector& predicted, const Vector& actual) {
  MERCER_CHECK(predicted.size() > 0);
  const double error = ErrorNorm(predicted, actual);
  return error == 0 ? 0 : error / actual.stableNorm();
}

double Rmse(const Vector& predicted, const Vector& actual) {
  MERCER_CHECK(predicted.size() > 0);
  return ErrorNorm(predicted, actual) / std::sqrt(static_cast<double>(actual.size()));
}

}  // namespace mercer
