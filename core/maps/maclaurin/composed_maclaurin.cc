#include "core/maps/maclaurin/composed_maclaurin.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/kernels/combined/composed.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/maclaurin/random_maclaurin.h"

namespace mercer {
namespace {

const char* const kName = "composed_maclaurin";

const ComposedKernel& AsComposed(const Kernel& kernel) {
  return KernelAs<ComposedKernel>(kName, kernel, "a dot product kernel of another kernel");
}

// The orders of all features, each from the beginning of its stream; features without a term get
// weight 0 and no factor.
std::vector<CombinedFeatures::Product> DrawFeatures(const MaclaurinLaw& law,
                                                    const DrawContext& context, Index* used) {
  std::vector<CombinedFeatures::Product> features;
  for (Index i = 0; i < context.num_random_features; ++i) {
    RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
    const Index order = law.Sample(stream);
    CombinedFeatures::Product feature;
    feature.weight = std::exp(law.LogWeight(order)) /
                     std::sqrt(static_cast<double>(context.num_random_features));
    for (Index j = 0; feature.weight > 0 && j < order; ++j)
      feature.factors.push_back({0, (*used)++});
    features.push_back(std::move(feature));
  }
  return features;
}

CombinedFeatures::RowCheck DomainCheck(const ComposedKernel& kernel) {
  if (std::isinf(kernel.outer()->SquaredNormBound())) return {};
  return [own = kernel](const Examples& x, Index begin, Index count) {
    own.CheckDomain("map '" + std::string(kName) + "'", x.SelectRange(begin, count), begin);
  };
}

}  // namespace

void ComposedMaclaurinSpec::CheckKernel(const Kernel& kernel) const {
  const ComposedKernel& composed = AsComposed(kernel);
  MaclaurinLaw(*composed.outer(), {.measure = measure_});
  inner_.spec->CheckKernel(*composed.inner());
}

SingleFeatures ComposedMaclaurinSpec::single_features() const {
  return inner_.spec->single_features();
}

bool ComposedMaclaurinSpec::HasComplexFeatures(const Kernel& kernel) const {
  return inner_.spec->HasComplexFeatures(*AsComposed(kernel).inner());
}

Index ComposedMaclaurinSpec::OutputDim(const Kernel& kernel, Index,
                                       Index num_random_features) const {
  return (HasComplexFeatures(kernel) ? 2 : 1) * num_random_features;
}

double ComposedMaclaurinSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                         Index num_random_features) const {
  const ComposedKernel& composed = AsComposed(kernel);
  const MaclaurinLaw law(*composed.outer(), {.measure = measure_});
  const double factors =
      std::ceil(law.ExpectedVectorsBound() * static_cast<double>(num_random_features));
  // No more than a draw takes (CheckDrawContext), which is beyond all memory.
  const double most = 0x1p60 / std::max(1.0, static_cast<double>(input_dim));
  const auto drawn = std::max<Index>(1, static_cast<Index>(std::min(factors, most)));
  return inner_.spec->DrawnBytes(*composed.inner(), input_dim, drawn) +
         sizeof(CombinedFeatures::Factor) * factors + 16 * static_cast<double>(num_random_features);
}

std::optional<SecondMoments> ComposedMaclaurinSpec::FeatureSecondMoments(const Kernel& kernel,
                                                                         const Vector& x,
                                                                         const Vector& y) const {
  CheckKernel(kernel);
  const ComposedKernel& composed = AsComposed(kernel);
  const auto inner = inner_.spec->FeatureSecondMoments(*composed.inner(), x, y);
  if (!inner) return std::nullopt;
  const RandomMaclaurinOptions options{.measure = measure_};
  return SecondMoments{MaclaurinSecondMoment(*composed.outer(), options, inner->absolute),
                       MaclaurinSecondMoment(*composed.outer(), options, inner->square)};
}

std::optional<double> ComposedMaclaurinSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                             const Vector& y) const {
  return VarianceOfRealPart(*this, kernel, x, y);
}

std::string ComposedMaclaurinSpec::NoVarianceReason(const Kernel& kernel) const {
  CheckKernel(kernel);
  const std::string reason = inner_.spec->NoVarianceReason(*AsComposed(kernel).inner());
  return reason.empty() ? reason : "that of its inner map is not known: " + reason;
}

std::optional<ErrorBound> ComposedMaclaurinSpec::Bound(const Kernel& kernel,
                                                       const RowRadii& radii) const {
  CheckKernel(kernel);
  const ComposedKernel& composed = AsComposed(kernel);
  const std::optional<double> inner = inner_.ProductSup(*composed.inner(), radii);
  if (!inner) return std::nullopt;
  // C_W is to the inner features what the squared radius is to sign vectors.
  const double radius = std::sqrt(*inner);
  std::optional<ErrorBound> bound =
      RandomMaclaurinBound(*composed.outer(), {.measure = measure_}, {.l1 = radius, .l2 = radius});
  if (bound) bound->source = "kar2012, supplement, Algorithm 1";
  return bound;
}

std::unique_ptr<FeatureMap> ComposedMaclaurinSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  CheckKernel(context.kernel);
  const ComposedKernel& kernel = AsComposed(context.kernel);
  CheckFitsInMemory("drawing map '" + std::string(kName) + "'",
                    DrawnBytes(context.kernel, context.input_dim, context.num_random_features));
  const MaclaurinLaw law(*kernel.outer(), {.measure = measure_});
  Index used = 0;
  const std::vector<CombinedFeatures::Product> features = DrawFeatures(law, context, &used);
  std::vector<std::unique_ptr<FeatureMap>> parts(1);
  if (used > 0) parts[0] = DrawPart(inner_, context, *kernel.inner(), used, 0);
  return std::make_unique<CombinedFeatures>(kName, context.input_dim,
                                            HasComplexFeatures(context.kernel), std::move(parts),
                                            features, DomainCheck(kernel));
}

MapEntry ComposedMaclaurinEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "sqrt(a_N/(q_N D)) W_1(x)...W_N(x) with a random order N and independent features W of the "
      "inner map, for f(g(x,y)), f(t) = sum of a_n t^n";
  entry.citation = "kar2012, supplement, Algorithm 1";
  entry.params = {{.name = "inner",
                   .kind = ParamKind::kParams,
                   .help = "map of the inner kernel, with independent features",
                   .example = "random_maclaurin",
                   .nested = &MapKind()},
                  {.name = "measure",
                   .kind = ParamKind::kNumber,
                   .help = "p of the distribution of the order, P[N=n] proportional to p^-n",
                   .default_value = 2.0,
                   .min = 1,
                   .open_min = true}};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<ComposedMaclaurinSpec>(MakeSinglePart(kName, params.Get("inner")),
                                                   params.Get("measure").AsNumber());
  };
  return entry;
}

}  // namespace mercer
