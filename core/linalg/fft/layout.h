#ifndef MERCER_CORE_LINALG_FFT_LAYOUT_H_
#define MERCER_CORE_LINALG_FFT_LAYOUT_H_

// Where the sequences of a batch lie in a workspace: the same for every library of transforms.

#include "core/base/types.h"
#include "core/linalg/fft.h"

namespace mercer {

/// Sequences of a batch begin on a cache line of so many doubles.
inline constexpr Index kFftLine = 8;

inline Index RoundUpToMultiple(Index n, Index multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

/// A line more than a multiple of the page: such sequences would meet in the same cache sets.
inline Index FftValueStride(const RealFft& fft) {
  return RoundUpToMultiple(fft.length(), kFftLine) + kFftLine;
}
inline Index FftComplexStride(const ComplexFft& fft) {
  return RoundUpToMultiple(fft.length(), kFftLine / 2) + kFftLine / 2;
}
inline Index FftSpectrumStride(const RealFft& fft) {
  return RoundUpToMultiple(fft.spectrum_size(), kFftLine / 2);
}

/// Throws InvalidInput where the length or the batch is more than an int counts, or more than
/// memory holds.
void CheckFftSizes(Index length, Index batch);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_FFT_LAYOUT_H_
