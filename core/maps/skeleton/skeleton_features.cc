#include "core/maps/skeleton/skeleton_features.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/skeleton/skeleton_kernel.h"
#include "core/linalg/memory.h"
#include "core/maps/feature_map.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/skeleton/factor_products.h"
#include "core/maps/skeleton/skeleton_law.h"

namespace mercer {
namespace {

// A budget of stored features may be more than there are.
constexpr Index kDrawsPerStored = 1000;

/// Draws D features of a skeleton into `products`, feature i from stream (seed, kMap, i): first its
/// factors, then the bit of its part. Throws InvalidInput before they take more memory than there
/// is. What is given must outlive this object.
class SkeletonDrawing {
 public:
  /// part: of every product, but for random_part, where it is the real or the imaginary one.
  SkeletonDrawing(const DrawContext& context, const SkeletonLaw& law, ProductPart part,
                  bool random_part, FactorProducts& products)
      : context_(context), law_(law), part_(part), random_part_(random_part), products_(products) {}

  /// One column for each draw. With skip_constant, features without factors are drawn again.
  void Keep(double weight, bool skip_constant);

  /// One column for each distinct feature, in the order in which they are first drawn, weighted
  /// scale·√(multiplicity/draws). count_stored: until D columns are there, or 1000·D draws made.
  void Merge(double scale, bool count_stored);

 private:
  using Feature = std::pair<std::vector<std::int32_t>, ProductPart>;

  Feature DrawFeature(Index i, bool skip_constant);

  const DrawContext& context_;
  const SkeletonLaw& law_;
  ProductPart part_;
  bool random_part_;
  FactorProducts& products_;
  double checked_bytes_ = 1e6;
};

void SkeletonDrawing::Keep(double weight, bool skip_constant) {
  for (Index i = 0; i < context_.num_random_features; ++i) {
    const auto [atoms, part] = DrawFeature(i, skip_constant);
    products_.Add(atoms, weight, part);
  }
}

void SkeletonDrawing::Merge(double scale, bool count_stored) {
  const Index D = context_.num_random_features;
  const Index most = count_stored ? D * kDrawsPerStored : D;
  std::map<Feature, std::size_t> numbers;
  std::vector<double> counts;
  Index draws = 0;
  while (draws < most && !(count_stored && products_.size() == D)) {
    const Feature feature = DrawFeature(draws++, false);
    const auto [place, is_new] = numbers.try_emplace(feature, counts.size());
    if (is_new) {
      products_.Add(feature.first, 1, feature.second);
      counts.push_back(0);
    }
    ++counts[place->second];
  }
  for (std::size_t p = 0; p < counts.size(); ++p)
    products_.SetWeight(static_cast<Index>(p),
                        scale * std::sqrt(counts[p] / static_cast<double>(draws)));
}

SkeletonDrawing::Feature SkeletonDrawing::DrawFeature(Index i, bool skip_constant) {
  RandomStream stream(context_.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
  std::vector<BaseFactor> factors = law_.Draw(products_.rows(), stream);
  while (skip_constant && factors.empty()) factors = law_.Draw(products_.rows(), stream);
  ProductPart part = part_;
  if (random_part_)
    part = (stream.Bits32() & 1U) != 0 ? ProductPart::kImaginary : ProductPart::kReal;
  Feature feature{products_.Atoms(factors), part};
  const auto bytes = static_cast<double>(products_.bytes());
  if (bytes > 2 * checked_bytes_) {
    CheckFitsInMemory("drawing map 'skeleton_features'", bytes);
    checked_bytes_ = bytes;
  }
  return feature;
}

/// Drawn random features of a skeleton: the constant column, where there is one, and the products.
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

void SkeletonFeaturesMap::ComputeRows(const Examples& x, Index begin, Index count,
                                      MatrixRef out) const {
  MERCER_CHECK(out.rows() == count);
  if (constant_) {
    out.leftCols(constant_columns()).setZero();
    out.col(0).setConstant(*constant_);
  }
  products_.Evaluate(x, begin, is_complex_, out.rightCols(width() * products_.size()));
}

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

std::string SkeletonFeaturesSpec::NoVarianceReason(const Kernel& kernel) const {
  CheckKernel(kernel);
  if (!options_.count_stored) return {};
  return "with count_stored it is drawn until D features are distinct, which makes them dependent";
}

std::optional<SecondMoments> SkeletonFeaturesSpec::FeatureSecondMoments(const Kernel& kernel,
                                                                        const Vector& x,
                                                                        const Vector& y) const {
  CheckKernel(kernel);
  if (!HasComplexFeatures(kernel)) return FeatureMapSpec::FeatureSecondMoments(kernel, x, y);
  return SkeletonFeaturesMoments(SkeletonOf(kernel), options_, x, y);
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

std::unique_ptr<FeatureMap> SkeletonFeaturesSpec::DoDraw(const DrawContext& context) const {
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
       .help = "complex features where a base space has them, or sqrt(2) times the real or "
               "imaginary part, chosen by a fair coin",
       .default_value = "complex",
       .choices = {"complex", "real"}},
      {.name = "max_degree",
       .kind = ParamKind::kInteger,
       .help = "highest degree that a node draws, with the probability of all higher ones; absent: "
               "no limit",
       .optional = true,
       .min = 1,
       .max = 1048576},
  };
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = &MakeSkeletonFeatures;
  return entry;
}

}  // namespace mercer
