#ifndef MERCER_CORE_MAPS_COMBINED_COMBINED_FEATURES_H_
#define MERCER_CORE_MAPS_COMBINED_COMBINED_FEATURES_H_

// Maps whose features are products of single features of other maps: composed_maclaurin,
// sum_features, product_features.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/kernels/combined/sum_product.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// A map whose features are used one by one.
struct SinglePart {
  std::string name;
  std::unique_ptr<FeatureMapSpec> spec;

  /// sup |z_i(x) z_i(y)*| of one feature over the rows within the radii (ErrorBound::product_sup).
  /// Empty if the map states no bound.
  std::optional<double> ProductSup(const Kernel& kernel, const RowRadii& radii) const;
};
using SingleParts = std::vector<SinglePart>;

/// Makes the map of a resolved nested value. Throws InvalidInput, naming `owner` and the map, if
/// its features cannot be used one by one (SingleFeatures::kDependent).
SinglePart MakeSinglePart(const std::string& owner, const ParamValue& nested);
SingleParts MakeSingleParts(const std::string& owner, const ParamValue& list);

/// The parameter that MakeSingleParts reads.
ParamSpec SinglePartsSpec();

/// Throws InvalidInput, naming the map `owner`, unless there is one part for each of the kernels
/// that `kernel` is made of, and each part fits its kernel.
void CheckParts(const std::string& owner, const SingleParts& parts, const Kernel& kernel,
                const KernelParts& kernels);

/// The kind of features that are made of features of the parts: complex if a part has complex
/// features.
SingleFeatures SingleFeaturesOf(const SingleParts& parts);
bool HasComplexPart(const SingleParts& parts, const KernelParts& kernels);

/// The bound of Hoeffding's inequality for features with |Z(x)Z(y)*| ≤ product_sup; scale is
/// product_sup too. Empty if product_sup is not finite.
std::optional<ErrorBound> HoeffdingBound(double product_sup, const std::string& source);

/// FeatureMapSpec::FeatureVariance, computed from the second moments of one feature.
std::optional<double> VarianceOfRealPart(const FeatureMapSpec& spec, const Kernel& kernel,
                                         const Vector& x, const Vector& y);

/// The reason why the first part without a variance has none; empty if all parts have one.
std::string FirstReason(const SingleParts& parts, const KernelParts& kernels);

/// Draws a part with at least one feature. Its seed is derived from the map seed and the part's
/// number.
std::unique_ptr<FeatureMap> DrawPart(const SinglePart& part, const DrawContext& context,
                                     const Kernel& kernel, Index num_features, Index number);

/// A map with z_i = weight · Π (factors of feature i), where a factor is a single feature of a
/// part.
class CombinedFeatures : public FeatureMap {
 public:
  struct Factor {
    std::size_t part = 0;
    Index feature = 0;
  };
  struct Product {
    double weight = 0;
    std::vector<Factor> factors{};
  };
  using RowCheck = std::function<void(const Examples& x, Index begin, Index count)>;

  /// A part that no feature uses may be null. `check_rows`, if given, throws for rows outside the
  /// kernel's domain.
  CombinedFeatures(std::string name, Index input_dim, bool is_complex,
                   std::vector<std::unique_ptr<FeatureMap>> parts,
                   const std::vector<Product>& features, RowCheck check_rows = {});

  std::string name() const override { return name_; }
  Index input_dim() const override { return input_dim_; }
  Index num_random_features() const override { return static_cast<Index>(weights_.size()); }
  Index output_dim() const override { return (complex_ ? 2 : 1) * num_random_features(); }
  bool is_complex() const override { return complex_; }
  std::size_t bytes() const override;
  double OperationsPerRow(double nonzeros) const override;

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;

 private:
  std::string name_;
  Index input_dim_;
  bool complex_;
  std::vector<std::unique_ptr<FeatureMap>> parts_;
  std::vector<double> weights_;
  std::vector<Factor> factors_;    // of all features in turn
  std::vector<std::size_t> ends_;  // number of factors up to and including feature i
  RowCheck check_rows_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_COMBINED_COMBINED_FEATURES_H_
