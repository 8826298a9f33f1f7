#ifndef MERCER_CORE_KERNELS_DOT_PRODUCT_ARC_COSINE_H_
#define MERCER_CORE_KERNELS_DOT_PRODUCT_ARC_COSINE_H_

#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// The arc-cosine kernel of order n = 0, 1, 2 (Cho & Saul 2009, equations 3 to 6):
///
///   k(x, y) = |x|^n |y|^n J_n(θ) / π,  θ the angle of x and y,
///   J_0 = π − θ,  J_1 = sin θ + (π − θ) cos θ,  J_2 = 3 sin θ cos θ + (π − θ)(1 + 2 cos² θ).
///
/// It is 2 E[step(<w, x>) step(<w, y>) <w, x>^n <w, y>^n] for standard Gaussian w. A row of zeros
/// counts as orthogonal to every row: order 0 gives 1/2 (as step(0) = 1/2 does), the other orders
/// 0. Accurate to rounding even for rows that are almost parallel, at a cost of O(d) for such a
/// pair.
class ArcCosineKernel : public Kernel {
 public:
  explicit ArcCosineKernel(Index order);

  Index order() const { return order_; }

  /// J_n(θ) / π of the angle θ = π − φ, given as both θ and φ so that no digits are lost at either
  /// end.
  double Profile(double theta, double phi) const;

  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override;
  Vector Diagonal(const Examples& x) const override;
  std::string Describe() const override;

 private:
  Index order_;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_DOT_PRODUCT_ARC_COSINE_H_
