#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/fourier/fourier_map.h"
#include "core/maps/leverage/leverage_law.h"

namespace mercer {
namespace {

const char* const kName = "leverage_fourier";

const ShiftInvariantKernel& LawOf(const Kernel& kernel) {
  return KernelAs<ShiftInvariantKernel>(kName, kernel, "a shift-invariant kernel");
}

// Fourier features whose columns have weights of their own.
class WeightedFourierMap : public DenseFourierMap {
 public:
  // A weight for each frequency.
  WeightedFourierMap(const FourierShape& shape, const DrawFrequency& draw,
                     const std::vector<double>& weights)
      : DenseFourierMap(shape, draw), weights_(output_dim()) {
    const Index each = output_dim() / num_frequencies();
    for (Index c = 0; c < output_dim(); ++c)
      weights_[c] = weights[static_cast<std::size_t>(c / each)];
    float_weights_ = weights_.cast<float>();
  }

  std::size_t bytes() const override {
    return DenseFourierMap::bytes() +
           (sizeof(double) + sizeof(float)) * static_cast<std::size_t>(weights_.size());
  }
  double OperationsPerRow(double nonzeros) const override {
    return DenseFourierMap::OperationsPerRow(nonzeros) + static_cast<double>(output_dim());
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    DenseFourierMap::ComputeRows(x, begin, count, out);
    out.array().rowwise() *= weights_.array();
  }
  void ComputeFloatRows(const Examples& x, Index begin, Index count,
                        FloatMatrixRef out) const override {
    DenseFourierMap::ComputeFloatRows(x, begin, count, out);
    out.array().rowwise() *= float_weights_.array();
  }

 private:
  Eigen::RowVectorXd weights_;  // of the columns
  Eigen::RowVectorXf float_weights_{};
};

/// Leverage-weighted random Fourier features of a shift-invariant kernel (Bach 2017, section 4; Li,
/// Ton, Oglic & Sejdinovic 2019, Algorithm 1): frequency i is w_j of a pool with the probability
/// q_j that its ridge leverage on the training rows gives it (leverage_law.h), and its columns,
/// those of fourier_map.h, are multiplied by (s q_j)^(−1/2), s the size of the pool. Given the pool
/// the mean of the estimate is the pool's kernel Σ_j cos<w_j, x − y>/s, whatever the rows; over the
/// pool, κ(x − y): unbiased. The error does not fall below the pool's, of s frequencies.
///
/// Frequency i takes its offset and then its place from stream (seed, kMap, i). O(d·D) per row,
/// O(stored values·D) for a sparse one.
class LeverageFourierSpec : public FeatureMapSpec {
 public:
  LeverageFourierSpec(FourierVariant variant, const LeverageOptions& options)
      : variant_(variant), options_(options) {}

  void CheckKernel(const Kernel& kernel) const override { LawOf(kernel); }
  Index OutputDim(const Kernel&, Index, Index num_random_features) const override {
    return FourierColumns(kName, variant_, num_random_features);
  }
  double DrawnBytes(const Kernel&, Index input_dim, Index num_random_features) const override {
    return DenseFourierMap::Bytes({kName, variant_, input_dim, num_random_features}) +
           LeverageLawBytes(options_, input_dim) + 32 * static_cast<double>(num_random_features);
  }
  std::optional<double> FeatureVariance(const Kernel&, const Vector&,
                                        const Vector&) const override {
    return std::nullopt;
  }
  std::string NoVarianceReason(const Kernel& kernel) const override {
    CheckKernel(kernel);
    return "the probabilities of its frequencies, which decide it, are taken from training rows "
           "when the map is drawn";
  }
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  FourierVariant variant_;
  LeverageOptions options_;
};

std::unique_ptr<FeatureMap> LeverageFourierSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const Index d = context.input_dim, D = context.num_random_features;
  CheckFitsInMemory("drawing map '" + std::string(kName) + "' with D = " + std::to_string(D) +
                        " and a pool of " + std::to_string(options_.pool),
                    DrawnBytes(context.kernel, d, D));
  const Examples none{};
  const LeverageLaw law =
      DrawLeverageLaw(LawOf(context.kernel), context.train != nullptr ? *context.train : none,
                      options_, context.seed);
  Vector ends = law.probabilities;  // of each frequency's share of [0, 1)
  for (Index j = 1; j < ends.size(); ++j) ends[j] += ends[j - 1];
  std::vector<double> weights;
  const auto draw = [&](Index i, double* frequency) {
    RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
    const double offset = DrawOffset(stream);
    const double at = stream.Uniform() * ends[ends.size() - 1];
    const double* begin = ends.data();
    const Index j = std::upper_bound(begin, begin + ends.size() - 1, at) - begin;
    std::copy(law.frequencies.row(j).data(), law.frequencies.row(j).data() + d, frequency);
    weights.push_back(law.Weight(j));
    return variant_ == FourierVariant::kCosOffset ? offset : 0.0;
  };
  return std::make_unique<WeightedFourierMap>(FourierShape{kName, variant_, d, D}, draw, weights);
}

}  // namespace

MapEntry LeverageFourierEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "Fourier features with frequencies resampled from a pool by their ridge leverage scores on "
      "training rows";
  entry.citation = "Bach 2017, section 4; Li et al. 2019, Algorithm 1";
  entry.params = {VariantSpec("cos_sin"),
                  {.name = "pool",
                   .kind = ParamKind::kInteger,
                   .help = "number of frequencies to draw from, much larger than D",
                   .default_value = 1000,
                   .min = 1,
                   .max = 1e5},
                  {.name = "lambda",
                   .kind = ParamKind::kNumber,
                   .help = "lambda of the ridge lambda n, with n training rows",
                   .default_value = 1e-3,
                   .min = 0,
                   .open_min = true}};
  entry.traits = {.unbiased = true, .data_dependent = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<LeverageFourierSpec>(
        VariantOf(params), LeverageOptions{.pool = params.Get("pool").AsInteger(),
                                           .lambda = params.Get("lambda").AsNumber()});
  };
  return entry;
}

}  // namespace mercer
