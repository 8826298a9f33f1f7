#include "core/linalg/fft.h"

#include <cstdint>
#include <limits>
#include <string>

#include "core/base/error.h"
#include "core/linalg/fft/layout.h"
#include "core/linalg/memory.h"

namespace mercer {

void CheckFftSizes(Index length, Index batch) {
  MERCER_CHECK(length >= 1 && batch >= 1);
  constexpr Index kMost = std::numeric_limits<int>::max() - 2 * kFftLine;  // strides fit an int
  if (length > kMost || batch > kMost) {
    throw InvalidInput("a Fourier transform of " + std::to_string(batch) + " sequences of length " +
                       std::to_string(length) + "; expected at most " + std::to_string(kMost) +
                       " of either");
  }
  CheckFitsInMemory("a Fourier transform of length " + std::to_string(length),
                    64 * static_cast<double>(length) * static_cast<double>(batch));
}

RealFft::Workspace::Workspace(const RealFft& fft)
    : value_stride_(FftValueStride(fft)),
      spectrum_stride_(FftSpectrumStride(fft)),
      values_(Vector::Zero(value_stride_ * fft.batch())),
      spectrum_(Eigen::VectorXcd::Zero(spectrum_stride_ * fft.batch())) {}

ComplexFft::Workspace::Workspace(const ComplexFft& fft)
    : stride_(FftComplexStride(fft)),
      spectra_(stride_ * fft.batch() + 5 * kFftLine / 2),
      buffer_(Eigen::VectorXcd::Zero(2 * spectra_)) {}

void MultiplySpectra(const RealFft::Complex* a, const RealFft::Complex* b, Index n,
                     RealFft::Complex* to) {
  using Array = Eigen::Array<RealFft::Complex, Eigen::Dynamic, 1>;
  MERCER_CHECK(reinterpret_cast<std::uintptr_t>(to) % EIGEN_MAX_ALIGN_BYTES == 0);
  Eigen::Map<Array, Eigen::AlignedMax>(to, n) =
      Eigen::Map<const Array>(a, n) * Eigen::Map<const Array>(b, n);
}

}  // namespace mercer
