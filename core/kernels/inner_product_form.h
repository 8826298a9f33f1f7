#ifndef MERCER_CORE_KERNELS_INNER_PRODUCT_FORM_H_
#define MERCER_CORE_KERNELS_INNER_PRODUCT_FORM_H_

#include "core/base/types.h"

namespace mercer {

/// What a kernel is besides where k(x, y) = g(<x, y>, |x|², |y|²): then whoever holds the rows in a
/// form of its own, or in floats, computes the inner products and has g applied to them. Neither
/// function looks at the domain or at overflow: Kernel::Diagonal tells both beforehand.
class InnerProductForm {
 public:
  virtual ~InnerProductForm() = default;

  /// values[i] = g(values[i], x_squared, y_squared[i]) in place for i < n. What depends on |x − y|²
  /// loses in it about 1e-16 (|x|² + |y|²), where GramRows loses nothing.
  virtual void FromInnerProducts(double x_squared, const double* y_squared, double* values,
                                 Index n) const = 0;

  /// The same of floats, with about 1e-7 in place of 1e-16; g itself in doubles where the kernel
  /// has nothing faster.
  virtual void FromFloatInnerProducts(float x_squared, const float* y_squared, float* values,
                                      Index n) const;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_INNER_PRODUCT_FORM_H_
