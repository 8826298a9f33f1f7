#ifndef MERCER_CORE_LINALG_FFT_H_
#define MERCER_CORE_LINALG_FFT_H_

#include <complex>
#include <memory>

#include "core/base/types.h"

namespace mercer {

/// The library that computes the transforms: "FFTW" or "KissFFT" (the build's MERCER_FFT).
const char* FftLibrary();

/// Discrete Fourier transforms of real sequences of one length, any length ≥ 1, in double
/// precision, of `batch` sequences at a time. Plans are made once, in the constructor, and chosen
/// without timing, so that the same build gives the same bits in every run. Forward and Inverse may
/// run on several threads, each with its own workspace.
class RealFft {
 public:
  using Complex = std::complex<double>;

  /// Throws InvalidInput if the length or the batch is above 2^31 − 17, or the workspace does not
  /// fit in memory.
  explicit RealFft(Index length, Index batch = 1);
  ~RealFft();
  RealFft(RealFft&&) noexcept;
  RealFft& operator=(RealFft&&) noexcept;

  Index length() const;         // n
  Index spectrum_size() const;  // ⌊n/2⌋ + 1: the rest is conjugate
  Index batch() const;

  /// The arrays of Forward and Inverse, with the alignment that these need. Sequence b of a batch
  /// begins at values() + b·value_stride() and its spectrum at spectrum() + b·spectrum_stride().
  class Workspace {
   public:
    explicit Workspace(const RealFft& fft);
    double* values(Index b = 0) { return values_.data() + b * value_stride_; }
    Complex* spectrum(Index b = 0) { return spectrum_.data() + b * spectrum_stride_; }

   private:
    Index value_stride_;
    Index spectrum_stride_;
    Vector values_;
    Eigen::VectorXcd spectrum_;
  };

  /// spectrum_k = Σ_j values_j exp(−2πi jk/n), k ≤ n/2. The values are kept. O(batch·n·log n).
  void Forward(Workspace& workspace) const;

  /// values_j = Σ_{k < n} spectrum_k exp(2πi jk/n): n times the inverse of Forward. The spectra are
  /// destroyed. O(batch·n·log n).
  void Inverse(Workspace& workspace) const;

 private:
  struct Plans;
  std::unique_ptr<Plans> plans_;
};

/// Inverse transforms of complex sequences of one length, `batch` at a time; otherwise like
/// RealFft.
class ComplexFft {
 public:
  using Complex = std::complex<double>;

  explicit ComplexFft(Index length, Index batch = 1);
  ~ComplexFft();
  ComplexFft(ComplexFft&&) noexcept;
  ComplexFft& operator=(ComplexFft&&) noexcept;

  Index length() const;
  Index batch() const;

  /// The arrays of Inverse: sequence b of a batch and its spectrum.
  class Workspace {
   public:
    explicit Workspace(const ComplexFft& fft);
    Complex* values(Index b = 0) { return buffer_.data() + b * stride_; }
    Complex* spectrum(Index b = 0) { return buffer_.data() + spectra_ + b * stride_; }

   private:
    Index stride_;
    Index spectra_;  // where the spectra begin
    Eigen::VectorXcd buffer_;
  };

  /// values_j = Σ_{k < n} spectrum_k exp(2πi jk/n). The spectra may be destroyed.
  /// O(batch·n·log n).
  void Inverse(Workspace& workspace) const;

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

/// to_k = a_k·b_k for k < n, vectorised; `to` may be a or b. `to` must be aligned like the spectra
/// of a workspace, since the bits depend on the alignment.
void MultiplySpectra(const RealFft::Complex* a, const RealFft::Complex* b, Index n,
                     RealFft::Complex* to);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_FFT_H_
