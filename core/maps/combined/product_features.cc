#include "core/maps/combined/product_features.h"

#include <cmath>
#include <string>
#include <vector>

#include "core/kernels/combined/product.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"

namespace mercer {
namespace {

const char* const kName = "product_features";

const ProductKernel& AsProduct(const Kernel& kernel) {
  return KernelAs<ProductKernel>(kName, kernel, "a product of kernels");
}

}  // namespace

void ProductFeaturesSpec::CheckKernel(const Kernel& kernel) const {
  CheckParts(kName, parts_, kernel, AsProduct(kernel).parts());
}

bool ProductFeaturesSpec::HasComplexFeatures(const Kernel& kernel) const {
  CheckKernel(kernel);
  return HasComplexPart(parts_, AsProduct(kernel).parts());
}

Index ProductFeaturesSpec::OutputDim(const Kernel& kernel, Index, Index num_random_features) const {
  return (HasComplexFeatures(kernel) ? 2 : 1) * num_random_features;
}

double ProductFeaturesSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                       Index num_random_features) const {
  const ProductKernel& product = AsProduct(kernel);
  double bytes =
      (16 + 16 * static_cast<double>(parts_.size())) * static_cast<double>(num_random_features);
  for (std::size_t m = 0; m < parts_.size(); ++m)
    bytes += parts_[m].spec->DrawnBytes(*product.parts()[m], input_dim, num_random_features);
  return bytes;
}

std::optional<double> ProductFeaturesSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                           const Vector& y) const {
  CheckKernel(kernel);
  const ProductKernel& product = AsProduct(kernel);
  double square = 1;
  for (std::size_t m = 0; m < parts_.size(); ++m) {
    const std::optional<double> moment = parts_[m].SecondMoment(*product.parts()[m], x, y);
    if (!moment) return std::nullopt;
    square *= *moment;
  }
  const double mean = KernelValue(kernel, x, y);
  return square - mean * mean;
}

std::optional<ErrorBound> ProductFeaturesSpec::Bound(const Kernel& kernel,
                                                     const RowRadii& radii) const {
  CheckKernel(kernel);
  const ProductKernel& product = AsProduct(kernel);
  double of_all = 1;
  for (std::size_t m = 0; m < parts_.size(); ++m) {
    const std::optional<double> of_part = parts_[m].ProductSup(*product.parts()[m], radii);
    if (!of_part) return std::nullopt;
    of_all *= *of_part;
  }
  return HoeffdingBound(of_all, "daniely2017, Lemma 10, Hoeffding's inequality");
}

std::unique_ptr<FeatureMap> ProductFeaturesSpec::Draw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  CheckKernel(context.kernel);
  const ProductKernel& kernel = AsProduct(context.kernel);
  CheckFitsInMemory("drawing map '" + std::string(kName) + "'",
                    DrawnBytes(context.kernel, context.input_dim, context.num_random_features));
  const double weight = 1 / std::sqrt(static_cast<double>(context.num_random_features));
  std::vector<CombinedFeatures::Product> features;
  for (Index i = 0; i < context.num_random_features; ++i) {
    features.push_back({weight, {}});
    for (std::size_t m = 0; m < parts_.size(); ++m) features.back().factors.push_back({m, i});
  }
  std::vector<std::unique_ptr<FeatureMap>> parts;
  for (std::size_t m = 0; m < parts_.size(); ++m) {
    parts.push_back(DrawPart(parts_[m], context, *kernel.parts()[m], context.num_random_features,
                             static_cast<Index>(m)));
  }
  return std::make_unique<CombinedFeatures>(
      kName, context.input_dim, HasComplexFeatures(context.kernel), std::move(parts), features);
}

MapEntry ProductFeaturesEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "for k_1 k_2 ...: D^(-1/2) times the product of independent features of the parts' maps";
  entry.citation = "daniely2017, Lemma 10";
  entry.params = {SinglePartsSpec()};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<ProductFeaturesSpec>(MakeSingleParts(kName, params.Get("of")));
  };
  return entry;
}

}  // namespace mercer
