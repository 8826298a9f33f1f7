#ifndef MERCER_CORE_KERNELS_COMBINED_COMPOSED_H_
#define MERCER_CORE_KERNELS_COMBINED_COMPOSED_H_

#include <memory>
#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// k(x, y) = f(g(x, y)) for the profile f of a dot product kernel, the outer one, and any kernel g,
/// the inner one (Kar & Karnick 2012, compositional kernels). The domain is the rows with g(x, x) <
/// Radius() of the outer kernel. Costs what g does, and one profile a value.
class ComposedKernel : public Kernel {
 public:
  ComposedKernel(std::shared_ptr<const DotProductKernel> outer, std::shared_ptr<const Kernel> inner)
      : outer_(std::move(outer)), inner_(std::move(inner)) {}

  const std::shared_ptr<const DotProductKernel>& outer() const { return outer_; }
  const std::shared_ptr<const Kernel>& inner() const { return inner_; }

  /// Throws InvalidRow, naming `owner`, where g(x_i, x_i) of a row of x is outside the radius of f;
  /// the row is numbered from `first`.
  void CheckRadius(const std::string& owner, const Examples& x, Index first) const;

  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override;
  Vector Diagonal(const Examples& x) const override;
  std::string Describe() const override;

 private:
  std::shared_ptr<const DotProductKernel> outer_;
  std::shared_ptr<const Kernel> inner_;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_COMBINED_COMPOSED_H_
