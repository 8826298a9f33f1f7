#ifndef MERCER_CORE_MAPS_MACLAURIN_RANDOM_MACLAURIN_MAP_H_
#define MERCER_CORE_MAPS_MACLAURIN_RANDOM_MACLAURIN_MAP_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/maps/feature_map.h"
#include "core/maps/float_rows.h"
#include "core/maps/maclaurin/sign_products.h"

namespace mercer {

/// Everything of drawn random Maclaurin features but the random ones: sizes, the columns before
/// them, and the kernel's domain.
struct RandomMaclaurinShape {
  Index input_dim = 0;
  Index num_random_features = 0;
  bool h01 = false;
  std::optional<double> constant{};  // the first column: sqrt(a_0), or merged features
  double slope = 0;                  // sqrt(a_1), with h01
  double squared_norm_bound = std::numeric_limits<double>::infinity();  // |x|² is below it
  std::string kernel;
};

/// Drawn random Maclaurin features (random_maclaurin.h): the constant, the linear part slope·x, and
/// the products of sign vectors, in this order. Rows outside the domain throw InvalidRow. Transform
/// costs O(Σ N·d) per row over the features' orders N.
class RandomMaclaurinMap : public FeatureMap {
 public:
  RandomMaclaurinMap(RandomMaclaurinShape shape, std::uint64_t seed,
                     std::vector<SignProduct> features);

  std::string name() const override { return "random_maclaurin"; }
  Index input_dim() const override { return shape_.input_dim; }
  Index num_random_features() const override { return shape_.num_random_features; }
  Index output_dim() const override { return exact_columns() + products_.size(); }
  std::size_t bytes() const override { return products_.bytes(); }
  double OperationsPerRow(double nonzeros) const override;

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;
  double FiniteNorm() const override;
  bool FitsFloats(const Examples& x, Index i) const override;
  void ComputeFloatRows(const Examples& x, Index begin, Index count,
                        FloatMatrixRef out) const override;

 private:
  Index exact_columns() const {
    return (shape_.constant ? 1 : 0) + (shape_.h01 ? shape_.input_dim : 0);
  }
  template <class Out>
  void WriteExactColumns(const Examples& x, Index begin, Out& out) const;
  template <class Out>
  void CopyLinearPart(const Examples& x, Index begin, Out out) const;
  void SumSquaredWeights();
  bool ErrorOfFewIsSmall(double squared_norm) const;
  const SignProductsOf<float>& FloatProducts() const;
  void CheckDomain(const Examples& x, Index begin, Index count) const;

  RandomMaclaurinShape shape_;
  std::uint64_t seed_;
  std::vector<SignProduct> features_;
  SignProducts products_;
  // Coefficients of |x|^(2N): of the squared norm of the features of order N, where they are many
  // or exact, and of a bound on the squared error of the others, as a share of the one allowed.
  struct OrderParts {
    double many = 0, error_of_few = 0;
  };
  std::vector<OrderParts> parts_{};
  bool products_are_accurate_ = false;
  MadeOnce<SignProductsOf<float>> float_products_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_RANDOM_MACLAURIN_MAP_H_
