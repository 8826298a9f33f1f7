#include "core/maps/skeleton/skeleton_features.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/skeleton/skeleton_kernel.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/skeleton/skeleton_drawing.h"
#include "core/maps/skeleton/skeleton_features_map.h"
#include "core/maps/skeleton/skeleton_law.h"

namespace mercer {
namespace {

const char* const kName = "skeleton_features";

const Skeleton& SkeletonOf(const Kernel& kernel) {
  return KernelAs<SkeletonKernel>(kName, kernel, "a skeleton").skeleton();
}

std::unique_ptr<FeatureMapSpec> MakeSkeletonFeatures(const Params& params) {
  SkeletonFeaturesOptions options;
  const std::string& duplicates = params.Get("duplicates").AsText();
  if (duplicates == "merge") options.duplicates = Duplicates::kMerge;
  if (duplicates == "stratify") options.duplicates = Duplicates::kStratify;
  options.count_stored = params.Get("budget").AsText() == "stored";
  options.real = params.Get("variant").AsText() == "real";
  if (const ParamValue* max_degree = params.Find("max_degree"))
    options.max_degree = max_degree->AsInteger();
  return std::make_unique<SkeletonFeaturesSpec>(options);
}

}  // namespace

SkeletonFeaturesSpec::SkeletonFeaturesSpec(const SkeletonFeaturesOptions& options)
    : options_(options) {
  if (options.count_stored && options.duplicates != Duplicates::kMerge) {
    throw InvalidInput(
        "map 'skeleton_features': budget is stored; expected draws, or duplicates=merge");
  }
}

void SkeletonFeaturesSpec::CheckKernel(const Kernel& kernel) const {
  const SkeletonLaw law(SkeletonOf(kernel), options_.max_degree);
  const std::string owner = "map '" + std::string(kName) + "' of kernel " + kernel.Describe();
  if (!std::isfinite(law.ExpectedFactors())) {
    throw InvalidInput(owner +
                       " has infinitely many factors on average, as the slope of step is "
                       "infinite at 1; expected max_degree with it");
  }
  const double constant = law.ConstantProbability();
  if (options_.duplicates == Duplicates::kStratify && 1 - constant < 1e-6) {
    throw InvalidInput(owner + ": a feature is constant with probability " +
                       FormatNumber(constant) + "; expected less than 0.999999 with stratify");
  }
}

bool SkeletonFeaturesSpec::HasComplexFeatures(const Kernel& kernel) const {
  return SkeletonOf(kernel).is_complex() && !options_.real;
}

Index SkeletonFeaturesSpec::OutputDim(const Kernel& kernel, Index,
                                      Index num_random_features) const {
  const Index features =
      num_random_features + (options_.duplicates == Duplicates::kStratify ? 1 : 0);
  return (HasComplexFeatures(kernel) ? 2 : 1) * features;
}

double SkeletonFeaturesSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                        Index num_random_features) const {
  const Skeleton& skeleton = SkeletonOf(kernel);
  const SkeletonLaw law(skeleton, options_.max_degree);
  const SkeletonRows rows(skeleton, input_dim);
  const std::vector<double> expected = law.ExpectedAtInputs();
  double per_feature = 24;
  for (Index input = 0; input < rows.num_inputs(); ++input) {
    // An index and its atom, and the atom's vector.
    const double vector =
        rows.space(input).has_vectors() ? 8 * static_cast<double>(rows.size(input)) : 0;
    per_feature += expected[static_cast<std::size_t>(input)] * (12 + vector);
  }
  if (options_.duplicates == Duplicates::kStratify)
    per_feature = 24 + (per_feature - 24) / (1 - law.ConstantProbability());
  return per_feature * static_cast<double>(num_random_features);
}

std::optional<double> SkeletonFeaturesSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                            const Vector& y) const {
  CheckKernel(kernel);
  return SkeletonFeaturesVariance(SkeletonOf(kernel), options_, x, y);
}

std::optional<ErrorBound> SkeletonFeaturesSpec::Bound(const Kernel& kernel,
                                                      const RowRadii& radii) const {
  CheckKernel(kernel);
  return SkeletonFeaturesBound(SkeletonOf(kernel), options_, radii);
}

SingleFeatures SkeletonFeaturesSpec::single_features() const {
  if (options_.duplicates != Duplicates::kKeep || options_.max_degree)
    return SingleFeatures::kDependent;
  return options_.real ? SingleFeatures::kReal : SingleFeatures::kComplex;
}

MapTraits SkeletonFeaturesSpec::Traits(MapTraits of_the_map) const {
  of_the_map.unbiased = of_the_map.unbiased && !options_.max_degree && !options_.count_stored;
  of_the_map.has_prefix = of_the_map.has_prefix && options_.duplicates != Duplicates::kMerge;
  return of_the_map;
}

std::unique_ptr<FeatureMap> SkeletonFeaturesSpec::Draw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  CheckKernel(context.kernel);
  const Skeleton& skeleton = SkeletonOf(context.kernel);
  const Index D = context.num_random_features;
  CheckFitsInMemory("drawing map 'skeleton_features' with D = " + std::to_string(D),
                    DrawnBytes(context.kernel, context.input_dim, D));
  const SkeletonLaw law(skeleton, options_.max_degree);
  const bool takes_part = options_.real && skeleton.is_complex();
  const bool is_complex = HasComplexFeatures(context.kernel);
  const double scale = takes_part ? std::sqrt(2.0) : 1.0;
  FactorProducts products{SkeletonRows(skeleton, context.input_dim)};
  SkeletonDrawing drawing(context, law, is_complex ? ProductPart::kBoth : ProductPart::kReal,
                          takes_part, products);
  std::optional<double> constant;
  if (options_.duplicates == Duplicates::kMerge) {
    drawing.Merge(scale, options_.count_stored);
  } else {
    double share = 1;
    if (options_.duplicates == Duplicates::kStratify) {
      const double p = law.ConstantProbability();
      constant = std::sqrt(p);
      share = 1 - p;
    }
    drawing.Keep(scale * std::sqrt(share / static_cast<double>(D)), constant.has_value());
  }
  return std::make_unique<SkeletonFeaturesMap>(D, is_complex, constant, law.ExpectedFactors(),
                                               std::move(products));
}

MapEntry SkeletonFeaturesEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary = "products of random base features along random paths of a skeleton, psi/sqrt(D)";
  entry.citation = "daniely2017, Algorithm 1";
  entry.params = {
      {.name = "duplicates",
       .kind = ParamKind::kText,
       .help = "features drawn more than once: keep each, merge them into one weighted column, or "
               "keep and take the constant feature exactly (one more column)",
       .default_value = "keep",
       .choices = {"keep", "merge", "stratify"}},
      {.name = "budget",
       .kind = ParamKind::kText,
       .help = "what D counts with duplicates=merge: draws, or distinct features stored",
       .default_value = "draws",
       .choices = {"draws", "stored"}},
      {.name = "variant",
       .kind = ParamKind::kText,
       .help = "complex features where a base space has them, or sqrt(2) times a real or imaginary "
               "part by a fair bit",
       .default_value = "complex",
       .choices = {"complex", "real"}},
      {.name = "max_degree",
       .kind = ParamKind::kInteger,
       .help = "highest degree that a node draws, with the probability of all above; absent: none",
       .optional = true,
       .min = 1,
       .max = 1048576},
  };
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = &MakeSkeletonFeatures;
  return entry;
}

}  // namespace mercer
