#ifndef MERCER_CORE_KERNELS_COMBINED_COMPOSED_H_
#define MERCER_CORE_KERNELS_COMBINED_COMPOSED_H_

#include <memory>
#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// k(x, y) = f(g(x, y)) with the profile f of a dot product kernel (the outer kernel) and any
/// kernel g (the inner kernel): the compositional kernels of Kar & Karnick 2012. The domain
/// consists of the rows with g(x, x) < SquaredNormBound() of the outer kernel. Costs as much as g,
/// plus one evaluation of f per value.
class ComposedKernel : public Kernel {
 public:
  ComposedKernel(std::shared_ptr<const DotProductKernel> outer, std::shared_ptr<const Kernel> inner)
      : outer_(std::move(outer)), inner_(std::move(inner)) {}

  const std::shared_ptr<const DotProductKernel>& outer() const { return outer_; }
  const std::shared_ptr<const Kernel>& inner() const { return inner_; }

  /// Throws InvalidRow, naming `owner`, if a row of x is outside the domain; rows are numbered from
  /// `first`.
  void CheckDomain(const std::string& owner, const Examples& x, Index first) const;

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
