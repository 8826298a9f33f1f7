#include "core/maps/circulant/signed_circulant_fourier.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>
#include <string>

#include "core/base/error.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/linalg/memory.h"
#include "core/maps/circulant/circulant_blocks.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/random_signs.h"

namespace mercer {
namespace {

// log cosh a without overflow.
double LogCosh(double a) {
  const double size = std::abs(a);
  return size + std::log1p(std::exp(-2 * size)) - std::numbers::ln2;
}

// exp(−|δ|²)·E cosh(Σ_j s_j a_j), a_j = δ_j δ_{j + lag}, over signs s whose product along each
// cycle is 1: along a cycle E exp(Σ s a) is Π cosh a + Π sinh a.
double MeanOverSigns(const Vector& scaled, Index lag) {
  const Index d = scaled.size(), cycles = std::gcd(d, lag);
  const bool odd = d / cycles % 2 == 1;
  double log_size = -scaled.squaredNorm(), plus = 1, minus = 1;
  for (Index start = 0; start < cycles; ++start) {
    double tanh = 1;
    Index j = start;
    do {
      const Index next = (j + lag) % d;
      const double a = scaled[j] * scaled[next];
      log_size += LogCosh(a);
      tanh *= std::tanh(a);
      j = next;
    } while (j != start);
    plus *= 1 + tanh;
    minus *= odd ? 1 - tanh : 1 + tanh;
  }
  return 0.5 * std::exp(log_size) * (plus + minus);
}

const char* const kName = "signed_circulant_fourier";

const GaussianKernel& AsGaussian(const Kernel& kernel) {
  return KernelAs<GaussianKernel>(kName, kernel, "the Gaussian kernel");
}

// Block t is circ(w) of Gaussian values over sigma.
CirculantBlocks DrawBlocks(CirculantSigns signs, Index d, Index frequencies, double sigma,
                           std::uint64_t seed) {
  const auto draw = [&](Index t, double* w, double* block_signs) {
    RandomStream stream = BlockStream(seed, t);
    DrawSigns(stream, d, block_signs);
    for (Index k = 0; k < d; ++k) w[k] = stream.Gaussian() / sigma;
  };
  return {signs, d, frequencies, draw};
}

class SignedCirculantFourierMap : public FourierMap {
 public:
  SignedCirculantFourierMap(const FourierShape& shape, CirculantSigns signs, double sigma,
                            std::uint64_t seed)
      : FourierMap(shape),
        d_(shape.input_dim),
        blocks_(DrawBlocks(signs, d_, num_frequencies(), sigma, seed)),
        offsets_(Vector::Zero(num_frequencies())) {
    if (shape.variant != FourierVariant::kCosOffset) return;
    for (Index j = 0; j < num_frequencies(); ++j) {
      RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(j));
      offsets_[j] = DrawOffset(stream);
    }
  }

  std::size_t bytes() const override {
    return blocks_.bytes() + static_cast<std::size_t>(offsets_.size()) * sizeof(double);
  }

  std::string note() const override {
    const Index frequencies = num_frequencies(), rest = frequencies % d_;
    if (rest == 0) return {};
    return "the " + std::to_string(frequencies) +
           " frequencies are not a multiple of d = " + std::to_string(d_) +
           ": the last circulant block gives " + std::to_string(rest) + " of its " +
           std::to_string(d_);
  }

  double OperationsPerRow(double) const override {
    const double d = static_cast<double>(d_), n = static_cast<double>(num_frequencies());
    const double transform = 2.5 * std::log2(d) + 1;
    return transform * (n + (blocks_.signs_on_columns() ? n : d)) + 5 * n +
           2 * static_cast<double>(output_dim());
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    CirculantBlocks::Products products(blocks_);
    Vector row(d_), angles(d_);
    for (Index r = 0; r < count; ++r) {
      TakeRow(x, begin + r, row.data());
      products.Take(row.data());
      for (Index batch = 0; batch < blocks_.num_batches(); ++batch) {
        products.Compute(batch);
        WriteBlocks(batch * blocks_.batch(), products, angles, out.data() + r * out.outerStride());
      }
    }
  }

 private:
  void TakeRow(const Examples& x, Index i, double* values) const {
    if (!x.is_sparse()) {
      std::copy_n(x.dense().row(i).data(), d_, values);
      return;
    }
    std::fill_n(values, d_, 0.0);
    for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) values[it.col()] = it.value();
  }

  void WriteBlocks(Index first, CirculantBlocks::Products& products, Vector& angles,
                   double* out) const {
    for (Index b = 0; b < blocks_.batch(); ++b) {
      const Index begin = (first + b) * d_, size = std::min(d_, num_frequencies() - begin);
      if (size <= 0) return;
      const double* values = products.values(b);
      const Index stride = products.stride();
      if (blocks_.signs_on_columns()) {
        for (Index j = 0; j < size; ++j) angles[j] = values[stride * j] + offsets_[begin + j];
      } else {
        const double* signs = blocks_.signs(first + b);
        for (Index j = 0; j < size; ++j)
          angles[j] = signs[j] * values[stride * j] + offsets_[begin + j];
      }
      WriteFeatures(angles.data(), begin, size, out);
    }
  }

  Index d_;
  CirculantBlocks blocks_;
  Vector offsets_;  // b of each frequency, zeros but for cos_offset
};

}  // namespace

void SignedCirculantFourierSpec::CheckKernel(const Kernel& kernel) const { AsGaussian(kernel); }

Index SignedCirculantFourierSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return FourierColumns(kName, variant_, num_random_features);
}

double SignedCirculantFourierSpec::DrawnBytes(const Kernel&, Index input_dim,
                                              Index num_random_features) const {
  const double n = static_cast<double>(NumFrequencies(kName, variant_, num_random_features));
  const double d = static_cast<double>(std::max<Index>(input_dim, 1));
  return 8 * n + (n + d) * (16 + 16 / d);
}

std::optional<double> SignedCirculantFourierSpec::EstimateVariance(
    const Kernel& kernel, const Vector& x, const Vector& y, Index num_random_features) const {
  const GaussianKernel& gaussian = AsGaussian(kernel);
  const Index n = NumFrequencies(kName, variant_, num_random_features), d = x.size();
  const double one = IndependentFourierVariance(gaussian, variant_, x, y) *
                     (variant_ == FourierVariant::kCosSin ? 0.5 : 1.0);
  const Vector scaled = (x - y) / gaussian.sigma();
  double sum = static_cast<double>(n) * one;
  for (Index lag = 1; lag < std::min(d, n); ++lag) {
    // Ordered pairs at this lag in the whole blocks and in the last.
    const Index pairs = n / d * (d - lag) + std::max<Index>(n % d - lag, 0);
    sum += 2 * static_cast<double>(pairs) * CirculantFourierCovariance(signs_, scaled, lag);
  }
  return sum / (static_cast<double>(n) * static_cast<double>(n));
}

std::optional<double> SignedCirculantFourierSpec::FeatureVariance(const Kernel& kernel,
                                                                  const Vector& x,
                                                                  const Vector& y) const {
  const Index D = variant_ == FourierVariant::kCosSin ? 2 * x.size() : x.size();
  return static_cast<double>(D) * *EstimateVariance(kernel, x, y, D);
}

std::unique_ptr<FeatureMap> SignedCirculantFourierSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const GaussianKernel& kernel = AsGaussian(context.kernel);
  CheckFitsInMemory("drawing map 'signed_circulant_fourier' with D = " +
                        std::to_string(context.num_random_features) + " for input dimension " +
                        std::to_string(context.input_dim),
                    DrawnBytes(kernel, context.input_dim, context.num_random_features));
  return std::make_unique<SignedCirculantFourierMap>(
      FourierShape{kName, variant_, context.input_dim, context.num_random_features}, signs_,
      kernel.sigma(), context.seed);
}

double CirculantFourierCovariance(CirculantSigns signs, const Vector& scaled, Index lag) {
  const Index d = scaled.size();
  MERCER_CHECK(lag >= 1 && lag < d);
  const double square = scaled.squaredNorm();
  if (signs == CirculantSigns::kColumns) return MeanOverSigns(scaled, lag) - std::exp(-square);
  const double rho =
      scaled.head(d - lag).dot(scaled.tail(d - lag)) + scaled.head(lag).dot(scaled.tail(lag));
  return 0.5 * (std::exp(rho - square) + std::exp(-rho - square)) - std::exp(-square);
}

MapEntry SignedCirculantFourierEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "Fourier features of the Gaussian kernel with frequencies from signed circulant matrices, in "
      "O(D log d) per row";
  entry.citation = "Feng, Hu & Liao 2015, section 3";
  entry.params = {{.name = "signs",
                   .kind = ParamKind::kText,
                   .help = "what the signs multiply: rows as in the paper, which changes no "
                           "estimate, or columns, which makes the features nearly independent",
                   .default_value = "rows",
                   .choices = {"rows", "columns"}},
                  VariantSpec("cos_offset")};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    const bool rows = params.Get("signs").AsText() == "rows";
    return std::make_unique<SignedCirculantFourierSpec>(
        rows ? CirculantSigns::kRows : CirculantSigns::kColumns, VariantOf(params));
  };
  return entry;
}

}  // namespace mercer
