#ifndef MERCER_CORE_MAPS_SKETCH_POLYNOMIAL_SKETCH_H_
#define MERCER_CORE_MAPS_SKETCH_POLYNOMIAL_SKETCH_H_

#include <memory>
#include <optional>

#include "core/maps/feature_map.h"
#include "core/maps/sketch/sketch_law.h"

namespace mercer {

/// Products of m independent projections for (scale·<x, y> + offset)^m and <x, y>^m (Wacker,
/// Kanagawa & Filippone 2024; Wacker, Ohana & Filippone 2023, Algorithms 1 and 2):
///
///   z_l(x) = Π_{j < m} <w_jl, x'> / √R,  l = 0 … R − 1,
///
/// with x' as in SketchedDim. `projection` chooses the vectors w_jl (sketch_law.h):
///
///   rademacher, gaussian: independent vectors (dense_products.h), O(m·d·R) per row, O(m·nnz·R) for
///     a sparse row.
///   srht, the TensorSRHT of the first paper, and srht_joint, the ProductSRHT of the second: rows
///     of a Walsh-Hadamard matrix (hadamard_products.h) with d' columns, where x' is padded at its
///     end with zeros to length d', a power of two. O(m·R·log d) per row, O(m·(d·log d + R)) for
///     srht_joint.
///
/// `field` is one of
///
///   real: D = R real columns.
///   complex: D = R complex features, in columns 2l and 2l + 1.
///   complex_to_real (CtR, the second paper's Algorithm 1): D = 2R real columns, the same as those
///     of `complex`; the paper has all real parts first. Re<z(x), z(y)*> has less variance than the
///     estimate with as many real columns if Σ_{i≠k} x'_i x'_k y'_i y'_k ≥ 0, and for Gaussian
///     vectors always.
///
/// Unbiased. The variances are exact (sketch_moments.h).
class PolynomialSketchSpec : public FeatureMapSpec {
 public:
  explicit PolynomialSketchSpec(const SketchLaw& law) : law_(law) {}

  const SketchLaw& law() const { return law_; }

  void CheckKernel(const Kernel& kernel) const override;
  /// Independent for dense vectors, except with complex_to_real.
  SingleFeatures single_features() const override;
  bool HasComplexFeatures(const Kernel& kernel) const override;
  /// This, Draw and the variances throw InvalidInput for complex_to_real with an odd D.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// For srht D·EstimateVariance for whole blocks; for srht_joint the limit of D·EstimateVariance
  /// for large D.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                    const Vector& y) const override;
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  std::optional<double> MeanSquaredError(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  /// srht_joint has no prefix property, as its rows are shuffled over all features.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// Throws InvalidInput if the vectors do not fit in memory.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  SketchLaw law_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_POLYNOMIAL_SKETCH_H_
