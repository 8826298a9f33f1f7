#ifndef MERCER_CORE_MAPS_RANDOM_SIGNS_H_
#define MERCER_CORE_MAPS_RANDOM_SIGNS_H_

#include "core/base/random.h"
#include "core/base/types.h"

namespace mercer {

/// Draws n signs ±1 from the stream's next ⌈n/32⌉ 32-bit words: sign k is +1 if bit k mod 32 of
/// word ⌊k/32⌋ is set.
inline void DrawSigns(RandomStream& stream, Index n, double* signs) {
  std::uint32_t bits = 0;
  for (Index k = 0; k < n; ++k, bits >>= 1) {
    if (k % 32 == 0) bits = stream.Bits32();
    signs[k] = (bits & 1U) != 0 ? 1.0 : -1.0;
  }
}

/// Draws n complex signs 1, i, −1, −i from the stream's next ⌈n/16⌉ 32-bit words: sign k is i to
/// the power of the two-bit number at bit 2(k mod 16) of word ⌊k/16⌋.
inline void DrawQuarterTurns(RandomStream& stream, Index n, double* real, double* imaginary) {
  constexpr double kReal[] = {1, 0, -1, 0}, kImaginary[] = {0, 1, 0, -1};
  std::uint32_t bits = 0;
  for (Index k = 0; k < n; ++k, bits >>= 2) {
    if (k % 16 == 0) bits = stream.Bits32();
    real[k] = kReal[bits & 3U];
    imaginary[k] = kImaginary[bits & 3U];
  }
}

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_RANDOM_SIGNS_H_
