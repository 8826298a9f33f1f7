#include "core/maps/positive/positive_features.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/dot_product/exponential.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/linalg/memory.h"
#include "core/linalg/vector_functions.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/float_rows.h"
#include "core/maps/fourier/frequency_panels.h"
#include "core/maps/fourier/orthogonal_directions.h"
#include "core/maps/positive/positive_variance.h"

namespace mercer {
namespace {

const char* const kName = "positive_features";

// What differs between both kernels.
struct PositiveForm {
  double sigma = 1;
  double norm_factor = 0.5;  // c

  // log k of rows in units of sigma.
  double LogKernel(const Vector& x, const Vector& y) const {
    return norm_factor == 1 ? -(x - y).squaredNorm() / 2 : x.dot(y);
  }
};

PositiveForm FormOf(const Kernel& kernel) {
  if (const auto* gaussian = dynamic_cast<const GaussianKernel*>(&kernel))
    return {gaussian->sigma(), 1};
  if (const auto* exponential = dynamic_cast<const ExponentialKernel*>(&kernel))
    return {exponential->sigma(), 0.5};
  ThrowUnfitKernel(kName, kernel, "the exponential or the Gaussian kernel", [](const Kernel& k) {
    return dynamic_cast<const GaussianKernel*>(&k) != nullptr ||
           dynamic_cast<const ExponentialKernel*>(&k) != nullptr;
  });
}

class PositiveMap : public FeatureMap {
 public:
  /// norm_factor: c/sigma².
  PositiveMap(FrequencyPanels panels, double norm_factor)
      : panels_(std::move(panels)), norm_factor_(norm_factor) {
    const double largest = panels_.LargestWeight(), left = 700 - panels_.LargestOffset();
    if (largest > 0 && std::isfinite(largest)) finite_norm_ = std::max(0.0, left / largest);
  }

  std::string name() const override { return kName; }
  Index input_dim() const override { return panels_.input_dim(); }
  Index num_random_features() const override { return panels_.count(); }
  Index output_dim() const override { return panels_.count(); }
  std::size_t bytes() const override { return panels_.bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    return 2 * nonzeros + static_cast<double>(panels_.count()) * (2 * nonzeros + 2);
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    const RowTiles rows(x, begin, count);
    const std::vector<double*> rows_of_z = rows.Targets(out);
    std::vector<double*> targets(rows_of_z);
    Vector of_norms = Vector::Zero(rows.padded_rows());
    for (Index r = 0; r < of_norms.size(); ++r) {
      const Index source = rows.sources()[static_cast<std::size_t>(r)];
      if (source >= 0) of_norms[r] = norm_factor_ * RowPowerSum(x, begin + source, 2);
    }
    const auto prefetch = [&](Index first, Index used) {
      PrefetchForWriting(rows_of_z, first, used);
    };
    panels_.Multiply(rows, prefetch,
                     [&](Index first, Index used, Index width, const double* exponents) {
                       for (std::size_t r = 0; r < rows_of_z.size(); ++r)
                         targets[r] = rows_of_z[r] == nullptr ? nullptr : rows_of_z[r] + first;
                       ShiftedExp(exponents, width, used, of_norms.data(), targets);
                     });
  }

  double FiniteNorm() const override { return finite_norm_; }

 private:
  FrequencyPanels panels_;  // of exponents but for −c|x|²
  double norm_factor_;
  double finite_norm_ = 0;
};

bool IsCoupled(DirectionCoupling coupling) { return coupling != DirectionCoupling::kIndependent; }

DirectionCoupling CouplingOf(const std::string& name) {
  if (name == "independent") return DirectionCoupling::kIndependent;
  if (name == "orthogonal") return DirectionCoupling::kOrthogonal;
  return name == "simplex" ? DirectionCoupling::kSimplex : DirectionCoupling::kWeightedSimplex;
}

}  // namespace

double TiltFor(const Kernel& kernel, const Examples& train) {
  const PositiveForm form = FormOf(kernel);
  const std::string owner = std::string("map '") + kName + "': variance optimal ";
  if (train.rows() == 0)
    throw InvalidInput(owner + "takes A from training rows; expected training rows");
  const auto n = static_cast<double>(train.rows()), d = static_cast<double>(train.cols());
  Vector mean = Vector::Zero(train.cols());
  double square = 0;
  for (Index i = 0; i < train.rows(); ++i) {
    ForEachNonZero(train, i, [&](Index k, double value) {
      mean[k] += value / n;
      square += value * value / n;
    });
  }
  // The mean of |x + y|² over all pairs.
  const double sum = (2 * square + 2 * mean.squaredNorm()) / (form.sigma * form.sigma);
  if (!std::isfinite(sum))
    throw InvalidInput(owner +
                       "takes A from the norms of the training rows, which are not finite; "
                       "expected finite ones");
  return d > 0 ? OptimalTilt(sum / d) : 0;
}

double PositiveEstimateVariance(const Kernel& kernel, double a, DirectionCoupling coupling,
                                const Vector& x, const Vector& y, Index num_random_features) {
  MERCER_CHECK(x.size() == y.size() && coupling != DirectionCoupling::kWeightedSimplex);
  const PositiveForm form = FormOf(kernel);
  const Vector u = x / form.sigma, v = y / form.sigma;
  const Index d = x.size();
  const double s = (u + v).squaredNorm(), twice_log = 2 * form.LogKernel(u, v);
  const double log_moment = LogPositiveMoment(d, a, s);
  const auto count = static_cast<double>(num_random_features);
  // k² e^L may be a number where neither factor is, and infinite where k² is.
  double variance = std::exp(twice_log + log_moment);
  if (log_moment < 1) {
    variance = std::exp(twice_log) * std::expm1(log_moment);
  } else if (std::isfinite(variance)) {
    variance -= std::exp(twice_log);
  }
  variance /= count;
  if (!IsCoupled(coupling) || d < 2 || !std::isfinite(variance)) return variance;
  const Index rest = num_random_features % d;
  const double pairs =
      static_cast<double>(num_random_features - rest) * static_cast<double>(d - 1) +
      static_cast<double>(rest) * static_cast<double>(rest - 1);
  const double cosine =
      coupling == DirectionCoupling::kSimplex ? -1 / static_cast<double>(d - 1) : 0.0;
  const double covariance = std::exp(twice_log) * PositiveCovariance(d, s, cosine);
  return std::max(0.0, variance + pairs / count / count * covariance);
}

void PositiveFeaturesSpec::CheckKernel(const Kernel& kernel) const { FormOf(kernel); }

SingleFeatures PositiveFeaturesSpec::single_features() const {
  return variance_ == PositiveVariance::kPlain && !IsCoupled(coupling_)
             ? SingleFeatures::kReal
             : SingleFeatures::kDependent;
}

Index PositiveFeaturesSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return num_random_features;
}

double PositiveFeaturesSpec::DrawnBytes(const Kernel&, Index input_dim,
                                        Index num_random_features) const {
  return FrequencyPanels::Bytes(input_dim, num_random_features) +
         CoupledGaussians::Bytes(coupling_, input_dim, num_random_features);
}

std::optional<double> PositiveFeaturesSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                            const Vector& y) const {
  const Index block = IsCoupled(coupling_) ? std::max<Index>(1, x.size()) : 1;
  std::optional<double> variance = EstimateVariance(kernel, x, y, block);
  if (variance) *variance *= static_cast<double>(block);
  return variance;
}

std::optional<double> PositiveFeaturesSpec::EstimateVariance(const Kernel& kernel, const Vector& x,
                                                             const Vector& y,
                                                             Index num_random_features) const {
  if (!NoVarianceReason(kernel).empty()) return std::nullopt;
  return PositiveEstimateVariance(kernel, 0, coupling_, x, y, num_random_features);
}

std::string PositiveFeaturesSpec::NoVarianceReason(const Kernel& kernel) const {
  CheckKernel(kernel);
  if (coupling_ == DirectionCoupling::kWeightedSimplex)
    return "the directions of weighted_simplex depend on the lengths of their block, and the "
           "covariance of its features has no closed form";
  if (variance_ == PositiveVariance::kPlain) return {};
  return "the A of variance optimal, which decides it, is taken from training rows when the map is "
         "drawn";
}

MapTraits PositiveFeaturesSpec::Traits(MapTraits of_the_map) const {
  of_the_map.data_dependent = variance_ == PositiveVariance::kOptimal;
  return of_the_map;
}

std::unique_ptr<FeatureMap> PositiveFeaturesSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const PositiveForm form = FormOf(context.kernel);
  const Index d = context.input_dim, count = context.num_random_features;
  CheckFitsInMemory("drawing map '" + std::string(kName) + "' with D = " + std::to_string(count) +
                        " for input dimension " + std::to_string(d),
                    DrawnBytes(context.kernel, d, count));
  const Examples none{};
  double a = 0;
  if (variance_ == PositiveVariance::kOptimal)
    a = TiltFor(context.kernel, context.train != nullptr ? *context.train : none);
  const double slope = std::sqrt(1 - 4 * a) / form.sigma;
  const double of_scale =
      static_cast<double>(d) / 4 * std::log1p(-4 * a) - std::log(static_cast<double>(count)) / 2;
  FrequencyPanels panels(d, count);
  CoupledGaussians frequencies(coupling_, d, count, context.seed);
  Vector weights(d);
  for (Index j = 0; j < count; ++j) {
    const Eigen::Map<const Vector> w(frequencies(j), d);
    weights = slope * w;
    panels.Set(j, weights.data(), of_scale + a * w.squaredNorm());
  }
  return std::make_unique<PositiveMap>(std::move(panels),
                                       form.norm_factor / (form.sigma * form.sigma));
}

MapEntry PositiveFeaturesEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "exp(<w,x> - c|x|^2)/sqrt(D) with Gaussian w, for exp(<x, y>) and the Gaussian kernel: no "
      "feature is negative";
  entry.citation =
      "Choromanski et al. 2021, section 2.3; Likhosherstov et al. 2022, section 3; Reid et al. "
      "2023, section 3";
  entry.params = {
      {.name = "variance",
       .kind = ParamKind::kText,
       .help = "plain, or exp(A|w|^2 + ...) with the A of least variance on training rows",
       .default_value = "plain",
       .choices = {"plain", "optimal"}},
      {.name = "coupling",
       .kind = ParamKind::kText,
       .help = "directions of each block of d frequencies: independent, orthogonal, vertices of a "
               "simplex, or vertices turned to suit the frequencies' lengths",
       .default_value = "independent",
       .choices = {"independent", "orthogonal", "simplex", "weighted_simplex"}}};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<PositiveFeaturesSpec>(params.Get("variance").AsText() == "optimal"
                                                      ? PositiveVariance::kOptimal
                                                      : PositiveVariance::kPlain,
                                                  CouplingOf(params.Get("coupling").AsText()));
  };
  return entry;
}

}  // namespace mercer
