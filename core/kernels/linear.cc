#include "core/kernels/linear.h"

#include "core/base/error.h"

namespace mercer {

double LinearKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n == 1 ? 1 : 0;
}

double LinearKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n == 1 ? 0 : -std::numeric_limits<double>::infinity();
}

}  // namespace mercer
