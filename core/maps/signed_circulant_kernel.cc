#include "core/maps/signed_circulant_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/kernels/anova.h"
#include "core/linalg/fft.h"
#include "core/linalg/memory.h"
#include "core/maps/circulant_variance.h"
#include "core/maps/fitting_kernels.h"

namespace mercer {
namespace {

const char* const kName = "signed_circulant_kernel";

const AnovaKernel& AsAnova(const Kernel& kernel) {
  return KernelAs<AnovaKernel>(kName, kernel, "the ANOVA kernel");
}

Index CeilDivide(Index a, Index b) { return (a + b - 1) / b; }

// Blocks transformed at once: a batch's sums stay in the first-level cache. Even, for pairs.
Index BlocksPerBatch(Index d, Index blocks) {
  const Index most = std::clamp<Index>(2048 / d, 1, blocks);
  return 2 * CeilDivide(CeilDivide(blocks, CeilDivide(blocks, most)), 2);
}

void DrawSigns(RandomStream& stream, Index d, double* signs) {
  std::uint32_t bits = 0;
  for (Index k = 0; k < d; ++k, bits >>= 1) {
    if (k % 32 == 0) bits = stream.Bits32();
    signs[k] = (bits & 1U) != 0 ? 1 : -1;
  }
}

class SignedCirculantKernelMap : public FeatureMap {
 public:
  SignedCirculantKernelMap(CirculantSigns signs, Index order, const DrawContext& context)
      : column_signs_(signs == CirculantSigns::kColumns),
        order_(order),
        d_(context.input_dim),
        D_(context.num_random_features),
        batch_(BlocksPerBatch(d_, CeilDivide(D_, d_))),
        batches_(CeilDivide(CeilDivide(D_, d_), batch_)),
        one_(d_),
        many_(d_, column_signs_ ? batch_ : 1),
        pairs_(d_, column_signs_ ? 1 : batch_ / 2),
        signs_(Vector::Zero(batches_ * batch_ * d_)),
        spectra_(Eigen::VectorXcd::Zero(batches_ * batch_ * (d_ / 2 + 1))) {
    RealFft::Workspace workspace(one_);
    for (Index t = 0; t * d_ < D_; ++t) {
      RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(t));
      DrawSigns(stream, d_, workspace.values());
      DrawSigns(stream, d_, signs_.data() + t * d_);
      one_.Forward(workspace);
      TakeSpectrum(t, workspace.spectrum());
    }
  }

  std::string name() const override { return kName; }
  Index input_dim() const override { return d_; }
  Index num_random_features() const override { return D_; }
  Index output_dim() const override { return D_; }
  std::size_t bytes() const override {
    return static_cast<std::size_t>(signs_.size()) * sizeof(double) +
           static_cast<std::size_t>(spectra_.size()) * sizeof(RealFft::Complex);
  }

  std::string note() const override {
    if (D_ % d_ == 0) return {};
    return "D = " + std::to_string(D_) + " is not a multiple of d = " + std::to_string(d_) +
           ": the last circulant block gives " + std::to_string(D_ % d_) + " of its " +
           std::to_string(d_) + " features";
  }

  double OperationsPerRow(double nonzeros) const override {
    const double D = static_cast<double>(D_), d = static_cast<double>(d_);
    const double m = static_cast<double>(order_), odd = static_cast<double>((order_ + 1) / 2);
    const double transform = 2.5 * std::log2(d) + 1;
    const double forward = column_signs_ ? D : d;
    return odd * (transform * (D + forward) + 3 * D) + m * (m + 1) * D + m * nonzeros;
  }

 protected:
  // Rows share nothing: a block's features stay in the second-level cache until they are checked.
  Index BlockRows() const override { return std::clamp<Index>((Index{1} << 16) / D_, 1, 96); }

  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    Row row(*this);
    for (Index r = 0; r < count; ++r) {
      row.Take(x, begin + r);
      for (Index b = 0; b < batches_; ++b) {
        row.Convolve(b);
        row.WriteFeatures(b, out.data() + r * out.outerStride());
      }
    }
  }

 private:
  using Complex = RealFft::Complex;

  // F(w)/d of block t, the 1/d being that of the inverse transform. Signs on the rows: two real
  // convolutions are the two parts of a complex one, so blocks t and t + 1 share the spectrum
  // F(w_t) + i F(w_{t+1}), of all d frequencies.
  void TakeSpectrum(Index t, const Complex* spectrum) {
    const double scale = 1 / static_cast<double>(d_);
    if (column_signs_) {
      Complex* to = spectra_.data() + t * one_.spectrum_size();
      for (Index k = 0; k < one_.spectrum_size(); ++k) to[k] = scale * spectrum[k];
      return;
    }
    Complex* to = spectra_.data() + t / 2 * d_;
    const Complex factor = t % 2 == 0 ? Complex(scale, 0) : Complex(0, scale);
    for (Index k = 0; k < d_; ++k)
      to[k] += factor * (2 * k <= d_ ? spectrum[k] : std::conj(spectrum[d_ - k]));
  }

  // The workspace of one row: its powers, their spectra, and the power sums of a batch of blocks.
  class Row {
   public:
    explicit Row(const SignedCirculantKernelMap& map)
        : map_(map),
          powers_(map.order_, map.d_),
          even_sums_(map.order_ + 1),
          one_(map.one_),
          kernels_((map.order_ + 1) * map.d_) {
      for (Index t = 1; t <= map_.order_; t += 2) {
        if (map_.column_signs_) {
          single_.emplace_back(map_.many_);
        } else {
          paired_.emplace_back(map_.pairs_);
        }
      }
      spectra_.resize(static_cast<Index>(paired_.size()) * map_.d_);
    }

    void Take(const Examples& x, Index i) {
      powers_.row(0) = x.DenseRows(i, 1).row(0);
      for (Index t = 2; t <= map_.order_; ++t) {
        powers_.row(t - 1) = powers_.row(t - 2).cwiseProduct(powers_.row(0));
        if (t % 2 == 0) even_sums_[t] = powers_.row(t - 1).sum();
      }
      for (Index o = 0; o < static_cast<Index>(paired_.size()); ++o) {
        std::copy_n(powers_.row(2 * o).data(), map_.d_, one_.values());
        map_.one_.Forward(one_);
        const Complex* half = one_.spectrum();
        Complex* whole = spectra_.data() + o * map_.d_;
        std::copy_n(half, map_.one_.spectrum_size(), whole);
        for (Index k = map_.one_.spectrum_size(); k < map_.d_; ++k)
          whole[k] = std::conj(half[map_.d_ - k]);
      }
    }

    // P x^t of the blocks of a batch, for every odd t.
    void Convolve(Index batch) {
      const Index first = batch * map_.batch_, size = map_.one_.spectrum_size();
      for (std::size_t o = 0; o < single_.size(); ++o) {
        FlipAndTransform(o, first);
        for (Index b = 0; b < map_.batch_; ++b) {
          Complex* spectrum = single_[o].spectrum(b);
          MultiplySpectra(map_.spectra_.data() + (first + b) * size, spectrum, size, spectrum);
        }
        map_.many_.Inverse(single_[o]);
      }
      for (std::size_t o = 0; o < paired_.size(); ++o) {
        const Complex* of_x = spectra_.data() + static_cast<Index>(o) * map_.d_;
        for (Index p = 0; p < map_.batch_ / 2; ++p) {
          MultiplySpectra(map_.spectra_.data() + (first / 2 + p) * map_.d_, of_x, map_.d_,
                          paired_[o].spectrum(p));
        }
        map_.pairs_.Inverse(paired_[o]);
      }
    }

    void WriteFeatures(Index batch, double* features) {
      for (Index b = 0; b < map_.batch_; ++b) {
        const Index begin = (batch * map_.batch_ + b) * map_.d_;
        const Index size = std::min(map_.d_, map_.D_ - begin);
        if (size <= 0) return;
        if (map_.column_signs_) {
          Combine<1>(b, size, features + begin);
        } else {
          Combine<2>(b, size, features + begin);
        }
        if (map_.column_signs_ || map_.order_ % 2 == 0) continue;
        for (Index i = 0; i < size; ++i) features[begin + i] *= map_.signs_[begin + i];
      }
    }

   private:
    void FlipAndTransform(std::size_t o, Index first) {
      for (Index b = 0; b < map_.batch_; ++b) {
        const double* power = powers_.row(2 * static_cast<Index>(o)).data();
        const double* signs = map_.signs_.data() + (first + b) * map_.d_;
        double* values = single_[o].values(b);
        for (Index j = 0; j < map_.d_; ++j) values[j] = signs[j] * power[j];
      }
      map_.many_.Forward(single_[o]);
    }

    // The power sums of odd order t = 2o + 1 of block b, one every `stride` values.
    const double* Odd(std::size_t o, Index b) {
      if (map_.column_signs_) return single_[o].values(b);
      return reinterpret_cast<const double*>(paired_[o].values(b / 2)) + b % 2;
    }

    // Equation (12): K_n = (1/n) Σ_t (−1)^(t+1) K_{n−t} s_t, for each feature of block b.
    template <int stride>
    void Combine(Index b, Index size, double* to) {
      const double scale = 1 / std::sqrt(static_cast<double>(map_.D_));
      const double* s = Odd(0, b);
      if (map_.order_ == 1) {
        for (Index i = 0; i < size; ++i) to[i] = scale * s[i * stride];
      } else if (map_.order_ == 2) {
        const double q = even_sums_[2];
        for (Index i = 0; i < size; ++i) to[i] = (scale / 2) * (s[i * stride] * s[i * stride] - q);
      } else if (map_.order_ == 3) {
        const double q = 3 * even_sums_[2];
        const double* c = Odd(1, b);
        for (Index i = 0; i < size; ++i) {
          const double sum = s[i * stride];
          to[i] = (scale / 6) * ((sum * sum - q) * sum + 2 * c[i * stride]);
        }
      } else {
        Recurse<stride>(b, size);
        const double* last = kernels_.data() + map_.order_ * map_.d_;
        for (Index i = 0; i < size; ++i) to[i] = scale * last[i];
      }
    }

    template <int stride>
    void Recurse(Index b, Index size) {
      std::fill_n(kernels_.data(), size, 1.0);
      for (Index n = 1; n <= map_.order_; ++n) {
        double* sum = kernels_.data() + n * map_.d_;
        std::fill_n(sum, size, 0.0);
        const double factor = 1 / static_cast<double>(n);
        for (Index t = 1; t <= n; ++t) {
          const double* before = kernels_.data() + (n - t) * map_.d_;
          const double even = factor * even_sums_[t];
          if (t % 2 == 0) {
            for (Index i = 0; i < size; ++i) sum[i] -= even * before[i];
            continue;
          }
          const double* odd = Odd(static_cast<std::size_t>(t / 2), b);
          for (Index i = 0; i < size; ++i) sum[i] += factor * before[i] * odd[i * stride];
        }
      }
    }

    const SignedCirculantKernelMap& map_;
    Matrix powers_;     // row t − 1: x^t
    Vector even_sums_;  // [t] = Σ_j x_j^t
    RealFft::Workspace one_;
    Eigen::VectorXcd spectra_;  // of the odd powers, signs on the rows
    // [t / 2]: the power sums of order t, signs on the columns or on the rows.
    std::vector<RealFft::Workspace> single_;
    std::vector<ComplexFft::Workspace> paired_;
    Vector kernels_;  // K_0, …, K_m of a block
  };

  bool column_signs_;
  Index order_;
  Index d_;
  Index D_;
  Index batch_;
  Index batches_;
  RealFft one_;
  RealFft many_;              // of a batch, signs on the columns
  ComplexFft pairs_;          // of a batch, signs on the rows
  Vector signs_;              // σ of each block
  Eigen::VectorXcd spectra_;  // TakeSpectrum
};

}  // namespace

void SignedCirculantKernelSpec::CheckKernel(const Kernel& kernel) const { AsAnova(kernel); }

Index SignedCirculantKernelSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return num_random_features;
}

double SignedCirculantKernelSpec::DrawnBytes(const Kernel&, Index input_dim,
                                             Index num_random_features) const {
  const double rows = static_cast<double>(num_random_features + input_dim);
  return 8 * rows + 8 * rows * (1 + 2 / static_cast<double>(std::max<Index>(input_dim, 1)));
}

std::optional<double> SignedCirculantKernelSpec::FeatureVariance(const Kernel& kernel,
                                                                 const Vector& x,
                                                                 const Vector& y) const {
  const double d = static_cast<double>(x.size());
  return d * CirculantVariance(signs_, AsAnova(kernel).order(), x, y, x.size());
}

std::optional<double> SignedCirculantKernelSpec::EstimateVariance(const Kernel& kernel,
                                                                  const Vector& x, const Vector& y,
                                                                  Index num_random_features) const {
  return CirculantVariance(signs_, AsAnova(kernel).order(), x, y, num_random_features);
}

std::unique_ptr<FeatureMap> SignedCirculantKernelSpec::Draw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const AnovaKernel& kernel = AsAnova(context.kernel);
  CheckFitsInMemory("drawing map 'signed_circulant_kernel' with D = " +
                        std::to_string(context.num_random_features) + " for input dimension " +
                        std::to_string(context.input_dim),
                    DrawnBytes(kernel, context.input_dim, context.num_random_features));
  return std::make_unique<SignedCirculantKernelMap>(signs_, kernel.order(), context);
}

MapEntry SignedCirculantKernelEntry() {
  MapEntry entry;
  entry.name = "signed_circulant_kernel";
  entry.summary =
      "k(w, x)/sqrt(D) with w the rows of signed circulant matrices, for the ANOVA kernel k; where "
      "D "
      "is not a multiple of d the last matrix is cut";
  entry.citation = "atarashi2019, section 4";
  entry.params = {{.name = "signs",
                   .kind = ParamKind::kText,
                   .help = "where the signs stand: rows as in the paper, where they change no Gram "
                           "matrix, or columns, where they make the features nearly independent",
                   .default_value = "rows",
                   .choices = {"rows", "columns"}}};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<SignedCirculantKernelSpec>(
        params.Get("signs").AsText() == "rows" ? CirculantSigns::kRows : CirculantSigns::kColumns);
  };
  return entry;
}

}  // namespace mercer
