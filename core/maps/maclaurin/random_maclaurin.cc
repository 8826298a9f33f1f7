#include "core/maps/maclaurin/random_maclaurin.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/linalg/memory.h"
#include "core/maps/feature_map.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/maclaurin/optimal_maclaurin.h"
#include "core/maps/maclaurin/random_maclaurin_map.h"
#include "core/maps/maclaurin/sign_products.h"

namespace mercer {
namespace {

const char* const kName = "random_maclaurin";

bool HasExactConstant(const RandomMaclaurinOptions& options, const DotProductKernel& kernel) {
  return options.constants == Constants::kExact && std::isfinite(kernel.LogMaclaurinCoefficient(0));
}

// Of the D random features: all but an exact constant, which is one of them.
Index NumDrawn(const RandomMaclaurinOptions& options, const DotProductKernel& kernel,
               Index num_random_features) {
  if (!HasExactConstant(options, kernel)) return num_random_features;
  if (num_random_features >= 2) return num_random_features - 1;
  throw InvalidInput("map 'random_maclaurin': D is " + std::to_string(num_random_features) +
                     "; expected at least 2 with constants=exact, which takes one of them");
}

double Weight(const MaclaurinLaw& law, Index order, Index num_drawn) {
  return std::exp(law.LogWeight(order)) / std::sqrt(static_cast<double>(num_drawn));
}

// Each from the beginning of its stream. A feature whose coefficient is 0, or whose order is
// wasted, becomes the constant 0.
std::vector<SignProduct> DrawFeatures(const MaclaurinLaw& law, Index count, std::uint64_t seed) {
  std::vector<SignProduct> features;
  features.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    const auto index = static_cast<std::uint64_t>(i);
    RandomStream stream(seed, StreamPurpose::kMap, index);
    const Index order = law.Sample(stream);
    const double weight = Weight(law, order, count);
    features.push_back({index, weight == 0 ? 0 : order, weight});
  }
  return features;
}

const DotProductKernel& AsDotProduct(const Kernel& kernel) {
  return KernelAs<DotProductKernel>(kName, kernel, "a dot product kernel");
}

std::unique_ptr<FeatureMapSpec> MakeRandomMaclaurin(const Params& params) {
  const ParamValue* law = params.Find("law");
  if (law != nullptr && law->AsText() == "optimal") return MakeOptimalMaclaurin(params);
  for (const char* name : {"field", "projection", "min_order"}) {
    if (params.Find(name) == nullptr) continue;
    throw InvalidInput("map 'random_maclaurin': " + std::string(name) + " is " +
                       params.Find(name)->Canonical() +
                       ", which only law=optimal takes; expected law=optimal, or no " + name);
  }
  RandomMaclaurinOptions options;
  options.measure = params.Get("measure").AsNumber();
  options.h01 = params.Get("h01").AsBool();
  if (const ParamValue* max_order = params.Find("max_order"))
    options.max_order = max_order->AsInteger();
  const std::string constants = params.Get("constants").AsText();
  if (constants == "merge") options.constants = Constants::kMerge;
  if (constants == "exact") options.constants = Constants::kExact;
  if (law != nullptr) options.unconditioned = law->AsText() == "unconditioned";
  return std::make_unique<RandomMaclaurinSpec>(options);
}

}  // namespace

RandomMaclaurinSpec::RandomMaclaurinSpec(const RandomMaclaurinOptions& options)
    : options_(options) {
  MERCER_CHECK(options.measure > 1);
  if (options.h01 && options.max_order && *options.max_order < 2) {
    throw InvalidInput("map 'random_maclaurin': max_order is " +
                       std::to_string(*options.max_order) +
                       "; expected at least 2 with h01, which takes orders 0 and 1 exactly");
  }
  const bool is_exact = options.constants == Constants::kExact;
  if (is_exact && options.h01) {
    throw InvalidInput(
        "map 'random_maclaurin': constants is exact and h01 is true, which takes the constant "
        "exactly by itself; expected one of them");
  }
  if (is_exact && options.max_order && *options.max_order < 1) {
    throw InvalidInput(
        "map 'random_maclaurin': max_order is 0; expected at least 1 with constants=exact, which "
        "draws orders from 1 on");
  }
  if (options.unconditioned && !options.h01) {
    throw InvalidInput(
        "map 'random_maclaurin': law is unconditioned and h01 is false, where no order is left "
        "out; expected h01=true, or no law");
  }
}

void RandomMaclaurinSpec::CheckKernel(const Kernel& kernel) const {
  MaclaurinLaw(AsDotProduct(kernel), options_);
}

Index RandomMaclaurinSpec::OutputDim(const Kernel& kernel, Index input_dim,
                                     Index num_random_features) const {
  const DotProductKernel& dot_product = AsDotProduct(kernel);
  Index exact = HasExactConstant(options_, dot_product) ? 1 : 0;
  if (options_.h01) exact = 1 + input_dim;
  return exact + NumDrawn(options_, dot_product, num_random_features);
}

SingleFeatures RandomMaclaurinSpec::single_features() const {
  const bool all_single =
      !options_.h01 && !options_.max_order && options_.constants == Constants::kKeep;
  return all_single ? SingleFeatures::kReal : SingleFeatures::kDependent;
}

double RandomMaclaurinSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                       Index num_random_features) const {
  const MaclaurinLaw law(AsDotProduct(kernel), options_);
  const double per_feature = law.ExpectedVectorsBound() * static_cast<double>(input_dim + 1) * 8;
  const double columns = static_cast<double>(OutputDim(kernel, input_dim, num_random_features));
  // Besides the signs a column has its constant, and a feature its place.
  return per_feature * static_cast<double>(num_random_features) + 16 * columns;
}

std::optional<double> RandomMaclaurinSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                           const Vector& y) const {
  return RandomMaclaurinVariance(AsDotProduct(kernel), options_, x, y);
}

std::optional<double> RandomMaclaurinSpec::EstimateVariance(const Kernel& kernel, const Vector& x,
                                                            const Vector& y,
                                                            Index num_random_features) const {
  const DotProductKernel& dot_product = AsDotProduct(kernel);
  return RandomMaclaurinVariance(dot_product, options_, x, y) /
         static_cast<double>(NumDrawn(options_, dot_product, num_random_features));
}

MapTraits RandomMaclaurinSpec::Traits(MapTraits of_the_map) const {
  of_the_map.unbiased = of_the_map.unbiased && !options_.max_order;
  of_the_map.has_prefix = of_the_map.has_prefix && options_.constants == Constants::kKeep;
  return of_the_map;
}

std::optional<ErrorBound> RandomMaclaurinSpec::Bound(const Kernel& kernel,
                                                     const RowRadii& radii) const {
  if (options_.constants == Constants::kExact) return FeatureMapSpec::Bound(kernel, radii);
  return RandomMaclaurinBound(AsDotProduct(kernel), options_, radii);
}

std::unique_ptr<FeatureMap> RandomMaclaurinSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const DotProductKernel& kernel = AsDotProduct(context.kernel);
  const MaclaurinLaw law(kernel, options_);
  const Index d = context.input_dim, num_features = context.num_random_features;
  CheckFitsInMemory("drawing map 'random_maclaurin' with D = " + std::to_string(num_features) +
                        " for input dimension " + std::to_string(d),
                    DrawnBytes(kernel, d, num_features));

  RandomMaclaurinShape shape{
      d, num_features, options_.h01, {}, 0, kernel.SquaredNormBound(), kernel.Describe()};
  if (options_.h01 || HasExactConstant(options_, kernel))
    shape.constant = std::exp(0.5 * kernel.LogMaclaurinCoefficient(0));
  if (options_.h01) shape.slope = std::exp(0.5 * kernel.LogMaclaurinCoefficient(1));
  std::vector<SignProduct> features =
      DrawFeatures(law, NumDrawn(options_, kernel, num_features), context.seed);
  if (options_.constants == Constants::kMerge) {
    const auto merged =
        std::erase_if(features, [](const SignProduct& f) { return f.order == 0 && f.weight > 0; });
    if (merged > 0)
      shape.constant = Weight(law, 0, num_features) * std::sqrt(static_cast<double>(merged));
  }
  return std::make_unique<RandomMaclaurinMap>(std::move(shape), context.seed, std::move(features));
}

MapEntry RandomMaclaurinEntry() {
  MapEntry entry;
  entry.name = "random_maclaurin";
  entry.summary =
      "sqrt(a_N/(q_N D)) <w_1,x>...<w_N,x> with a random order N and random signs w, for f(<x,y>) "
      "= "
      "sum of a_n <x,y>^n";
  entry.citation = "kar2012, Algorithm 1 and section 6.1; wacker2024";
  entry.params = {
      {.name = "measure",
       .kind = ParamKind::kNumber,
       .help = "p of the distribution of the order, P[N=n] proportional to p^-n",
       .default_value = 2.0,
       .min = 1,
       .open_min = true},
      {.name = "h01",
       .kind = ParamKind::kBool,
       .help =
           "takes orders 0 and 1 exactly (1+d more columns) and draws features of orders from 2 on",
       .default_value = false},
      {.name = "max_order",
       .kind = ParamKind::kInteger,
       .help = "highest order drawn, with the distribution renormalised; with h01 at least 2, "
               "with constants=exact at least 1; absent: no limit, with law=optimal 10",
       .optional = true,
       .min = 0,
       .max = 1e6},
      {.name = "constants",
       .kind = ParamKind::kText,
       .help =
           "order-0 features, all equal: keep each; merge them into one weighted column; exact, "
           "without h01: one of the D columns (D at least 2) is sqrt(a_0), and the D - 1 others "
           "have orders from 1 to the kernel's highest",
       .default_value = "keep",
       .choices = {"keep", "merge", "exact"}},
      {.name = "law",
       .kind = ParamKind::kText,
       .help = "with h01: conditioned draws orders from 2 on; unconditioned draws them from 0 on, "
               "and features of orders 0 and 1 are zero; absent: conditioned. optimal: the number "
               "of features of each order that minimises variance and bias on training rows, "
               "for the Gaussian kernel, too",
       .optional = true,
       .choices = {"conditioned", "unconditioned", "optimal"}},
      {.name = "field",
       .kind = ParamKind::kText,
       .help = "with law=optimal: random vectors and features real or complex, or complex features "
               "as two real columns; absent: real",
       .optional = true,
       .absence = "real",
       .choices = {"real", "complex", "complex_to_real"}},
      {.name = "projection",
       .kind = ParamKind::kText,
       .help = "with law=optimal: independent sign vectors, or blocks of rows of a randomised "
               "Walsh-Hadamard matrix; absent: rademacher",
       .optional = true,
       .absence = "rademacher",
       .choices = {"rademacher", "srht"}},
      {.name = "min_order",
       .kind = ParamKind::kInteger,
       .help = "with law=optimal: the series is not truncated below this order; absent: 2, or "
               "max_order where that is 1",
       .optional = true,
       .min = 1},
  };
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = &MakeRandomMaclaurin;
  return entry;
}

}  // namespace mercer
