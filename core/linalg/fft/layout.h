#ifndef MERCER_CORE_LINALG_FFT_LAYOUT_H_
#define MERCER_CORE_LINALG_FFT_LAYOUT_H_

// The layout of the sequences of a batch in a workspace; it is the same for every FFT library.

#include "core/base/types.h"
#include "core/linalg/fft.h"

namespace mercer {

/// Sequences of a batch begin at cache lines, which have this many doubles.
inline constexpr Index kFftLine = 8;

inline Index RoundUpToMultiple(Index n, Index multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

/// Adds a cache line: at a distance of a multiple of the page size, sequences would share the same
/// cache sets.
inline Index FftValueStride(const RealFft& fft) {
  return RoundUpToMultiple(fft.length(), kFftLine) + kFftLine;
}
inline Index FftComplexStride(const ComplexFft& fft) {
  return RoundUpToMultiple(fft.length(), kFftLine / 2) + kFftLine / 2;
}
inline Index FftSpectrumStride(const RealFft& fft) {
  return RoundUpToMultiple(fft.spectrum_size(), kFftLine / 2);
}

/// Throws InvalidInput if the length or the batch is so large that a stride might not fit an int,
/// or if the workspace does not fit in memory.
void CheckFftSizes(Index length, Index batch);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_FFT_LAYOUT_H_
