#ifndef MERCER_CORE_KERNELS_SKELETON_SKELETON_KERNEL_H_
#define MERCER_CORE_KERNELS_SKELETON_SKELETON_KERNEL_H_

#include <string>

#include "core/kernels/kernel.h"
#include "core/kernels/skeleton/skeleton.h"

namespace mercer {

/// The compositional kernel of a skeleton (Daniely et al. 2017, section 5; ReadSkeleton and
/// docs/skeletons.md describe how to write one). k(x, x) = 1, |k| ≤ 1. Rows must be in the domain
/// of every base space; otherwise InvalidInput names the row and the rule. The Gram matrix costs
/// O(n·m·(d + edges + activations)), computed layer by layer on tiles of pairs that stay in the
/// cache.
class SkeletonKernel : public Kernel {
 public:
  /// `description` is the canonical text of the parameters.
  SkeletonKernel(Skeleton skeleton, std::string description)
      : skeleton_(std::move(skeleton)), description_(std::move(description)) {}

  const Skeleton& skeleton() const { return skeleton_; }

  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override;
  Vector Diagonal(const Examples& x) const override;
  double OperationsPerValue(double nonzeros) const override;
  std::string Describe() const override { return description_; }

 private:
  Skeleton skeleton_;
  std::string description_;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SKELETON_SKELETON_KERNEL_H_
