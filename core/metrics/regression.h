#ifndef MERCER_CORE_METRICS_REGRESSION_H_
#define MERCER_CORE_METRICS_REGRESSION_H_

#include "core/base/types.h"

namespace mercer {

/// |ŷ − y|_2 for n predictions, without overflow.
double ErrorNorm(const Vector& predicted, const Vector& actual);

/// |ŷ − y|_2 / |y|_2 for n ≥ 1 predictions (Yang et al. 2014, Table 1); inf if only y is 0.
double RelativeError(const Vector& predicted, const Vector& actual);

/// Root mean squared error, in the unit of y.
double Rmse(const Vector& predicted, const Vector& actual);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_REGRESSION_H_
