#ifndef MERCER_CORE_DATA_STEPS_ROW_SCALING_H_
#define MERCER_CORE_DATA_STEPS_ROW_SCALING_H_

#include <memory>
#include <string>

#include "core/base/examples.h"
#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// Divides row i by divisors(i), in place. O(stored values).
template <class Divisors>
void DivideRows(Examples* x, const Divisors& divisors) {
  for (Index i = 0; i < x->rows(); ++i) {
    const double divisor = divisors(i);
    if (!x->is_sparse()) {
      x->dense().row(i) /= divisor;
      continue;
    }
    for (SparseMatrix::InnerIterator it(x->sparse(), i); it; ++it) it.valueRef() /= divisor;
  }
}

/// A fitted step, `step` in the registry, that divides every row of `dim` values by `norm` > 0.
std::unique_ptr<FittedStep> DivideByNorm(const std::string& step, Index dim, double norm);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_ROW_SCALING_H_
