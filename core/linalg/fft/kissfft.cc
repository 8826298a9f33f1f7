// The transforms by KissFFT's header (BSD), for programs that may not link FFTW (GPL). A real
// sequence of even length n is a complex one of n/2 values and one pass over its spectrum; one of
// odd length is transformed as a complex sequence. KissFFT takes O(n·p) for a prime factor p of
// the length.

#include <cmath>
#include <kissfft/kissfft.hh>
#include <numbers>
#include <vector>

#include "core/base/error.h"
#include "core/linalg/fft.h"
#include "core/linalg/fft/layout.h"

namespace mercer {
namespace {

using Complex = RealFft::Complex;

// One direction and length. KissFFT's object holds scratch space that it writes where a prime
// above 5 divides the length; threads then work on copies of it.
class Transform {
 public:
  Transform(Index length, bool inverse)
      : engine_(static_cast<std::size_t>(length), inverse), smooth_(IsSmooth(length)) {}

  // Calls apply(engine) with an object that no other thread writes.
  template <typename Apply>
  void With(const Apply& apply) const {
    if (smooth_) {
      apply(engine_);
    } else {
      const kissfft<double> copy = engine_;
      apply(copy);
    }
  }

 private:
  static bool IsSmooth(Index n) {
    for (const Index p : {2, 3, 5})
      while (n % p == 0) n /= p;
    return n == 1;
  }

  kissfft<double> engine_;
  bool smooth_;
};

// Spectra of even length n = 2m become, in place, the spectrum of the m complex numbers
// values_{2j} + i·values_{2j+1}: Z_k = (X_k + X̄_{m−k}) + i·w^k·(X_k − X̄_{m−k}), w = exp(2πi/n).
void FoldSpectrum(const std::vector<Complex>& roots, Complex* x) {
  const std::size_t m = roots.size();
  const Complex i(0, 1);
  x[0] = Complex(x[0].real() + x[m].real(), x[0].real() - x[m].real());
  for (std::size_t k = 1; 2 * k <= m; ++k) {
    const Complex a = x[k], b = std::conj(x[m - k]);
    const Complex sum = a + b, turned = roots[k] * (a - b);
    x[k] = sum + i * turned;
    x[m - k] = std::conj(sum - i * turned);
  }
}

}  // namespace

const char* FftLibrary() { return "KissFFT"; }

struct RealFft::Plans {
  Plans(Index n, Index many)
      : length(n),
        batch(many),
        even(n % 2 == 0),
        forward(even ? n / 2 : n, false),
        inverse(even ? n / 2 : n, true) {
    if (!even) return;
    for (Index k = 0; k < n / 2; ++k) {
      roots.push_back(
          std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n)));
    }
  }

  Index length;
  Index batch;
  bool even;
  Transform forward;
  Transform inverse;
  std::vector<Complex> roots;  // exp(2πi k/n), k < n/2, of an even length
};

RealFft::RealFft(Index length, Index batch) {
  CheckFftSizes(length, batch);
  plans_ = std::make_unique<Plans>(length, batch);
}

RealFft::~RealFft() = default;
RealFft::RealFft(RealFft&&) noexcept = default;
RealFft& RealFft::operator=(RealFft&&) noexcept = default;

Index RealFft::length() const { return plans_->length; }
Index RealFft::spectrum_size() const { return plans_->length / 2 + 1; }
Index RealFft::batch() const { return plans_->batch; }

void RealFft::Forward(Workspace& workspace) const {
  const Index n = length(), half = n / 2;
  std::vector<Complex> sequence(plans_->even ? 0 : 2 * static_cast<std::size_t>(n));
  plans_->forward.With([&](const kissfft<double>& engine) {
    for (Index b = 0; b < batch(); ++b) {
      const double* values = workspace.values(b);
      Complex* spectrum = workspace.spectrum(b);
      if (plans_->even) {
        engine.transform_real(values, spectrum);
        spectrum[half] = spectrum[0].imag();
        spectrum[0] = spectrum[0].real();
      } else {
        std::copy(values, values + n, sequence.begin());
        engine.transform(sequence.data(), sequence.data() + n);
        std::copy(sequence.begin() + n, sequence.begin() + n + half + 1, spectrum);
      }
    }
  });
}

void RealFft::Inverse(Workspace& workspace) const {
  const Index n = length(), half = n / 2;
  std::vector<Complex> sequence(plans_->even ? 0 : 2 * static_cast<std::size_t>(n));
  plans_->inverse.With([&](const kissfft<double>& engine) {
    for (Index b = 0; b < batch(); ++b) {
      double* values = workspace.values(b);
      Complex* spectrum = workspace.spectrum(b);
      if (plans_->even) {
        FoldSpectrum(plans_->roots, spectrum);
        engine.transform(spectrum, reinterpret_cast<Complex*>(values));
      } else {
        Complex* all = sequence.data();
        all[0] = spectrum[0].real();
        for (Index k = 1; k <= half; ++k) {
          all[k] = spectrum[k];
          all[n - k] = std::conj(spectrum[k]);
        }
        engine.transform(all, all + n);
        for (Index j = 0; j < n; ++j) values[j] = all[n + j].real();
      }
    }
  });
}

struct ComplexFft::Plan {
  Plan(Index n, Index many) : length(n), batch(many), inverse(n, true) {}

  Index length;
  Index batch;
  Transform inverse;
};

ComplexFft::ComplexFft(Index length, Index batch) {
  CheckFftSizes(length, batch);
  plan_ = std::make_unique<Plan>(length, batch);
}

ComplexFft::~ComplexFft() = default;
ComplexFft::ComplexFft(ComplexFft&&) noexcept = default;
ComplexFft& ComplexFft::operator=(ComplexFft&&) noexcept = default;

Index ComplexFft::length() const { return plan_->length; }
Index ComplexFft::batch() const { return plan_->batch; }

void ComplexFft::Inverse(Workspace& workspace) const {
  plan_->inverse.With([&](const kissfft<double>& engine) {
    for (Index b = 0; b < batch(); ++b)
      engine.transform(workspace.spectrum(b), workspace.values(b));
  });
}

}  // namespace mercer
