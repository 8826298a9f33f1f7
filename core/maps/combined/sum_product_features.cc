#include "core/maps/combined/sum_product_features.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/kernels/combined/sum_product.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"

namespace mercer {
namespace {

const char* const kSumName = "sum_features";
const char* const kProductName = "product_features";

const SumKernel& AsSum(const Kernel& kernel) {
  return KernelAs<SumKernel>(kSumName, kernel, "a sum of kernels");
}

double TotalWeight(const SumKernel& kernel) {
  return std::accumulate(kernel.weights().begin(), kernel.weights().end(), 0.0);
}

std::size_t DrawPartNumber(const SumKernel& kernel, RandomStream& stream) {
  double rest = stream.Uniform() * TotalWeight(kernel);
  for (std::size_t m = 0; m + 1 < kernel.weights().size(); ++m) {
    if (rest < kernel.weights()[m]) return m;
    rest -= kernel.weights()[m];
  }
  return kernel.weights().size() - 1;
}

const ProductKernel& AsProduct(const Kernel& kernel) {
  return KernelAs<ProductKernel>(kProductName, kernel, "a product of kernels");
}

}  // namespace

void SumFeaturesSpec::CheckKernel(const Kernel& kernel) const {
  CheckParts(kSumName, parts_, kernel, AsSum(kernel).parts());
}

bool SumFeaturesSpec::HasComplexFeatures(const Kernel& kernel) const {
  CheckKernel(kernel);
  return HasComplexPart(parts_, AsSum(kernel).parts());
}

Index SumFeaturesSpec::OutputDim(const Kernel& kernel, Index, Index num_random_features) const {
  return (HasComplexFeatures(kernel) ? 2 : 1) * num_random_features;
}

double SumFeaturesSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                   Index num_random_features) const {
  const SumKernel& sum = AsSum(kernel);
  const double total = TotalWeight(sum);
  double bytes = 32 * static_cast<double>(num_random_features);
  for (std::size_t m = 0; m < parts_.size(); ++m) {
    const double share = sum.weights()[m] / total * static_cast<double>(num_random_features);
    bytes += parts_[m].spec->DrawnBytes(*sum.parts()[m], input_dim,
                                        static_cast<Index>(std::ceil(share)));
  }
  return bytes;
}

std::optional<SecondMoments> SumFeaturesSpec::FeatureSecondMoments(const Kernel& kernel,
                                                                   const Vector& x,
                                                                   const Vector& y) const {
  CheckKernel(kernel);
  const SumKernel& sum = AsSum(kernel);
  const double total = TotalWeight(sum);
  SecondMoments moments;
  for (std::size_t m = 0; m < parts_.size(); ++m) {
    const auto of_part = parts_[m].spec->FeatureSecondMoments(*sum.parts()[m], x, y);
    if (!of_part) return std::nullopt;
    moments.absolute += total * sum.weights()[m] * of_part->absolute;
    moments.square += total * sum.weights()[m] * of_part->square;
  }
  return moments;
}

std::optional<double> SumFeaturesSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                       const Vector& y) const {
  return VarianceOfRealPart(*this, kernel, x, y);
}

std::string SumFeaturesSpec::NoVarianceReason(const Kernel& kernel) const {
  CheckKernel(kernel);
  return FirstReason(parts_, AsSum(kernel).parts());
}

std::optional<ErrorBound> SumFeaturesSpec::Bound(const Kernel& kernel,
                                                 const RowRadii& radii) const {
  CheckKernel(kernel);
  const SumKernel& sum = AsSum(kernel);
  double largest = 0;
  for (std::size_t m = 0; m < parts_.size(); ++m) {
    const std::optional<double> of_part = parts_[m].ProductSup(*sum.parts()[m], radii);
    if (!of_part) return std::nullopt;
    largest = std::max(largest, *of_part);
  }
  return HoeffdingBound(TotalWeight(sum) * largest, "daniely2017, Lemma 9, Hoeffding's inequality");
}

std::unique_ptr<FeatureMap> SumFeaturesSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kSumName, context);
  CheckKernel(context.kernel);
  const SumKernel& kernel = AsSum(context.kernel);
  CheckFitsInMemory("drawing map '" + std::string(kSumName) + "'",
                    DrawnBytes(context.kernel, context.input_dim, context.num_random_features));
  const double weight =
      std::sqrt(TotalWeight(kernel) / static_cast<double>(context.num_random_features));
  std::vector<Index> used(parts_.size(), 0);
  std::vector<CombinedFeatures::Product> features;
  for (Index i = 0; i < context.num_random_features; ++i) {
    RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
    const std::size_t m = DrawPartNumber(kernel, stream);
    features.push_back({weight, {{m, used[m]++}}});
  }
  std::vector<std::unique_ptr<FeatureMap>> parts(parts_.size());
  for (std::size_t m = 0; m < parts_.size(); ++m) {
    if (used[m] == 0) continue;
    parts[m] = DrawPart(parts_[m], context, *kernel.parts()[m], used[m], static_cast<Index>(m));
  }
  return std::make_unique<CombinedFeatures>(
      kSumName, context.input_dim, HasComplexFeatures(context.kernel), std::move(parts), features);
}

void ProductFeaturesSpec::CheckKernel(const Kernel& kernel) const {
  CheckParts(kProductName, parts_, kernel, AsProduct(kernel).parts());
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

std::optional<SecondMoments> ProductFeaturesSpec::FeatureSecondMoments(const Kernel& kernel,
                                                                       const Vector& x,
                                                                       const Vector& y) const {
  CheckKernel(kernel);
  const ProductKernel& product = AsProduct(kernel);
  SecondMoments moments{1, 1};
  for (std::size_t m = 0; m < parts_.size(); ++m) {
    const auto of_part = parts_[m].spec->FeatureSecondMoments(*product.parts()[m], x, y);
    if (!of_part) return std::nullopt;
    moments.absolute *= of_part->absolute;
    moments.square *= of_part->square;
  }
  return moments;
}

std::optional<double> ProductFeaturesSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                           const Vector& y) const {
  return VarianceOfRealPart(*this, kernel, x, y);
}

std::string ProductFeaturesSpec::NoVarianceReason(const Kernel& kernel) const {
  CheckKernel(kernel);
  return FirstReason(parts_, AsProduct(kernel).parts());
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

std::unique_ptr<FeatureMap> ProductFeaturesSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kProductName, context);
  CheckKernel(context.kernel);
  const ProductKernel& kernel = AsProduct(context.kernel);
  CheckFitsInMemory("drawing map '" + std::string(kProductName) + "'",
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
  return std::make_unique<CombinedFeatures>(kProductName, context.input_dim,
                                            HasComplexFeatures(context.kernel), std::move(parts),
                                            features);
}

MapEntry SumFeaturesEntry() {
  MapEntry entry;
  entry.name = kSumName;
  entry.summary =
      "features of w_1 k_1 + w_2 k_2 + ...: each is a feature of one part, drawn with probability "
      "proportional to its weight";
  entry.citation = "daniely2017, Lemma 9";
  entry.params = {SinglePartsSpec()};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<SumFeaturesSpec>(MakeSingleParts(kSumName, params.Get("of")));
  };
  return entry;
}

MapEntry ProductFeaturesEntry() {
  MapEntry entry;
  entry.name = kProductName;
  entry.summary =
      "features of k_1 k_2 ...: D^(-1/2) times the product of independent features of the parts";
  entry.citation = "daniely2017, Lemma 10";
  entry.params = {SinglePartsSpec()};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<ProductFeaturesSpec>(MakeSingleParts(kProductName, params.Get("of")));
  };
  return entry;
}

}  // namespace mercer
