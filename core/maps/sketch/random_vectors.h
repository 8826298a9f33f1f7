#ifndef MERCER_CORE_MAPS_SKETCH_RANDOM_VECTORS_H_
#define MERCER_CORE_MAPS_SKETCH_RANDOM_VECTORS_H_

#include "core/base/random.h"
#include "core/base/types.h"
#include "core/maps/sketch/sketch_law.h"

namespace mercer {

/// The n entries of a Rademacher or Gaussian vector in order: signs (random_signs.h), complex signs
/// (DrawQuarterTurns), normal values, or for each entry √2 times its real part and √2 times its
/// imaginary part. `imaginary` is written where the vectors are complex.
void DrawVector(const SketchLaw& law, RandomStream& stream, Index n, double* real,
                double* imaginary);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_RANDOM_VECTORS_H_
