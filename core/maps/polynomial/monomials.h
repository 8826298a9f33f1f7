#ifndef MERCER_CORE_MAPS_POLYNOMIAL_MONOMIALS_H_
#define MERCER_CORE_MAPS_POLYNOMIAL_MONOMIALS_H_

#include <memory>
#include <optional>

#include "core/maps/map_entry.h"

namespace mercer {

/// The explicit features of a dot product kernel Σ_{k ≤ r} a_k <x, y>^k with finitely many terms
/// (Cotter et al. 2011, section 6, for the polynomial kernel): one for each multi-index α with
/// |α| = k and a_k > 0,
///
///   z_α(x) = √(a_k · k!/Π_i α_i!) · x^α,
///
/// in the order of monomial_features.h. Deterministic and exact. D plays no part: Σ_k C(d + k − 1,
/// k) columns over the orders k with a_k > 0. Rows that are sparse have sparse features.
///
/// With max_degree the terms of orders above it are left out, and every dot product kernel fits.
/// max_degree = 1 is the linear part of the kernel, √a_0 and √a_1·x: the exact columns of H0/1
/// (random_maclaurin.h) without the random ones.
class MonomialsSpec : public FeatureMapSpec {
 public:
  /// max_degree ≥ 0; empty: every order.
  explicit MonomialsSpec(std::optional<Index> max_degree = {}) : max_degree_(max_degree) {}

  /// Throws InvalidInput where no order with a_k > 0 is left.
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
  /// Exact but for the orders left out: bias = Σ a_k |x|^(2k) over those above max_degree; empty
  /// where it is infinite, or needs over a million terms.
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  /// max_degree leaves terms out.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// Throws as OutputDim does.
  std::unique_ptr<FeatureMap> Draw(const DrawContext& context) const override;

 private:
  std::optional<Index> max_degree_;
};

MapEntry MonomialsEntry();

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_POLYNOMIAL_MONOMIALS_H_
