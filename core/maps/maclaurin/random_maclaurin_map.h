#ifndef MERCER_CORE_MAPS_MACLAURIN_RANDOM_MACLAURIN_MAP_H_
#define MERCER_CORE_MAPS_MACLAURIN_RANDOM_MACLAURIN_MAP_H_

#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/maps/feature_map.h"
#include "core/maps/maclaurin/sign_products.h"

namespace mercer {

/// Everything of drawn random Maclaurin features but the random ones: sizes, the columns before
/// them, and the kernel's domain.
struct RandomMaclaurinShape {
  Index input_dim = 0;
  Index num_random_features = 0;
  bool h01 = false;
  std::optional<double> constant{};  // the first column: sqrt(a_0) with h01, merged features
  double slope = 0;                  // sqrt(a_1), with h01
  double radius = std::numeric_limits<double>::infinity();  // |x|² is below it
  std::string kernel;
};

/// Drawn random Maclaurin features (random_maclaurin.h): the constant, the linear part, and the
/// products of sign vectors. Rows outside the radius throw InvalidRow.
class RandomMaclaurinMap : public FeatureMap {
 public:
  RandomMaclaurinMap(RandomMaclaurinShape shape, SignProducts products)
      : shape_(std::move(shape)), products_(std::move(products)) {}

  std::string name() const override { return "random_maclaurin"; }
  Index input_dim() const override { return shape_.input_dim; }
  Index num_random_features() const override { return shape_.num_random_features; }
  Index output_dim() const override { return exact_columns() + products_.size(); }
  std::size_t bytes() const override { return products_.bytes(); }
  double OperationsPerRow(double nonzeros) const override;

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;
  double FiniteNorm() const override;

 private:
  Index exact_columns() const {
    return (shape_.constant ? 1 : 0) + (shape_.h01 ? shape_.input_dim : 0);
  }
  void CopyLinearPart(const Examples& x, Index begin, MatrixRef out) const;
  void CheckRadius(const Examples& x, Index begin, Index count) const;

  RandomMaclaurinShape shape_;
  SignProducts products_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_RANDOM_MACLAURIN_MAP_H_
