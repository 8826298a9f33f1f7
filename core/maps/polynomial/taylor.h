#ifndef MERCER_CORE_MAPS_POLYNOMIAL_TAYLOR_H_
#define MERCER_CORE_MAPS_POLYNOMIAL_TAYLOR_H_

#include <memory>
#include <optional>

#include "core/maps/map_entry.h"

namespace mercer {

/// Taylor features (Cotter et al. 2011, section 3) of exp(<x, y>/σ²) and, times exp(−|x|²/(2σ²))
/// for each row, of the Gaussian kernel: one for each multi-index α with |α| = k ≤ degree,
///
///   z_α(x) = exp(−|x|²/(2σ²)) · σ^−k · Π_i x_i^α_i / √(α_i!),
///
/// in the order of monomial_features.h. Deterministic: <z(x), z(y)> is the kernel with its series
/// cut after the degree, below by at most (|x||y|/σ²)^(r+1)/(r+1)! for the Gaussian kernel of
/// degree r (equation 11); of the Gaussian kernel it is kernel taylor_gaussian, for machines solved
/// in the dual. D plays no part: C(d + r, r) columns, of which a row with so many non-zeros has
/// C(nnz + r, r), each one multiplication. Rows that are sparse have sparse features.
class TaylorSpec : public FeatureMapSpec {
 public:
  explicit TaylorSpec(Index degree) : degree_(degree) {}

  void CheckKernel(const Kernel& kernel) const override;
  /// Throws InvalidInput, naming the dimension and the bytes of a row, where an Index cannot count
  /// the columns.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  std::optional<double> SparseOutputValues(const Kernel& kernel, const Examples& x) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// 0: nothing is random.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// Cotter et al. 2011, section 3: the series' remainder, (|x||y|/σ²)^(r+1)/(r+1)! for the
  /// Gaussian kernel and exp(|x||y|/σ²) times that for the exponential.
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  /// Throws as OutputDim does.
  std::unique_ptr<FeatureMap> Draw(const DrawContext& context) const override;

 private:
  Index degree_;
};

MapEntry TaylorEntry();

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_POLYNOMIAL_TAYLOR_H_
