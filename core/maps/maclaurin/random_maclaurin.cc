#include "core/maps/maclaurin/random_maclaurin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/linalg/memory.h"
#include "core/maps/feature_map.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/float_rows.h"
#include "core/maps/maclaurin/optimal_maclaurin.h"
#include "core/maps/maclaurin/sign_products.h"
#include "core/maps/row_tiles.h"

namespace mercer {
namespace {

/// Everything of drawn random Maclaurin features but the random ones: sizes, the columns before
/// them, and the kernel's domain.
struct RandomMaclaurinShape {
  Index input_dim = 0;
  Index num_random_features = 0;
  bool h01 = false;
  std::optional<double> constant{};  // the first column: sqrt(a_0) with h01, merged features
  double slope = 0;                  // sqrt(a_1), with h01
  double squared_norm_bound = std::numeric_limits<double>::infinity();  // |x|² is below it
  std::string kernel;
};

/// Drawn random Maclaurin features: the constant, the linear part, and the products of sign
/// vectors. Rows outside the domain throw InvalidRow.
class RandomMaclaurinMap : public FeatureMap {
 public:
  RandomMaclaurinMap(RandomMaclaurinShape shape, std::uint64_t seed,
                     std::vector<SignProduct> features)
      : shape_(std::move(shape)),
        seed_(seed),
        features_(std::move(features)),
        products_(seed, shape_.input_dim, features_) {
    SumSquaredWeights();
  }

  std::string name() const override { return "random_maclaurin"; }
  Index input_dim() const override { return shape_.input_dim; }
  Index num_random_features() const override { return shape_.num_random_features; }
  Index output_dim() const override { return exact_columns() + products_.size(); }
  std::size_t bytes() const override { return products_.bytes(); }
  double OperationsPerRow(double nonzeros) const override;

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;
  double FiniteNorm() const override;
  bool FitsFloats(const Examples& x, Index i) const override;
  void ComputeFloatRows(const Examples& x, Index begin, Index count,
                        FloatMatrixRef out) const override;

 private:
  Index exact_columns() const {
    return (shape_.constant ? 1 : 0) + (shape_.h01 ? shape_.input_dim : 0);
  }
  template <class Out>
  void WriteExactColumns(const Examples& x, Index begin, Out& out) const;
  template <class Out>
  void CopyLinearPart(const Examples& x, Index begin, Out out) const;
  void SumSquaredWeights();
  bool ErrorOfFewIsSmall(double squared_norm) const;
  const SignProductsOf<float>& FloatProducts() const;
  void CheckDomain(const Examples& x, Index begin, Index count) const;

  RandomMaclaurinShape shape_;
  std::uint64_t seed_;
  std::vector<SignProduct> features_;
  SignProducts products_;
  // Coefficients of |x|^(2N): of the squared norm of the features of order N, where they are many
  // or exact, and of a bound on the squared error of the others, as a share of the one allowed.
  struct OrderParts {
    double many = 0, error_of_few = 0;
  };
  std::vector<OrderParts> parts_{};
  bool products_are_accurate_ = false;
  MadeOnce<SignProductsOf<float>> float_products_{};
};

double RandomMaclaurinMap::OperationsPerRow(double nonzeros) const {
  const double linear = shape_.h01 ? nonzeros : 0.0;
  return linear + static_cast<double>(products_.num_vectors()) * (2 * nonzeros + 1);
}

void RandomMaclaurinMap::ComputeRows(const Examples& x, Index begin, Index count,
                                     MatrixRef out) const {
  if (std::isfinite(shape_.squared_norm_bound)) CheckDomain(x, begin, count);
  WriteExactColumns(x, begin, out);
  products_.Evaluate(RowTiles(x, begin, count), out.rightCols(products_.size()));
}

template <class Out>
void RandomMaclaurinMap::WriteExactColumns(const Examples& x, Index begin, Out& out) const {
  using Real = typename Out::Scalar;
  if (shape_.constant) out.col(0).setConstant(static_cast<Real>(*shape_.constant));
  if (shape_.h01) CopyLinearPart(x, begin, out.middleCols(1, shape_.input_dim));
}

const SignProductsOf<float>& RandomMaclaurinMap::FloatProducts() const {
  return float_products_.Get(
      [this] { return SignProductsOf<float>(seed_, shape_.input_dim, features_); });
}

// Each factor has the error of an inner product as a share of |x|, and may itself be far smaller.
// That does no harm where the features of that order are many, of which the large ones count; the
// others must be small beside them. Σ w² |x|^(2N) is the mean of what the products of order N have
// of the squared norm.
void RandomMaclaurinMap::SumSquaredWeights() {
  constexpr double kSafety = 30;  // the means are of heavy tails
  const double error = FloatProductError(shape_.input_dim) / kFloatErrorEstimate;
  const Index largest = std::max<Index>(products_.largest_order(), 1);
  products_are_accurate_ = error * std::sqrt(static_cast<double>(largest)) <= 1;
  const auto orders = static_cast<std::size_t>(largest) + 1;
  std::vector<Index> counts(orders);
  for (const SignProduct& feature : features_) ++counts[static_cast<std::size_t>(feature.order)];
  parts_.resize(orders);
  if (shape_.constant) parts_[0].many = *shape_.constant * *shape_.constant;
  parts_[1].many = shape_.slope * shape_.slope;
  for (const SignProduct& feature : features_) {
    OrderParts& parts = parts_[static_cast<std::size_t>(feature.order)];
    const double part = feature.weight * feature.weight;
    const Index order = feature.order;
    if (order == 0 || counts[static_cast<std::size_t>(order)] >= 4 + 2 * order) {
      parts.many += part;
    } else {
      parts.error_of_few += kSafety * static_cast<double>(order) * error * error * part;
    }
  }
}

bool RandomMaclaurinMap::ErrorOfFewIsSmall(double squared_norm) const {
  double many = 0, error_of_few = 0;
  for (std::size_t order = parts_.size(); order-- > 0;) {
    many = many * squared_norm + parts_[order].many;
    error_of_few = error_of_few * squared_norm + parts_[order].error_of_few;
  }
  return std::isfinite(many) && error_of_few <= many;
}

bool RandomMaclaurinMap::FitsFloats(const Examples& x, Index i) const {
  if (!products_are_accurate_) return false;
  const double squared_norm = RowPowerSum(x, i, 2);
  if (!IsOfFloatSize(squared_norm) || squared_norm >= shape_.squared_norm_bound ||
      !ErrorOfFewIsSmall(squared_norm))
    return false;
  const double most = FloatProducts().FiniteNorm() / std::max(1.0, shape_.slope);
  return squared_norm * static_cast<double>(shape_.input_dim) < most * most ||
         RowPowerSum(x, i, 1) < most;
}

void RandomMaclaurinMap::ComputeFloatRows(const Examples& x, Index begin, Index count,
                                          FloatMatrixRef out) const {
  WriteExactColumns(x, begin, out);
  FloatProducts().Evaluate(RowTilesOf<float>(x, begin, count), out.rightCols(products_.size()));
}

double RandomMaclaurinMap::FiniteNorm() const {
  return std::min(products_.FiniteNorm(), 1e300 / std::max(1.0, shape_.slope));
}

template <class Out>
void RandomMaclaurinMap::CopyLinearPart(const Examples& x, Index begin, Out out) const {
  using Real = typename Out::Scalar;
  if (!x.is_sparse()) {
    out = (shape_.slope * x.dense().middleRows(begin, out.rows())).template cast<Real>();
    return;
  }
  out.setZero();
  for (Index r = 0; r < out.rows(); ++r) {
    for (SparseMatrix::InnerIterator it(x.sparse(), begin + r); it; ++it)
      out(r, it.col()) = static_cast<Real>(shape_.slope * it.value());
  }
}

void RandomMaclaurinMap::CheckDomain(const Examples& x, Index begin, Index count) const {
  for (Index r = begin; r < begin + count; ++r) {
    const double squared_norm =
        x.is_sparse() ? x.sparse().row(r).squaredNorm() : x.dense().row(r).squaredNorm();
    if (squared_norm < shape_.squared_norm_bound) continue;
    throw InvalidRow("map '" + name() + "' of kernel " + shape_.kernel + ": row ", r,
                     " has norm " + FormatNumber(std::sqrt(squared_norm)) +
                         "; expected a norm below " +
                         FormatNumber(std::sqrt(shape_.squared_norm_bound)));
  }
}

const char* const kName = "random_maclaurin";

double Weight(const MaclaurinLaw& law, Index order, Index num_random_features) {
  return std::exp(law.LogWeight(order)) / std::sqrt(static_cast<double>(num_random_features));
}

// Each from the beginning of its stream. A feature whose coefficient is 0, or whose order is
// wasted, becomes the constant 0.
std::vector<SignProduct> DrawFeatures(const MaclaurinLaw& law, const DrawContext& context) {
  std::vector<SignProduct> features;
  features.reserve(static_cast<std::size_t>(context.num_random_features));
  for (Index i = 0; i < context.num_random_features; ++i) {
    const auto index = static_cast<std::uint64_t>(i);
    RandomStream stream(context.seed, StreamPurpose::kMap, index);
    const Index order = law.Sample(stream);
    const double weight = Weight(law, order, context.num_random_features);
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
  options.merge_constants = params.Get("constants").AsText() == "merge";
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
  if (options.unconditioned && !options.h01) {
    throw InvalidInput(
        "map 'random_maclaurin': law is unconditioned and h01 is false, where no order is left "
        "out; expected h01=true, or no law");
  }
}

void RandomMaclaurinSpec::CheckKernel(const Kernel& kernel) const {
  MaclaurinLaw(AsDotProduct(kernel), options_);
}

Index RandomMaclaurinSpec::OutputDim(const Kernel&, Index input_dim,
                                     Index num_random_features) const {
  return num_random_features + (options_.h01 ? 1 + input_dim : 0);
}

SingleFeatures RandomMaclaurinSpec::single_features() const {
  const bool all_single = !options_.h01 && !options_.max_order && !options_.merge_constants;
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

MapTraits RandomMaclaurinSpec::Traits(MapTraits of_the_map) const {
  of_the_map.unbiased = of_the_map.unbiased && !options_.max_order;
  of_the_map.has_prefix = of_the_map.has_prefix && !options_.merge_constants;
  return of_the_map;
}

std::optional<ErrorBound> RandomMaclaurinSpec::Bound(const Kernel& kernel,
                                                     const RowRadii& radii) const {
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
  if (options_.h01) {
    shape.constant = std::exp(0.5 * kernel.LogMaclaurinCoefficient(0));
    shape.slope = std::exp(0.5 * kernel.LogMaclaurinCoefficient(1));
  }
  std::vector<SignProduct> features = DrawFeatures(law, context);
  if (options_.merge_constants) {
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
  entry.citation = "kar2012, Algorithm 1 and section 6.1";
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
       .help = "highest order drawn, with the distribution renormalised; with h01 at least 2; "
               "absent: no limit, with law=optimal 10",
       .optional = true,
       .min = 0,
       .max = 1e6},
      {.name = "constants",
       .kind = ParamKind::kText,
       .help = "order-0 features, all equal: keep each, or merge them into one weighted column",
       .default_value = "keep",
       .choices = {"keep", "merge"}},
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
