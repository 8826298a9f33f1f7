#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/kernels/dot_product/exponential.h"
#include "core/kernels/profile.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/kernels/shift_invariant/taylor_gaussian.h"
#include "core/maps/feature_map.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/polynomial/monomial_features.h"

namespace mercer {
namespace {

/// Taylor features (Cotter et al. 2011, section 3) of exp(<x, y>/σ²) and, times exp(−|x|²/(2σ²))
/// for each row, of the Gaussian kernel: one for each multi-index α with |α| = k ≤ degree,
///
///   z_α(x) = exp(−|x|²/(2σ²)) · σ^−k · Π_i x_i^α_i / √(α_i!),
///
/// in the order of monomial_features.h. Deterministic: <z(x), z(y)> is the kernel with its series
/// cut after the degree, below by at most (|x||y|/σ²)^(r+1)/(r+1)! for the Gaussian kernel of
/// degree r (equation 11). The Gaussian kernel with its series cut is kernel taylor_gaussian, for
/// machines solved in the dual, of which the features of its degree have no error. D plays no part:
/// C(d + r, r) columns, of which a row with so many non-zeros has C(nnz + r, r), each one
/// multiplication. Rows that are sparse have sparse features.
class TaylorSpec : public FeatureMapSpec {
 public:
  explicit TaylorSpec(Index degree) : degree_(degree) {}

  void CheckKernel(const Kernel& kernel) const override;
  /// Throws InvalidInput, naming the dimension and the bytes of a row, where an Index cannot count
  /// the columns.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  std::optional<double> SparseOutputValues(const Kernel& kernel, const Examples& x) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// 0: nothing is random.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// Cotter et al. 2011, section 3: the series' remainder, (|x||y|/σ²)^(r+1)/(r+1)! for the
  /// Gaussian kernel and exp(|x||y|/σ²) times that for the exponential; 0 for taylor_gaussian.
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  /// Throws as OutputDim does.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  Index degree_;
};

const char* const kName = "taylor";

// The bandwidth, and the γ of exp(−γ|x|²), which is 0 for the exponential kernel.
struct Shape {
  double sigma = 0;
  double decay = 0;
  bool is_cut = false;  // the kernel's series ends where the features do
};

std::optional<Shape> ShapeOf(const Kernel& kernel, Index degree) {
  if (const auto* gaussian = dynamic_cast<const GaussianKernel*>(&kernel))
    return Shape{gaussian->sigma(), gaussian->gamma()};
  if (const auto* exponential = dynamic_cast<const ExponentialKernel*>(&kernel))
    return Shape{exponential->sigma(), 0};
  const auto* cut = dynamic_cast<const TaylorGaussianKernel*>(&kernel);
  if (cut == nullptr || cut->degree() != degree) return std::nullopt;
  return Shape{cut->sigma(), GaussianKernel(cut->sigma()).gamma(), true};
}

Shape CheckedShape(const Kernel& kernel, Index degree) {
  const std::optional<Shape> shape = ShapeOf(kernel, degree);
  if (!shape) {
    ThrowUnfitKernel(kName, kernel,
                     "the Gaussian or the exponential kernel, or taylor_gaussian of degree " +
                         std::to_string(degree),
                     [degree](const Kernel& k) { return ShapeOf(k, degree).has_value(); });
  }
  return *shape;
}

MonomialFeatures Features(Index degree, Index input_dim) {
  return {"map 'taylor': degree " + std::to_string(degree) + " for input dimension " +
              std::to_string(input_dim),
          input_dim, std::vector<double>(static_cast<std::size_t>(degree + 1), 1.0)};
}

void TaylorSpec::CheckKernel(const Kernel& kernel) const { CheckedShape(kernel, degree_); }

Index TaylorSpec::OutputDim(const Kernel&, Index input_dim, Index) const {
  return Features(degree_, input_dim).size();
}

std::optional<double> TaylorSpec::SparseOutputValues(const Kernel&, const Examples& x) const {
  return Features(degree_, x.cols()).SparseValues(x);
}

double TaylorSpec::DrawnBytes(const Kernel&, Index input_dim, Index) const {
  return static_cast<double>(Features(degree_, input_dim).bytes());
}

std::optional<double> TaylorSpec::FeatureVariance(const Kernel& kernel, const Vector&,
                                                  const Vector&) const {
  CheckKernel(kernel);
  return 0.0;
}

std::optional<ErrorBound> TaylorSpec::Bound(const Kernel& kernel, const RowRadii& radii) const {
  const Shape shape = CheckedShape(kernel, degree_);
  if (shape.is_cut) return ErrorBound{.bias = 0, .source = "cotter2011, section 3"};
  const double t = radii.l2 * radii.l2 / (shape.sigma * shape.sigma);
  const auto next = static_cast<double>(degree_ + 1);
  double remainder = std::exp(next * std::log(t) - LogGamma(next + 1));
  if (shape.decay == 0) remainder *= std::exp(t);
  if (!std::isfinite(remainder)) return std::nullopt;
  return ErrorBound{.bias = remainder, .source = "cotter2011, section 3"};
}

std::unique_ptr<FeatureMap> TaylorSpec::DoDraw(const DrawContext& context) const {
  if (context.num_random_features != 0) CheckDrawContext(kName, context);
  const Shape shape = CheckedShape(context.kernel, degree_);
  return NewMonomialMap(
      {kName, context.input_dim, context.num_random_features, 1 / shape.sigma, shape.decay},
      Features(degree_, context.input_dim));
}

}  // namespace

MapEntry TaylorEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "exp(-|x|^2/(2 sigma^2)) sigma^-k x^a/sqrt(a!) for every monomial x^a of degree k up to the "
      "given one; taylor_gaussian of that degree has no error";
  entry.citation = "cotter2011, section 3";
  entry.params = {
      {.name = "degree",
       .kind = ParamKind::kInteger,
       .help =
           "degree at which the series is truncated: C(d + degree, degree) columns, whatever D is",
       .min = 1,
       .max = 170}};  // 171! is no double
  entry.traits = {.deterministic = true, .projection = true, .takes_no_count = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<TaylorSpec>(params.Get("degree").AsInteger());
  };
  return entry;
}

}  // namespace mercer
