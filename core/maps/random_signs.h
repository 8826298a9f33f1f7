#ifndef MERCER_CORE_MAPS_RANDOM_SIGNS_H_
#define MERCER_CORE_MAPS_RANDOM_SIGNS_H_

#include "core/base/random.h"
#include "core/base/types.h"

namespace mercer {

/// n signs ±1 from the stream's next ⌈n/32⌉ 32-bit words: sign k is +1 where bit k mod 32 of word
/// ⌊k/32⌋ is set.
inline void DrawSigns(RandomStream& stream, Index n, double* signs) {
  std::uint32_t bits = 0;
  for (Index k = 0; k < n; ++k, bits >>= 1) {
    if (k % 32 == 0) bits = stream.Bits32();
    signs[k] = (bits & 1U) != 0 ? 1.0 : -1.0;
  }
}

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_RANDOM_SIGNS_H_
