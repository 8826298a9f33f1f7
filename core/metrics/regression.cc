#include "core/metrics/regression.h"

#include <cmath>

#include "core/base/error.h"
#include "core/linalg/stable_norm.h"

namespace mercer {

double ErrorNorm(const Vector& predicted, const Vector& actual) {
  MERCER_CHECK(predicted.size() == actual.size());
  return StableNorm(predicted - actual);
}

double RelativeError(const Vector& predicted, const Vector& actual) {
  MERCER_CHECK(predicted.size() > 0);
  const double error = ErrorNorm(predicted, actual);
  return error == 0 ? 0 : error / StableNorm(actual);
}

double Rmse(const Vector& predicted, const Vector& actual) {
  MERCER_CHECK(predicted.size() > 0);
  return ErrorNorm(predicted, actual) / std::sqrt(static_cast<double>(actual.size()));
}

}  // namespace mercer
