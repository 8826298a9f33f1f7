#ifndef MERCER_CORE_METRICS_CLASSIFICATION_H_
#define MERCER_CORE_METRICS_CLASSIFICATION_H_

#include "core/base/types.h"

namespace mercer {

/// Fraction of equal entries of two label vectors of the same length n ≥ 1, in [0, 1].
double Accuracy(const Vector& predicted, const Vector& actual);

/// 1 − Accuracy.
double ErrorRate(const Vector& predicted, const Vector& actual);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_CLASSIFICATION_H_
