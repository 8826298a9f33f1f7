#include <cmath>
#include <memory>
#include <vector>

#include "core/linalg/walsh_hadamard.h"
#include "core/maps/fourier/fourier_map.h"
#include "core/maps/fourier/structured_fourier_map.h"
#include "core/maps/random_signs.h"

namespace mercer {
namespace {

/// Fastfood features of a radial kernel (Le, Sarlós & Smola 2013, section 4.1), p the least power
/// of two ≥ d, rows padded with zeros to p values: a block of p frequencies is the rows of
///
///   V = S H G P H B,  B random signs, P a permutation, G Gaussians on a diagonal, H
///   Walsh-Hadamard,
///
/// and S the diagonal that gives row i the length s·χ_p of a draw of the kernel's law, s its scale.
/// Every row then follows that law exactly: unbiased. Rows of one block are dependent, no formula
/// of the variance is known. Variants as in fourier_map.h. O(D log d) per row.
class FastfoodSpec : public FeatureMapSpec {
 public:
  explicit FastfoodSpec(FourierVariant variant) : variant_(variant) {}

  void CheckKernel(const Kernel& kernel) const override;
  bool HasComplexFeatures(const Kernel& /*kernel*/) const override {
    return variant_ == FourierVariant::kComplex;
  }
  /// These, and Draw, throw InvalidInput for cos_sin with an odd D.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  FourierVariant variant_;
};

const char* const kName = "fastfood";

// Signs and Gaussians as doubles, the permutation as 32-bit numbers.
double BlockBytes(Index input_dim) {
  return 20.0 * static_cast<double>(StructuredFourierMap::BlockSize(input_dim));
}

class FastfoodMap : public StructuredFourierMap {
 public:
  FastfoodMap(const FourierShape& shape, const ShiftInvariantKernel& kernel, std::uint64_t seed)
      : StructuredFourierMap(shape, kernel, seed, BlockBytes(shape.input_dim)),
        signs_(num_blocks() * block_size()),
        gaussians_(num_blocks() * block_size()),
        sources_(static_cast<std::size_t>(num_blocks() * block_size())) {
    for (Index block = 0; block < num_blocks(); ++block) DrawBlock(seed, block);
  }

 protected:
  void TransformBlock(Index block, const double* rows, double* lines, double* scratch,
                      const Columns& columns) const override {
    const Index p = block_size();
    const double* signs = signs_.data() + block * p;
    const double* gaussians = gaussians_.data() + block * p;
    const std::int32_t* sources = sources_.data() + block * p;
    WalshHadamard(
        p, scratch, [=](Index i) { return Load(rows + i * kLanes) * signs[i]; }, ToLines{scratch});
    WalshHadamard(
        p, lines, [=](Index i) { return Load(scratch + sources[i] * kLanes) * gaussians[i]; },
        columns);
  }

  double BlockOperations() const override {
    const auto p = static_cast<double>(block_size());
    return 2 * p * std::log2(p) + 2 * p;
  }

 private:
  void DrawBlock(std::uint64_t seed, Index block) {
    const Index p = block_size(), begin = block * p;
    RandomStream stream = BlockStream(seed, block);
    DrawSigns(stream, p, signs_.data() + begin);
    const std::vector<Index> permutation = RandomPermutation(stream, p);
    for (Index i = 0; i < p; ++i) {
      const auto at = static_cast<std::size_t>(i);
      sources_[static_cast<std::size_t>(begin) + at] = static_cast<std::int32_t>(permutation[at]);
      gaussians_[begin + i] = stream.Gaussian();
    }
    // Rows of H G P H B have length √p·|G|; the length of a row of Gaussians is χ_p.
    const double length = std::sqrt(static_cast<double>(p)) * gaussians_.segment(begin, p).norm();
    for (Index j = begin; j < std::min(begin + p, num_frequencies()); ++j) {
      double squared = 0;
      for (Index k = 0; k < p; ++k) {
        const double g = stream.Gaussian();
        squared += g * g;
      }
      ScaleFrequency(j, std::sqrt(squared) / length);
    }
  }

  Vector signs_;
  Vector gaussians_;
  std::vector<std::int32_t> sources_;
};

void FastfoodSpec::CheckKernel(const Kernel& kernel) const { RadialKernelFor(kName, kernel); }

Index FastfoodSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return FourierColumns(kName, variant_, num_random_features);
}

double FastfoodSpec::DrawnBytes(const Kernel&, Index input_dim, Index num_random_features) const {
  return StructuredFourierMap::Bytes({kName, variant_, input_dim, num_random_features},
                                     BlockBytes(input_dim));
}

std::optional<double> FastfoodSpec::FeatureVariance(const Kernel& kernel, const Vector&,
                                                    const Vector&) const {
  RadialKernelFor(kName, kernel);
  return std::nullopt;
}

std::string FastfoodSpec::NoVarianceReason(const Kernel& kernel) const {
  RadialKernelFor(kName, kernel);
  return "frequencies of a block share signs, Gaussians and a permutation, and no formula of their "
         "covariance is known";
}

std::unique_ptr<FeatureMap> FastfoodSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  return std::make_unique<FastfoodMap>(
      FourierShape{kName, variant_, context.input_dim, context.num_random_features},
      RadialKernelFor(kName, context.kernel), context.seed);
}

}  // namespace

MapEntry FastfoodEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "Fourier features of a radial kernel with frequencies from S H G P H B, Walsh-Hadamard H, in "
      "O(D log d) per row";
  entry.citation = "Le, Sarlos & Smola 2013, section 4.1";
  entry.params = {VariantSpec("cos_offset")};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<FastfoodSpec>(VariantOf(params));
  };
  return entry;
}

}  // namespace mercer
