#ifndef MERCER_CORE_MAPS_SKETCH_RANDOM_VECTORS_H_
#define MERCER_CORE_MAPS_SKETCH_RANDOM_VECTORS_H_

#include "core/base/random.h"
#include "core/base/types.h"
#include "core/maps/sketch/sketch_law.h"

namespace mercer {

/// n complex signs 1, i, −1, −i from the stream's next ⌈n/16⌉ 32-bit words: sign k is i to the
/// power of the two bits 2(k mod 16) and the next of word ⌊k/16⌋.
void DrawQuarterTurns(RandomStream& stream, Index n, double* real, double* imaginary);

/// The n entries of a Rademacher or Gaussian vector in order: signs (random_signs.h), complex signs
/// (DrawQuarterTurns), normal values, or for each entry √2 times its real part and √2 times its
/// imaginary part. `imaginary` is written where the vectors are complex.
void DrawVector(const SketchLaw& law, RandomStream& stream, Index n, double* real,
                double* imaginary);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_RANDOM_VECTORS_H_
