#include "core/maps/arc_cosine/random_arc_cosine.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/quantiles.h"
#include "core/base/text.h"
#include "core/kernels/dot_product/arc_cosine.h"
#include "core/kernels/profile.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/fourier/frequency_panels.h"
#include "core/maps/fourier/sequence_points.h"

namespace mercer {
namespace {

const char* const kName = "random_arc_cosine";

// The sequences that need nothing but d and the number of points.
const std::vector<std::string>& SequenceNames() {
  static const std::vector<std::string> names = {"halton", "sobol", "lattice", "digital_net"};
  return names;
}

Index OrderOf(const Kernel& kernel) {
  return KernelAs<ArcCosineKernel>(kName, kernel, "an arc-cosine kernel").order();
}

class RandomArcCosineMap : public FeatureMap {
 public:
  RandomArcCosineMap(Index order, FrequencyPanels panels)
      : order_(order),
        panels_(std::move(panels)),
        scale_(std::sqrt(2 / static_cast<double>(panels_.count()))) {}

  std::string name() const override { return kName; }
  Index input_dim() const override { return panels_.input_dim(); }
  Index num_random_features() const override { return panels_.count(); }
  Index output_dim() const override { return panels_.count(); }
  std::size_t bytes() const override { return panels_.bytes(); }
  double OperationsPerRow(double nonzeros) const override {
    return static_cast<double>(panels_.count()) * (2 * nonzeros + 2);
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    const RowTiles rows(x, begin, count);
    const std::vector<double*> targets = rows.Targets(out);
    const auto prefetch = [&](Index first, Index used) {
      PrefetchForWriting(targets, first, used);
    };
    panels_.Multiply(
        rows, prefetch, [&](Index first, Index used, Index width, const double* products) {
          for (std::size_t r = 0; r < targets.size(); ++r)
            if (targets[r] != nullptr)
              Write(products + static_cast<Index>(r) * width, used, targets[r] + first);
        });
  }

 private:
  // nan stays nan.
  void Write(const double* products, Index count, double* to) const {
    for (Index c = 0; c < count; ++c) {
      const double t = products[c];
      if (order_ == 0) {
        to[c] = t > 0 ? scale_ : (t < 0 ? 0 : (t == 0 ? scale_ / 2 : t));
      } else {
        to[c] = t < 0 ? 0 : scale_ * (order_ == 1 ? t : t * t);
      }
    }
  }

  Index order_;
  FrequencyPanels panels_;
  double scale_;
};

void TakePoints(const PointSet& points, FrequencyPanels& panels) {
  CheckInterior(points);
  PointReader reader(points);
  Vector frequency(points.dim());
  for (Index j = 0; j < points.size(); ++j) {
    const double* point = reader(j);
    for (Index k = 0; k < points.dim(); ++k) frequency[k] = NormalQuantile(point[k]);
    panels.Set(j, frequency.data(), 0);
  }
}

std::vector<ParamSpec> Specs() {
  std::vector<std::string> choices = {"independent", "orthogonal"};
  choices.insert(choices.end(), SequenceNames().begin(), SequenceNames().end());
  std::vector<ParamSpec> specs = {
      {.name = "points",
       .kind = ParamKind::kText,
       .help = "the vectors w: independent, orthogonal in blocks of d, or a sequence",
       .default_value = "independent",
       .choices = choices}};
  AddSequenceSpecs(SequenceNames(), specs);
  return specs;
}

}  // namespace

double ArcCosineFeatureVariance(Index order, const Vector& x, const Vector& y) {
  const double value = KernelValue(ArcCosineKernel(order), x, y);
  const double norms = x.squaredNorm() * y.squaredNorm();
  if (norms == 0) {
    if (order > 0) return 0;
    // step(0) = 1/2 is constant, and the square of no step.
    return x.squaredNorm() + y.squaredNorm() == 0 ? 0 : 0.25;
  }
  if (order == 0) return 2 * value - value * value;
  if (order == 1) return 2 * KernelValue(ArcCosineKernel(2), x, y) - value * value;
  const double cosine = std::clamp(x.dot(y) / std::sqrt(norms), -1.0, 1.0);
  const double square = cosine * cosine, sine = std::sqrt(1 - square);
  const double of_order_4 =
      (std::numbers::pi - std::acos(cosine)) * (9 + 72 * square + 24 * square * square) +
      sine * cosine * (55 + 50 * square);
  return std::max(0.0, 2 * norms * norms * of_order_4 / std::numbers::pi - value * value);
}

RandomArcCosineSpec::RandomArcCosineSpec(std::string points, Params sequence_params)
    : points_(std::move(points)), sequence_params_(std::move(sequence_params)) {
  if (has_sequence()) {
    sequence_params_ = SequenceRegistry().ResolveParams(points_, sequence_params_);
  } else if (!sequence_params_.entries().empty()) {
    throw InvalidInput(std::string("map '") + kName +
                       "': " + sequence_params_.entries().begin()->first + " is given for points " +
                       points_ + "; expected one of the sequences " + Join(SequenceNames(), ", "));
  }
}

bool RandomArcCosineSpec::has_sequence() const {
  return points_ != "independent" && points_ != "orthogonal";
}

DirectionCoupling RandomArcCosineSpec::coupling() const {
  return points_ == "orthogonal" ? DirectionCoupling::kOrthogonal : DirectionCoupling::kIndependent;
}

void RandomArcCosineSpec::CheckKernel(const Kernel& kernel) const { OrderOf(kernel); }

SingleFeatures RandomArcCosineSpec::single_features() const {
  return points_ == "independent" ? SingleFeatures::kReal : SingleFeatures::kDependent;
}

Index RandomArcCosineSpec::OutputDim(const Kernel&, Index input_dim,
                                     Index num_random_features) const {
  // A point set checks its parameters against the dimension when it is made.
  if (has_sequence() && input_dim > 0) MakePointSet(points_, sequence_params_, input_dim, 1, 0);
  return num_random_features;
}

double RandomArcCosineSpec::DrawnBytes(const Kernel&, Index input_dim,
                                       Index num_random_features) const {
  return FrequencyPanels::Bytes(input_dim, num_random_features) +
         CoupledGaussians::Bytes(coupling(), input_dim, num_random_features);
}

std::optional<double> RandomArcCosineSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                           const Vector& y) const {
  const Index order = OrderOf(kernel);
  if (points_ != "independent") return std::nullopt;
  return ArcCosineFeatureVariance(order, x, y);
}

std::string RandomArcCosineSpec::NoVarianceReason(const Kernel& kernel) const {
  CheckKernel(kernel);
  if (points_ == "independent") return {};
  if (points_ == "orthogonal")
    return "the covariance of steps and ramps of orthogonal vectors has no closed form";
  if (Traits({}).deterministic)
    return "its points are not random, so that its error is the same in every draw";
  return "the points of a randomised set depend on each other";
}

MapTraits RandomArcCosineSpec::Traits(MapTraits of_the_map) const {
  if (!has_sequence()) return of_the_map;
  const SequenceTraits of_points = MakePointSet(points_, sequence_params_, 1, 1, 0)->traits();
  of_the_map.unbiased = of_points.randomised;
  of_the_map.deterministic = !of_points.randomised;
  // A lattice beyond the shipped vector's dimensions is constructed for its number of points.
  of_the_map.has_prefix = of_points.extensible && points_ != "lattice";
  return of_the_map;
}

std::unique_ptr<FeatureMap> RandomArcCosineSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const Index order = OrderOf(context.kernel);
  const Index d = context.input_dim, count = context.num_random_features;
  CheckFitsInMemory("drawing map '" + std::string(kName) + "' with D = " + std::to_string(count) +
                        " for input dimension " + std::to_string(d),
                    DrawnBytes(context.kernel, d, count));
  FrequencyPanels panels(d, count);
  if (has_sequence()) {
    TakePoints(*MakePointSet(points_, sequence_params_, d, count, context.seed), panels);
  } else {
    CoupledGaussians frequencies(coupling(), d, count, context.seed);
    for (Index j = 0; j < count; ++j) panels.Set(j, frequencies(j), 0);
  }
  return std::make_unique<RandomArcCosineMap>(order, std::move(panels));
}

MapEntry RandomArcCosineEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "sqrt(2/D) step(<w,x>) <w,x>^n with Gaussian w, for the arc-cosine kernel of order n";
  entry.citation = "Cho & Saul 2009, equation 1; Munkhoeva et al. 2018, section 5";
  entry.params = Specs();
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    Params of_sequence = params;
    of_sequence.Erase("points");
    return std::make_unique<RandomArcCosineSpec>(params.Get("points").AsText(), of_sequence);
  };
  return entry;
}

}  // namespace mercer
