#ifndef MERCER_CORE_MAPS_SKETCH_RANDOM_VECTORS_H_
#define MERCER_CORE_MAPS_SKETCH_RANDOM_VECTORS_H_

#include "core/base/random.h"
#include "core/base/types.h"
#include "core/maps/sketch/sketch_law.h"

namespace mercer {

/// Draws the n entries of a Rademacher or Gaussian vector in order: signs (random_signs.h), complex
/// signs (DrawQuarterTurns), normal values, or, for complex Gaussian entries, two normal values
/// each, √2 times the real and √2 times the imaginary part. `imaginary` is written if the vectors
/// are complex.
void DrawVector(const SketchLaw& law, RandomStream& stream, Index n, double* real,
                double* imaginary);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_RANDOM_VECTORS_H_
