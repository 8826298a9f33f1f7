#include "core/maps/fourier/quasi_fourier.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/examples.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/fourier/fourier_map.h"
#include "core/maps/fourier/sequence_points.h"
#include "core/sequences/adaptive.h"
#include "core/sequences/builtin_sequences.h"

namespace mercer {
namespace {

const char* const kName = "quasi_fourier";

std::vector<ParamSpec> Specs() {
  std::vector<ParamSpec> specs = {
      {.name = "sequence",
       .kind = ParamKind::kText,
       .help = "low-discrepancy sequence whose points give the frequencies",
       .default_value = "halton",
       .choices = SequenceRegistry().Names()},
      VariantSpec("cos_sin"),
      {.name = "box_scale",
       .kind = ParamKind::kNumber,
       .help = "adaptive: half-widths of the box as multiples of the ranges of the training rows' "
               "columns, instead of box and boxes",
       .optional = true,
       .min = 0,
       .max = 1e6,
       .open_min = true}};
  AddSequenceSpecs(SequenceRegistry().Names(), specs);
  return specs;
}

std::unique_ptr<FeatureMapSpec> MakeQuasiFourier(const Params& params) {
  Params of_sequence = params;
  of_sequence.Erase("sequence");
  of_sequence.Erase("variant");
  of_sequence.Erase("box_scale");
  std::optional<double> box_scale;
  if (const ParamValue* scale = params.Find("box_scale")) box_scale = scale->AsNumber();
  return std::make_unique<QuasiFourierSpec>(params.Get("sequence").AsText(), of_sequence,
                                            VariantOf(params), box_scale);
}

}  // namespace

QuasiFourierSpec::QuasiFourierSpec(std::string sequence, Params sequence_params,
                                   FourierVariant variant, std::optional<double> box_scale)
    : sequence_(std::move(sequence)),
      sequence_params_(SequenceRegistry().ResolveParams(sequence_, sequence_params)),
      variant_(variant),
      box_scale_(box_scale) {
  if (!box_scale_) return;
  const std::string owner = std::string("map '") + kName + "': box_scale ";
  if (sequence_ != "adaptive") {
    throw InvalidInput(owner + "is given for the sequence '" + sequence_ +
                       "', which has no box; expected adaptive");
  }
  if (sequence_params.Find("box") != nullptr || sequence_params.Find("boxes") != nullptr)
    throw InvalidInput(owner + "and box or boxes are given; expected one of them");
}

void QuasiFourierSpec::CheckKernel(const Kernel& kernel) const {
  ProductLawKernelFor(kName, kernel);
  if (box_scale_) KernelAs<GaussianKernel>(kName, kernel, "the Gaussian kernel with box_scale");
}

SingleFeatures QuasiFourierSpec::single_features() const {
  if (sequence_ != "monte_carlo" || variant_ == FourierVariant::kCosSin)
    return SingleFeatures::kDependent;
  return variant_ == FourierVariant::kComplex ? SingleFeatures::kComplex : SingleFeatures::kReal;
}

Index QuasiFourierSpec::OutputDim(const Kernel&, Index input_dim, Index num_random_features) const {
  // A point set checks its parameters against the dimension when it is made.
  Params unminimised = sequence_params_;
  if (sequence_ == "adaptive") unminimised.Set("iterations", 0);
  if (input_dim > 0) MakePointSet(sequence_, unminimised, PointDim(input_dim), 1, 0);
  return FourierColumns(kName, variant_, num_random_features);
}

Index QuasiFourierSpec::PointDim(Index input_dim) const {
  return variant_ == FourierVariant::kCosOffset ? input_dim + 1 : input_dim;
}

double QuasiFourierSpec::DrawnBytes(const Kernel&, Index input_dim,
                                    Index num_random_features) const {
  return DenseFourierMap::Bytes({kName, variant_, input_dim, num_random_features});
}

double QuasiFourierSpec::DrawOperations(const Kernel&, Index input_dim,
                                        Index num_random_features) const {
  if (sequence_ != "adaptive") return 0;
  return MinimisationOperations(sequence_params_.Get("iterations").AsInteger(),
                                NumFrequencies(kName, variant_, num_random_features), input_dim);
}

std::optional<double> QuasiFourierSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                        const Vector& y) const {
  const ShiftInvariantKernel& law = ProductLawKernelFor(kName, kernel);
  if (sequence_ != "monte_carlo") return std::nullopt;
  return IndependentFourierVariance(law, variant_, x, y);
}

std::string QuasiFourierSpec::NoVarianceReason(const Kernel& kernel) const {
  ProductLawKernelFor(kName, kernel);
  if (sequence_ == "monte_carlo") return {};
  if (Traits({}).deterministic)
    return "its points are not random, so that its error is the same in every draw";
  return "the points of a randomised set depend on each other, and the covariance of two "
         "frequencies "
         "has no closed form";
}

std::optional<SecondMoments> QuasiFourierSpec::FeatureSecondMoments(const Kernel& kernel,
                                                                    const Vector& x,
                                                                    const Vector& y) const {
  const ShiftInvariantKernel& law = ProductLawKernelFor(kName, kernel);
  if (single_features() == SingleFeatures::kDependent) return std::nullopt;
  return IndependentFourierMoments(law, variant_, x, y);
}

MapTraits QuasiFourierSpec::Traits(MapTraits of_the_map) const {
  // Parameters decide the traits, but for adaptive, whose boxes fit one dimension alone.
  const SequenceTraits of_points =
      sequence_ == "adaptive" ? SequenceRegistry().Get(sequence_).traits
                              : MakePointSet(sequence_, sequence_params_, 1, 1, 0)->traits();
  of_the_map.unbiased = of_points.randomised;
  of_the_map.deterministic = !of_points.randomised;
  // A lattice beyond the shipped vector's dimensions is constructed for its number of points.
  of_the_map.has_prefix = of_points.extensible && sequence_ != "lattice";
  of_the_map.data_dependent = box_scale_.has_value();
  return of_the_map;
}

Params QuasiFourierSpec::ParamsFor(const DrawContext& context) const {
  if (!box_scale_) return sequence_params_;
  const auto& kernel =
      KernelAs<GaussianKernel>(kName, context.kernel, "the Gaussian kernel with box_scale");
  if (context.train == nullptr || context.train->rows() == 0) {
    throw InvalidInput(std::string("map '") + kName +
                       "': box_scale takes the box from training rows; expected training rows");
  }
  const Vector ranges = ColumnRanges(*context.train);
  ParamValue::List boxes;
  for (const double range : ranges) boxes.emplace_back(*box_scale_ * range / kernel.sigma());
  // The offset is no coordinate of the rows.
  for (Index j = ranges.size(); j < PointDim(context.input_dim); ++j) boxes.emplace_back(0.0);
  Params params = sequence_params_;
  params.Set("boxes", std::move(boxes));
  return params;
}

std::unique_ptr<FeatureMap> QuasiFourierSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const ShiftInvariantKernel& kernel = ProductLawKernelFor(kName, context.kernel);
  const FourierShape shape{kName, variant_, context.input_dim, context.num_random_features};
  const Index d = context.input_dim;
  const bool with_offset = variant_ == FourierVariant::kCosOffset;
  const auto points =
      MakePointSet(sequence_, ParamsFor(context), PointDim(d),
                   NumFrequencies(kName, variant_, context.num_random_features), context.seed);
  CheckInterior(*points);
  const auto draw = [&, reader = PointReader(*points)](Index j, double* frequency) mutable {
    const double* point = reader(j);
    for (Index k = 0; k < d; ++k) frequency[k] = kernel.Quantile(point[k]);
    return with_offset ? 2 * std::numbers::pi * point[d] : 0.0;
  };
  return std::make_unique<DenseFourierMap>(shape, draw);
}

MapEntry QuasiFourierEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "Fourier features with frequencies from a low-discrepancy sequence through the inverse "
      "distribution function of each coordinate";
  entry.citation = "yang2014, Algorithm 1";
  entry.params = Specs();
  entry.traits = {.deterministic = true, .has_prefix = true};
  entry.make = &MakeQuasiFourier;
  entry.version = 2;
  return entry;
}

}  // namespace mercer
