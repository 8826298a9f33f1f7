#include "core/maps/fourier/orthogonal_fourier.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/error.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/linalg/walsh_hadamard.h"
#include "core/maps/fourier/fourier_map.h"
#include "core/maps/fourier/orthogonal_covariance.h"
#include "core/maps/fourier/orthogonal_directions.h"
#include "core/maps/fourier/structured_fourier_map.h"
#include "core/maps/random_signs.h"

namespace mercer {
namespace {

const char* const kName = "orthogonal_fourier";

// Three diagonals of signs as doubles.
double SorfBlockBytes(Index input_dim) {
  return 24.0 * static_cast<double>(StructuredFourierMap::BlockSize(input_dim));
}

class SorfMap : public StructuredFourierMap {
 public:
  SorfMap(const FourierShape& shape, const ShiftInvariantKernel& kernel, std::uint64_t seed)
      : StructuredFourierMap(shape, kernel, seed, SorfBlockBytes(shape.input_dim)),
        signs_(num_blocks() * 3 * block_size()) {
    for (Index block = 0; block < num_blocks(); ++block) {
      RandomStream stream = BlockStream(seed, block);
      for (Index i = 0; i < 3; ++i)
        DrawSigns(stream, block_size(), signs_.data() + (3 * block + i) * block_size());
    }
    // Three transforms without their 1/√p, times √p.
    for (Index j = 0; j < num_frequencies(); ++j)
      ScaleFrequency(j, 1 / static_cast<double>(block_size()));
  }

 protected:
  void TransformBlock(Index block, const double* rows, double* lines, double*,
                      const Columns& columns) const override {
    const Index p = block_size();
    const double* signs = signs_.data() + 3 * block * p;
    const auto signed_lines = [](const double* from, const double* by) {
      return [=](Index i) { return Load(from + i * kLanes) * by[i]; };
    };
    WalshHadamard(p, lines, signed_lines(rows, signs), ToLines{lines});
    WalshHadamard(p, lines, signed_lines(lines, signs + p), ToLines{lines});
    WalshHadamard(p, lines, signed_lines(lines, signs + 2 * p), columns);
  }

  double BlockOperations() const override {
    const auto p = static_cast<double>(block_size());
    return 3 * p * std::log2(p) + 3 * p;
  }

 private:
  Vector signs_;
};

// The frequencies of orf, a block of d at a time.
class OrfBlocks {
 public:
  OrfBlocks(const ShiftInvariantKernel& kernel, const FourierShape& shape, Index num_frequencies,
            OrthogonalLengths lengths, std::uint64_t seed)
      : kernel_(kernel),
        shape_(shape),
        num_frequencies_(num_frequencies),
        lengths_(lengths),
        seed_(seed) {}

  // Frequency j into `frequency`; returns its offset. j from 0 in order.
  double operator()(Index j, double* frequency) {
    const Index i = j % shape_.input_dim;
    if (i == 0) DrawBlock(j);
    std::copy(block_.col(i).data(), block_.col(i).data() + shape_.input_dim, frequency);
    return shape_.variant == FourierVariant::kCosOffset ? offsets_[i] : 0.0;
  }

 private:
  void DrawBlock(Index first) {
    const Index d = shape_.input_dim, count = std::min(d, num_frequencies_ - first);
    Eigen::MatrixXd gaussians(d, count);
    offsets_.resize(count);
    Vector lengths(count);
    for (Index i = 0; i < count; ++i) {
      RandomStream stream(seed_, StreamPurpose::kMap, static_cast<std::uint64_t>(first + i));
      offsets_[i] = DrawOffset(stream);
      lengths[i] = kernel_.SampleScale(stream);
      for (Index k = 0; k < d; ++k) gaussians(k, i) = stream.Gaussian();
    }
    if (lengths_ == OrthogonalLengths::kChi) {
      lengths.array() *= gaussians.colwise().norm().transpose().array();
    } else {
      lengths *= std::sqrt(static_cast<double>(d));
    }
    block_ = OrthonormalDirections(gaussians) * lengths.asDiagonal();
  }

  const ShiftInvariantKernel& kernel_;
  const FourierShape& shape_;
  Index num_frequencies_;
  OrthogonalLengths lengths_;
  std::uint64_t seed_;
  Eigen::MatrixXd block_;  // d × frequencies of the block
  Vector offsets_;
};

std::unique_ptr<FeatureMapSpec> MakeOrthogonalFourier(const Params& params) {
  const bool sorf = params.Get("structure").AsText() == "sorf";
  const ParamValue* given = params.Find("lengths");
  const bool fixed = given == nullptr ? sorf : given->AsText() == "fixed";
  if (sorf && !fixed) {
    throw InvalidInput(std::string("map '") + kName +
                       "': lengths is chi with structure sorf, whose rows have one length; "
                       "expected fixed, or structure orf");
  }
  return std::make_unique<OrthogonalFourierSpec>(
      sorf ? OrthogonalStructure::kSorf : OrthogonalStructure::kOrf, VariantOf(params),
      fixed ? OrthogonalLengths::kFixed : OrthogonalLengths::kChi);
}

}  // namespace

void OrthogonalFourierSpec::CheckKernel(const Kernel& kernel) const {
  RadialKernelFor(kName, kernel);
}

Index OrthogonalFourierSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return FourierColumns(kName, variant_, num_random_features);
}

double OrthogonalFourierSpec::DrawnBytes(const Kernel&, Index input_dim,
                                         Index num_random_features) const {
  const FourierShape shape{kName, variant_, input_dim, num_random_features};
  if (structure_ == OrthogonalStructure::kSorf)
    return StructuredFourierMap::Bytes(shape, SorfBlockBytes(input_dim));
  // Gaussians, their factors and the directions of one block.
  const auto d = static_cast<double>(input_dim);
  const double columns = std::min(d, static_cast<double>(num_random_features));
  return DenseFourierMap::Bytes(shape) + 24 * d * columns;
}

std::optional<double> OrthogonalFourierSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                             const Vector& y) const {
  const Index one_block =
      std::max<Index>(1, x.size()) * (variant_ == FourierVariant::kCosSin ? 2 : 1);
  std::optional<double> variance = EstimateVariance(kernel, x, y, one_block);
  if (variance) *variance *= static_cast<double>(one_block);
  return variance;
}

std::optional<double> OrthogonalFourierSpec::EstimateVariance(const Kernel& kernel, const Vector& x,
                                                              const Vector& y,
                                                              Index num_random_features) const {
  if (!NoVarianceReason(kernel).empty()) return std::nullopt;
  const auto& gaussian = dynamic_cast<const GaussianKernel&>(kernel);
  const Index count = NumFrequencies(kName, variant_, num_random_features), d = x.size();
  const auto frequencies = static_cast<double>(count);
  const double t = gaussian.gamma() * (x - y).squaredNorm();
  // (1 + k₂)/2 − k², that of one cosine; random offsets add 1/2 and no covariance.
  const double difference = -std::expm1(-2 * t);
  double variance = difference * difference / 2;
  if (variant_ == FourierVariant::kCosOffset) variance += 0.5;
  variance /= frequencies;
  if (d < 2) return variance;
  const Index rest = count % d;
  const double pairs = static_cast<double>(count - rest) * static_cast<double>(d - 1) +
                       static_cast<double>(rest) * static_cast<double>(rest - 1);
  variance += pairs / frequencies / frequencies * OrthogonalCovariance(d, t);
  return std::max(0.0, variance);
}

// Sines of two frequencies of a block are uncorrelated, as the sign of either direction is even:
// the imaginary part adds E sin²<w, x − y> = (1 − k₂)/2 of each frequency.
std::optional<double> OrthogonalFourierSpec::MeanSquaredError(const Kernel& kernel, const Vector& x,
                                                              const Vector& y,
                                                              Index num_random_features) const {
  std::optional<double> error = EstimateVariance(kernel, x, y, num_random_features);
  if (!error || variant_ != FourierVariant::kComplex) return error;
  const double t = dynamic_cast<const GaussianKernel&>(kernel).gamma() * (x - y).squaredNorm();
  return *error - std::expm1(-4 * t) / 2 / static_cast<double>(num_random_features);
}

std::string OrthogonalFourierSpec::NoVarianceReason(const Kernel& kernel) const {
  RadialKernelFor(kName, kernel);
  if (structure_ == OrthogonalStructure::kSorf)
    return "sorf is biased, and no formula of the covariance of its frequencies is known";
  if (lengths_ == OrthogonalLengths::kFixed)
    return "frequencies of one length have another kernel, so that it is biased";
  if (dynamic_cast<const GaussianKernel*>(&kernel) == nullptr)
    return "the covariance of orthogonal frequencies is known for the Gaussian kernel alone";
  return {};
}

MapTraits OrthogonalFourierSpec::Traits(MapTraits of_the_map) const {
  of_the_map.unbiased =
      structure_ == OrthogonalStructure::kOrf && lengths_ == OrthogonalLengths::kChi;
  return of_the_map;
}

std::unique_ptr<FeatureMap> OrthogonalFourierSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const ShiftInvariantKernel& kernel = RadialKernelFor(kName, context.kernel);
  const FourierShape shape{kName, variant_, context.input_dim, context.num_random_features};
  if (structure_ == OrthogonalStructure::kSorf)
    return std::make_unique<SorfMap>(shape, kernel, context.seed);
  const Index frequencies = NumFrequencies(kName, variant_, context.num_random_features);
  return std::make_unique<DenseFourierMap>(
      shape, OrfBlocks(kernel, shape, frequencies, lengths_, context.seed));
}

MapEntry OrthogonalFourierEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "Fourier features of a radial kernel with orthogonal frequencies: orf (random directions and "
      "lengths) or sorf (three sign and Walsh-Hadamard products)";
  entry.citation = "Yu et al. 2016, sections 3 and 4";
  entry.params = {
      {.name = "structure",
       .kind = ParamKind::kText,
       .help = "orf, unbiased, O(dD) per row; sorf, slightly biased, O(D log d) per row",
       .default_value = "orf",
       .choices = {"orf", "sorf"}},
      VariantSpec("cos_sin"),
      {.name = "lengths",
       .kind = ParamKind::kText,
       .help = "lengths of the frequencies: chi, distributed as the kernel requires; fixed, all "
               "equal to the root mean square, which approximates another kernel; absent: chi for "
               "orf, fixed for sorf",
       .optional = true,
       .choices = {"chi", "fixed"}}};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = &MakeOrthogonalFourier;
  return entry;
}

}  // namespace mercer
