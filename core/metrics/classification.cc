#include "core/metrics/classification.h"

#include "core/base/error.h"

namespace mercer {

double Accuracy(const Vector& predicted, const Vector& actual) {
  MERCER_CHECK(predicted.size() == actual.size() && predicted.size() > 0);
  return static_cast<double>((predicted.array() == actual.array()).count()) /
         static_cast<double>(actual.size());
}

double ErrorRate(const Vector& predicted, const Vector& actual) {
  return 1.0 - Accuracy(predicted, actual);
}

}  // namespace mercer
