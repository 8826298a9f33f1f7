#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/kernels/shift_invariant/laplacian.h"
#include "core/linalg/memory.h"
#include "core/maps/feature_map.h"
#include "core/maps/fitting_kernels.h"

namespace mercer {
namespace {

const char* const kName = "random_binning";

const LaplacianKernel& AsLaplacian(const Kernel& kernel) {
  return KernelAs<LaplacianKernel>(kName, kernel, "the Laplacian kernel");
}

/// Random binning features of the Laplacian kernel (Rahimi & Recht 2007, section 4, Algorithm 2):
/// each of D grids cuts column m of the rows into bins of the width δ_m,
///
///   b_m(x) = ⌊x_m/δ_m + u_m⌋,  δ_m/sigma of density δ exp(−δ) (Gamma(2)), u_m uniform on [0, 1),
///
/// so that two rows share the bin b with the probability exp(−|x − y|₁/sigma). The paper's feature
/// of a grid is the indicator of the row's bin, a column for each bin. Here the bins of a grid are
/// hashed into `buckets` columns H with a random sign each, so that bins which meet by chance
/// cancel in the mean: column h(b) of the grid is ±1/√D, the others are 0. Unbiased for every H; a
/// grid's estimate has the variance k(1 − k) + (1 − k)/H, the paper's in the limit. H = 1 has the
/// least for as many columns, (1 − k²)/D.
///
/// Stream (seed, kMap, i) gives grid i: the key of its hash, then for each column log U + log V of
/// −δ_m/sigma and u_m. O(d·D) per row, whatever its zeros; H·D columns.
class RandomBinningSpec : public FeatureMapSpec {
 public:
  explicit RandomBinningSpec(Index buckets) : buckets_(buckets) {}

  void CheckKernel(const Kernel& kernel) const override { AsLaplacian(kernel); }
  SingleFeatures single_features() const override {
    return buckets_ == 1 ? SingleFeatures::kReal : SingleFeatures::kDependent;
  }
  /// Throws InvalidInput for more than 2^60 columns.
  Index OutputDim(const Kernel&, Index, Index num_random_features) const override {
    const Index most = (Index{1} << 60) / buckets_;
    if (num_random_features > most) {
      throw InvalidInput("map '" + std::string(kName) + "': D is " +
                         std::to_string(num_random_features) + " with buckets = " +
                         std::to_string(buckets_) + "; expected at most " + std::to_string(most));
    }
    return buckets_ * num_random_features;
  }
  double DrawnBytes(const Kernel&, Index input_dim, Index num_random_features) const override {
    return 8 * static_cast<double>(num_random_features) * (2 * static_cast<double>(input_dim) + 1);
  }
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override {
    const double k = AsLaplacian(kernel).Value(x - y);
    return k * (1 - k) + (1 - k) / static_cast<double>(buckets_);
  }
  MapTraits Traits(MapTraits of_the_map) const override {
    of_the_map.has_prefix = buckets_ == 1;
    return of_the_map;
  }
  /// Throws InvalidInput where the grids do not fit in memory.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  Index buckets_;
};

struct Grids {
  Matrix inverse_widths;  // 1/δ, d × D
  Matrix shifts;          // u
  std::vector<std::uint64_t> keys;
};

// Each bit of the result depends on all bits of h (the finisher of SplitMix64).
std::uint64_t Mixed(std::uint64_t h) {
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9U;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebU;
  return h ^ (h >> 31);
}

class RandomBinningMap : public FeatureMap {
 public:
  RandomBinningMap(Grids grids, Index buckets) : grids_(std::move(grids)), buckets_(buckets) {}

  std::string name() const override { return kName; }
  Index input_dim() const override { return grids_.shifts.rows(); }
  Index num_random_features() const override { return grids_.shifts.cols(); }
  Index output_dim() const override { return buckets_ * num_random_features(); }
  std::size_t bytes() const override {
    return sizeof(double) * static_cast<std::size_t>(2 * grids_.shifts.size()) +
           sizeof(std::uint64_t) * grids_.keys.size();
  }
  double OperationsPerRow(double) const override {
    return static_cast<double>(num_random_features()) * (6 * static_cast<double>(input_dim()) + 10);
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    const Index D = num_random_features();
    const double size = 1 / std::sqrt(static_cast<double>(D));
    std::vector<std::uint64_t> bins(grids_.keys.size());
    for (Index r = 0; r < count; ++r) {
      const Matrix row = x.DenseRows(begin + r, 1);
      out.row(r).setZero();
      if (!row.allFinite()) {
        out(r, 0) = std::numeric_limits<double>::quiet_NaN();
        continue;
      }
      bins = grids_.keys;
      for (Index m = 0; m < input_dim(); ++m) Bin(row(0, m), m, bins.data());
      for (Index i = 0; i < D; ++i) {
        const std::uint64_t bin = Mixed(bins[static_cast<std::size_t>(i)]);
        // The upper half times H over 2^32 is uniform but for 1e-9.
        const std::uint64_t bucket = ((bin >> 32) * static_cast<std::uint64_t>(buckets_)) >> 32;
        out(r, i * buckets_ + static_cast<Index>(bucket)) = (bin & 1U) != 0 ? size : -size;
      }
    }
  }

 private:
  // Takes the bins of column m of all grids into their hashes.
  void Bin(double value, Index m, std::uint64_t* bins) const {
    const double* const inverse_widths = grids_.inverse_widths.row(m).data();
    const double* const shifts = grids_.shifts.row(m).data();
    for (Index i = 0; i < num_random_features(); ++i) {
      // As bits, which no number of bins exceeds; −0 is the bin of 0.
      const double bin = std::floor(value * inverse_widths[i] + shifts[i]) + 0.0;
      bins[i] = (bins[i] ^ std::bit_cast<std::uint64_t>(bin)) * 0x9e3779b97f4a7c15U;
      bins[i] ^= bins[i] >> 32;
    }
  }

  Grids grids_;
  Index buckets_;
};

std::unique_ptr<FeatureMap> RandomBinningSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const double sigma = AsLaplacian(context.kernel).sigma();
  const Index d = context.input_dim, count = context.num_random_features;
  CheckFitsInMemory("drawing map '" + std::string(kName) + "' with D = " + std::to_string(count) +
                        " for input dimension " + std::to_string(d),
                    DrawnBytes(context.kernel, d, count));
  Grids grids{Matrix(d, count), Matrix(d, count), {}};
  for (Index i = 0; i < count; ++i) {
    RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
    grids.keys.push_back(stream.Bits64());
    for (Index m = 0; m < d; ++m) {
      // 1 − U is never 0.
      const double width = -std::log1p(-stream.Uniform()) - std::log1p(-stream.Uniform());
      grids.inverse_widths(m, i) = 1 / (sigma * width);
      grids.shifts(m, i) = stream.Uniform();
    }
  }
  return std::make_unique<RandomBinningMap>(std::move(grids), buckets_);
}

}  // namespace

MapEntry RandomBinningEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary = "random signs of the bins of D random grids, for exp(-|x-y|_1 / sigma)";
  entry.citation = "Rahimi & Recht 2007, Algorithm 2";
  entry.params = {{.name = "buckets",
                   .kind = ParamKind::kInteger,
                   .help = "columns of a grid, into which its bins are hashed",
                   .default_value = 1,
                   .min = 1,
                   .max = 65536}};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<RandomBinningSpec>(params.Get("buckets").AsInteger());
  };
  return entry;
}

}  // namespace mercer
