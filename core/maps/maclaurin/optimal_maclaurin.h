#ifndef MERCER_CORE_MAPS_MACLAURIN_OPTIMAL_MACLAURIN_H_
#define MERCER_CORE_MAPS_MACLAURIN_OPTIMAL_MACLAURIN_H_

#include <memory>
#include <optional>
#include <string>

#include "core/maps/feature_map.h"
#include "core/maps/maclaurin/optimal_orders.h"

namespace mercer {

/// Random Maclaurin features whose orders are chosen for the least error on training rows (Wacker,
/// Kanagawa & Filippone 2024, section 5), for k(x, y) = g(x) g(y) Σ a_n <x, y>ⁿ: a dot product
/// kernel (g = 1) or the Gaussian kernel (maclaurin_series.h). With D_n features of order n,
///
///   z(x) = g(x) (√a_0, √(a_1/D_1) S_1(x), …, √(a_P/D_P) S_P(x)),
///
/// where S_n(x)_i = Π_{j ≤ n} <w_ij, x> with random vectors w (order_sketch.h). The orders are not
/// random and have no weights other than these. The orders 1 … P are unbiased; the terms of the
/// series above P are left out. D includes the constant, which is present if a_0 > 0. The counts
/// D_n are those of OptimalCounts for the statistics of up to 5000 training rows
/// (optimal_orders.h): all of them, or 5000 drawn without replacement by stream (seed, kMap, 2^64 −
/// 1).
///
/// z has D columns, or two for each complex feature. With complex_to_real there are half as many
/// complex features as there are columns after the constant; a column that is left over is 0.
/// Drawing costs O(m²(d + P) + D·P²) for m rows, for each D.
class OptimalMaclaurinSpec : public FeatureMapSpec {
 public:
  /// The largest number of training rows that are used.
  static constexpr Index kMostRows = 5000;

  explicit OptimalMaclaurinSpec(const OptimalLaw& law) : law_(law) {}

  void CheckKernel(const Kernel& kernel) const override;
  bool HasComplexFeatures(const Kernel&) const override {
    return law_.field == MaclaurinField::kComplex;
  }
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  /// The bytes if all features had the highest order, as the orders are not known before drawing.
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// None; VarianceOfCounts gives it for the counts of a drawn map.
  std::optional<double> FeatureVariance(const Kernel&, const Vector&,
                                        const Vector&) const override {
    return std::nullopt;
  }
  std::string NoVarianceReason(const Kernel&) const override {
    return "how many features an order has is chosen from the training rows";
  }
  /// Biased, data-dependent and without the prefix property.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// Throws InvalidInput if there are fewer than two training rows, and as StatisticsOfOrders does.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

  /// The counts that DoDraw chooses.
  OrderCounts CountsFor(const DrawContext& context) const;

 private:
  OptimalLaw law_;
};

/// The specification of random_maclaurin with law=optimal. Throws InvalidInput for parameters of
/// the laws that draw orders, and if max_order is below 1 or below min_order.
std::unique_ptr<FeatureMapSpec> MakeOptimalMaclaurin(const Params& params);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_OPTIMAL_MACLAURIN_H_
