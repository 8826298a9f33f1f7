#ifndef MERCER_CORE_MAPS_SKELETON_SKELETON_FEATURES_MAP_H_
#define MERCER_CORE_MAPS_SKELETON_SKELETON_FEATURES_MAP_H_

#include <optional>
#include <string>
#include <utility>

#include "core/maps/feature_map.h"
#include "core/maps/maclaurin/factor_products.h"

namespace mercer {

/// Drawn random features of a skeleton (skeleton_features.h): the constant column, where there is
/// one, and the products.
class SkeletonFeaturesMap : public FeatureMap {
 public:
  /// expected_factors: C(S).
  SkeletonFeaturesMap(Index num_random_features, bool is_complex, std::optional<double> constant,
                      double expected_factors, FactorProducts products)
      : num_random_features_(num_random_features),
        is_complex_(is_complex),
        constant_(constant),
        expected_factors_(expected_factors),
        products_(std::move(products)) {}

  std::string name() const override { return "skeleton_features"; }
  Index input_dim() const override { return products_.rows().row_columns(); }
  Index num_random_features() const override { return num_random_features_; }
  Index output_dim() const override { return constant_columns() + width() * products_.size(); }
  std::size_t bytes() const override { return products_.bytes(); }
  bool is_complex() const override { return is_complex_; }
  /// The exact constant column is none of the features counted.
  std::optional<FactorCounts> factors() const override {
    return FactorCounts{expected_factors_, static_cast<double>(products_.num_factors()) /
                                               static_cast<double>(products_.size())};
  }
  double OperationsPerRow(double nonzeros) const override {
    return products_.OperationsPerRow(nonzeros);
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;

 private:
  Index width() const { return is_complex_ ? 2 : 1; }
  Index constant_columns() const { return constant_ ? width() : 0; }

  Index num_random_features_;
  bool is_complex_;
  std::optional<double> constant_;
  double expected_factors_;
  FactorProducts products_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_SKELETON_FEATURES_MAP_H_
