#include "core/kernels/gram_checks.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

[[noreturn]] void ThrowNotFinite(const Kernel& kernel, Index row, Index other, double value) {
  throw InvalidRow("kernel " + kernel.Describe() + " of row ", row,
                   " and row " + std::to_string(other) + " is " + FormatNumber(value) +
                       "; expected a finite value: scale the data down or choose other parameters");
}

}  // namespace

void CheckSameColumns(const Kernel& kernel, const Examples& x, const Examples& y) {
  if (x.cols() == y.cols()) return;
  throw InvalidInput("kernel " + kernel.Describe() + " of rows with " + std::to_string(x.cols()) +
                     " and rows with " + std::to_string(y.cols()) +
                     " columns; expected the same number");
}

void CheckFiniteGram(const Kernel& kernel, Index begin, const ConstMatrixRef& values) {
  // A finite sum has finite terms; where it is not, the term is looked for (there may be none).
  if (std::isfinite(values.sum())) return;
  for (Index r = 0; r < values.rows(); ++r) {
    for (Index c = 0; c < values.cols(); ++c) {
      if (!std::isfinite(values(r, c))) ThrowNotFinite(kernel, begin + r, c, values(r, c));
    }
  }
}

void CheckFiniteDiagonal(const Kernel& kernel, const Vector& values) {
  for (Index i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) ThrowNotFinite(kernel, i, i, values[i]);
  }
}

}  // namespace mercer
