#include "core/maps/combined/combined_features.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/maps/builtin_maps.h"

namespace mercer {

std::optional<double> SinglePart::ProductSup(const Kernel& kernel, const RowRadii& radii) const {
  const std::optional<ErrorBound> bound = spec->Bound(kernel, radii);
  return bound ? std::optional<double>(bound->product_sup) : std::nullopt;
}

SinglePart MakeSinglePart(const std::string& owner, const ParamValue& nested) {
  SinglePart part{AsNested(nested).name, MakeMapSpec(nested)};
  if (part.spec->single_features() == SingleFeatures::kDependent) {
    throw InvalidInput("map '" + owner + "': map " + nested.Canonical() +
                       " does not draw its features one by one; expected a map of independent "
                       "unbiased features, as random_maclaurin without h01, random_kernel, or "
                       "random_fourier with variant cos_offset or complex");
  }
  return part;
}

SingleParts MakeSingleParts(const std::string& owner, const ParamValue& list) {
  SingleParts parts;
  for (const ParamValue& item : list.AsList()) parts.push_back(MakeSinglePart(owner, item));
  return parts;
}

ParamSpec SinglePartsSpec() {
  return {.name = "of",
          .kind = ParamKind::kList,
          .help = "maps of the kernels, in the same order, with independent features",
          .example = ParamValue::List{"random_maclaurin", "random_maclaurin"},
          .items = ParamKind::kParams,
          .nested = &MapKind()};
}

void CheckParts(const std::string& owner, const SingleParts& parts, const Kernel& kernel,
                const KernelParts& kernels) {
  if (kernels.size() != parts.size()) {
    throw InvalidInput("map '" + owner + "' is of " + std::to_string(parts.size()) +
                       " maps and kernel " + kernel.Describe() + " of " +
                       std::to_string(kernels.size()) +
                       " kernels; expected one map for each kernel");
  }
  for (std::size_t m = 0; m < parts.size(); ++m) parts[m].spec->CheckKernel(*kernels[m]);
}

SingleFeatures SingleFeaturesOf(const SingleParts& parts) {
  const bool is_complex = std::any_of(parts.begin(), parts.end(), [](const SinglePart& part) {
    return part.spec->single_features() == SingleFeatures::kComplex;
  });
  return is_complex ? SingleFeatures::kComplex : SingleFeatures::kReal;
}

bool HasComplexPart(const SingleParts& parts, const KernelParts& kernels) {
  MERCER_CHECK(parts.size() == kernels.size());
  bool is_complex = false;
  for (std::size_t m = 0; m < parts.size(); ++m)
    is_complex = is_complex || parts[m].spec->HasComplexFeatures(*kernels[m]);
  return is_complex;
}

std::optional<ErrorBound> HoeffdingBound(double product_sup, const std::string& source) {
  if (!std::isfinite(product_sup)) return std::nullopt;
  return ErrorBound{.scale = product_sup, .product_sup = product_sup, .source = source};
}

std::optional<double> VarianceOfRealPart(const FeatureMapSpec& spec, const Kernel& kernel,
                                         const Vector& x, const Vector& y) {
  const std::optional<SecondMoments> moments = spec.FeatureSecondMoments(kernel, x, y);
  if (!moments) return std::nullopt;
  const double mean = KernelValue(kernel, x, y);
  return moments->OfRealPart() - mean * mean;
}

std::string FirstReason(const SingleParts& parts, const KernelParts& kernels) {
  MERCER_CHECK(parts.size() == kernels.size());
  for (std::size_t m = 0; m < parts.size(); ++m) {
    const std::string reason = parts[m].spec->NoVarianceReason(*kernels[m]);
    if (!reason.empty())
      return "the variance of its part " + parts[m].name + " is not known: " + reason;
  }
  return {};
}

std::unique_ptr<FeatureMap> DrawPart(const SinglePart& part, const DrawContext& context,
                                     const Kernel& kernel, Index num_features, Index number) {
  const std::uint64_t seed = DeriveSeed(context.seed, {static_cast<std::uint64_t>(number)});
  return part.spec->Draw({kernel, context.input_dim, num_features, seed, nullptr});
}

CombinedFeatures::CombinedFeatures(std::string name, Index input_dim, bool is_complex,
                                   std::vector<std::unique_ptr<FeatureMap>> parts,
                                   const std::vector<Product>& features, RowCheck check_rows)
    : name_(std::move(name)),
      input_dim_(input_dim),
      complex_(is_complex),
      parts_(std::move(parts)),
      check_rows_(std::move(check_rows)) {
  for (const Product& feature : features) {
    weights_.push_back(feature.weight);
    factors_.insert(factors_.end(), feature.factors.begin(), feature.factors.end());
    ends_.push_back(factors_.size());
  }
}

std::size_t CombinedFeatures::bytes() const {
  std::size_t bytes =
      weights_.size() * (sizeof(double) + sizeof(std::size_t)) + factors_.size() * sizeof(Factor);
  for (const auto& part : parts_)
    if (part != nullptr) bytes += part->bytes();
  return bytes;
}

double CombinedFeatures::OperationsPerRow(double nonzeros) const {
  double operations = static_cast<double>(factors_.size()) * (complex_ ? 6 : 1);
  for (const auto& part : parts_)
    if (part != nullptr) operations += part->OperationsPerRow(nonzeros);
  return operations;
}

void CombinedFeatures::ComputeRows(const Examples& x, Index begin, Index count,
                                   MatrixRef out) const {
  if (check_rows_) check_rows_(x, begin, count);
  std::vector<Matrix> singles(parts_.size());
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    if (parts_[p] == nullptr) continue;
    singles[p].resize(count, parts_[p]->output_dim());
    parts_[p]->TransformRows(x, begin, count, singles[p]);
    // Back from the map's own 1/√D: the factors multiply unscaled.
    singles[p] *= std::sqrt(static_cast<double>(parts_[p]->num_random_features()));
  }
  for (Index r = 0; r < count; ++r) {
    std::size_t f = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const auto column = static_cast<Index>(i);
      if (!complex_) {
        double product = weights_[i];
        for (; f < ends_[i]; ++f) product *= singles[factors_[f].part](r, factors_[f].feature);
        out(r, column) = product;
        continue;
      }
      std::complex<double> product = weights_[i];
      for (; f < ends_[i]; ++f) {
        const Factor& factor = factors_[f];
        const Matrix& z = singles[factor.part];
        if (parts_[factor.part]->is_complex()) {
          product *= std::complex(z(r, 2 * factor.feature), z(r, 2 * factor.feature + 1));
        } else {
          product *= z(r, factor.feature);
        }
      }
      out(r, 2 * column) = product.real();
      out(r, 2 * column + 1) = product.imag();
    }
  }
}

}  // namespace mercer
