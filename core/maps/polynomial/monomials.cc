#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/kernels/profile.h"
#include "core/maps/feature_map.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/maclaurin/random_maclaurin.h"
#include "core/maps/polynomial/monomial_features.h"

namespace mercer {
namespace {

/// The explicit features of a dot product kernel Σ_{k ≤ r} a_k <x, y>^k with finitely many terms
/// (Cotter et al. 2011, section 6, for the polynomial kernel): one for each multi-index α with
/// |α| = k and a_k > 0,
///
///   z_α(x) = √(a_k · k!/Π_i α_i!) · x^α,
///
/// in the order of monomial_features.h. Deterministic and exact. D plays no part: Σ_k C(d + k − 1,
/// k) columns over the orders k with a_k > 0. Rows that are sparse have sparse features.
///
/// With max_degree the terms of orders above it are left out, and every dot product kernel fits.
/// max_degree = 1 is the linear part of the kernel, √a_0 and √a_1·x: the exact columns of H0/1
/// (random_maclaurin.h) without the random ones.
class MonomialsSpec : public FeatureMapSpec {
 public:
  /// max_degree ≥ 0; empty: every order.
  explicit MonomialsSpec(std::optional<Index> max_degree = {}) : max_degree_(max_degree) {}

  /// Throws InvalidInput where no order with a_k > 0 is left.
  void CheckKernel(const Kernel& kernel) const override;
  /// Throws InvalidInput, naming the dimension and the bytes of a row, where an Index cannot count
  /// the columns, and where √(a_k k!) exceeds double precision.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  std::optional<double> SparseOutputValues(const Kernel& kernel, const Examples& x) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// 0: nothing is random.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// Exact but for the orders left out: bias = Σ a_k |x|^(2k) over those above max_degree; empty
  /// where it is infinite, or needs over a million terms.
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  /// max_degree leaves terms out.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// Throws as OutputDim does.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  std::optional<Index> max_degree_;
};

const char* const kName = "monomials";

bool HasOrder(const DotProductKernel& kernel, Index k) {
  return std::isfinite(kernel.LogMaclaurinCoefficient(k));
}

// The highest order with a feature; −1 where there is none, or no highest.
Index HighestOrder(const DotProductKernel& kernel, std::optional<Index> max_degree) {
  if (!max_degree) return kernel.MaxOrder();
  Index highest = kernel.MaxOrder() < 0 ? *max_degree : std::min(*max_degree, kernel.MaxOrder());
  while (highest >= 0 && !HasOrder(kernel, highest)) --highest;
  return highest;
}

const DotProductKernel& Checked(const Kernel& kernel, std::optional<Index> max_degree) {
  const auto fits = [&](const Kernel& k) {
    const auto* dot = dynamic_cast<const DotProductKernel*>(&k);
    return dot != nullptr && HighestOrder(*dot, max_degree) >= 0;
  };
  if (!fits(kernel)) {
    ThrowUnfitKernel(kName, kernel,
                     max_degree ? "a dot product kernel with a term up to max_degree = " +
                                      std::to_string(*max_degree)
                                : "a dot product kernel with finitely many terms, or max_degree",
                     fits);
  }
  return dynamic_cast<const DotProductKernel&>(kernel);
}

MonomialFeatures Features(const DotProductKernel& kernel, std::optional<Index> max_degree,
                          Index input_dim) {
  std::vector<double> scales;
  for (Index k = 0; k <= HighestOrder(kernel, max_degree); ++k) {
    scales.push_back(std::exp(0.5 * (kernel.LogMaclaurinCoefficient(k) + LogFactorial(k))));
    if (std::isfinite(scales.back())) continue;
    throw InvalidInput("map 'monomials' of kernel " + kernel.Describe() +
                       ": the monomials of order " + std::to_string(k) +
                       " have coefficients beyond double precision; expected a lower degree");
  }
  return {"map 'monomials' of kernel " + kernel.Describe() + " for input dimension " +
              std::to_string(input_dim),
          input_dim, std::move(scales)};
}

void MonomialsSpec::CheckKernel(const Kernel& kernel) const { Checked(kernel, max_degree_); }

Index MonomialsSpec::OutputDim(const Kernel& kernel, Index input_dim, Index) const {
  return Features(Checked(kernel, max_degree_), max_degree_, input_dim).size();
}

std::optional<double> MonomialsSpec::SparseOutputValues(const Kernel& kernel,
                                                        const Examples& x) const {
  return Features(Checked(kernel, max_degree_), max_degree_, x.cols()).SparseValues(x);
}

double MonomialsSpec::DrawnBytes(const Kernel& kernel, Index input_dim, Index) const {
  return static_cast<double>(
      Features(Checked(kernel, max_degree_), max_degree_, input_dim).bytes());
}

std::optional<double> MonomialsSpec::FeatureVariance(const Kernel& kernel, const Vector&,
                                                     const Vector&) const {
  CheckKernel(kernel);
  return 0.0;
}

std::optional<ErrorBound> MonomialsSpec::Bound(const Kernel& kernel, const RowRadii& radii) const {
  const DotProductKernel& dot = Checked(kernel, max_degree_);
  ErrorBound bound{.source = "the features are the kernel's own"};
  if (max_degree_) bound.bias = MaclaurinTail(dot, *max_degree_ + 1, radii.l2 * radii.l2);
  return std::isfinite(bound.bias) ? std::optional(bound) : std::nullopt;
}

MapTraits MonomialsSpec::Traits(MapTraits of_the_map) const {
  of_the_map.unbiased = of_the_map.unbiased && !max_degree_;
  return of_the_map;
}

std::unique_ptr<FeatureMap> MonomialsSpec::DoDraw(const DrawContext& context) const {
  if (context.num_random_features != 0) CheckDrawContext(kName, context);
  return NewMonomialMap(
      {kName, context.input_dim, context.num_random_features},
      Features(Checked(context.kernel, max_degree_), max_degree_, context.input_dim));
}

}  // namespace

MapEntry MonomialsEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "sqrt(a_k k!/a!) x^a for every monomial x^a of degree k, exact for f(<x,y>) = the finite sum "
      "of a_k <x,y>^k";
  entry.citation = "cotter2011, section 6";
  entry.params = {{.name = "max_degree",
                   .kind = ParamKind::kInteger,
                   .help = "highest order kept, 1 for the linear part alone; absent: every order",
                   .optional = true,
                   .min = 0,
                   .max = 170}};  // 171! is no double
  entry.traits = {
      .unbiased = true, .deterministic = true, .projection = true, .takes_no_count = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    const ParamValue* max_degree = params.Find("max_degree");
    if (max_degree == nullptr) return std::make_unique<MonomialsSpec>();
    return std::make_unique<MonomialsSpec>(max_degree->AsInteger());
  };
  return entry;
}

}  // namespace mercer
