#ifndef MERCER_CORE_KERNELS_ADDITIVE_ADDITIVE_H_
#define MERCER_CORE_KERNELS_ADDITIVE_ADDITIVE_H_

#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// The function f(a, b) of two numbers in AdditiveKernel.
enum class AdditiveForm { kChi2, kIntersection };

/// k(x, y) = Σ_j f(x_j, y_j) for histograms, i.e. rows of numbers ≥ 0 (Vedaldi & Zisserman 2012,
/// section 2), with
///
///   additive_chi2: f(a, b) = 2ab/(a + b),   intersection: f(a, b) = min(a, b),
///
/// and f(0, 0) = 0. Both are homogeneous, f(ca, cb) = c f(a, b), and k(x, x) = |x|₁. Negative
/// numbers are treated as VLFeat's features treat them: sign(a) sign(b) f(|a|, |b|), a kernel on
/// all rows.
class AdditiveKernel : public Kernel {
 public:
  explicit AdditiveKernel(AdditiveForm form) : form_(form) {}

  AdditiveForm form() const { return form_; }

  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override;
  Vector Diagonal(const Examples& x) const override;
  double OperationsPerValue(double nonzeros) const override { return 5 * nonzeros; }
  std::string Describe() const override;

 private:
  AdditiveForm form_;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ADDITIVE_ADDITIVE_H_
