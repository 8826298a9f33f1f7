#include "core/maps/sketch/random_vectors.h"

#include <numbers>

#include "core/base/error.h"
#include "core/maps/random_signs.h"

namespace mercer {

void DrawVector(const SketchLaw& law, RandomStream& stream, Index n, double* real,
                double* imaginary) {
  MERCER_CHECK(!law.is_srht());
  const bool is_complex = law.has_complex_vectors();
  if (law.projection == Projection::kGaussian) {
    const double size = is_complex ? std::numbers::sqrt2 / 2 : 1;
    for (Index k = 0; k < n; ++k) {
      real[k] = size * stream.Gaussian();
      if (is_complex) imaginary[k] = size * stream.Gaussian();
    }
  } else if (is_complex) {
    DrawQuarterTurns(stream, n, real, imaginary);
  } else {
    DrawSigns(stream, n, real);
  }
}

}  // namespace mercer
