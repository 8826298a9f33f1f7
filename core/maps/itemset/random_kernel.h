#ifndef MERCER_CORE_MAPS_ITEMSET_RANDOM_KERNEL_H_
#define MERCER_CORE_MAPS_ITEMSET_RANDOM_KERNEL_H_

#include <memory>
#include <optional>

#include "core/maps/feature_map.h"
#include "core/maps/itemset/itemset_features.h"

namespace mercer {

/// Random kernel features of an itemset kernel k (Atarashi et al. 2019, Algorithm 1):
///
///   z_i(x) = k(w_i, x) / √D,  i = 0 … D − 1,
///
/// with vectors w_i of independent coordinates of mean 0 and variance 1 (kernel_vectors.h).
/// Unbiased for every family of itemsets (Proposition 1). A linear model on these features is a
/// factorization machine whose vectors are fixed to w_i (section 5). Transform costs O(m·d·D) per
/// row for ANOVA of order m, O(d·D) for all subsets, O(Σ|V|·D) for listed itemsets
/// (itemset_features.h).
class RandomKernelSpec : public FeatureMapSpec {
 public:
  explicit RandomKernelSpec(VectorLaw law) : law_(law) {}

  void CheckKernel(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  /// The vectors are independent for every law.
  SingleFeatures single_features() const override { return SingleFeatures::kReal; }
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// ItemsetKernel::SecondMoment − k(x, y)².
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// Atarashi et al. 2019, Lemmas 1 and 3, for Rademacher vectors and |x|_1 ≤ R: |z(x)| is at most
  /// e^R, and R^m for ANOVA of order m; Lemma 2 for all pairs. Empty for the other laws.
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  /// Throws InvalidInput if an itemset of the kernel contains a column ≥ d.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  VectorLaw law_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ITEMSET_RANDOM_KERNEL_H_
