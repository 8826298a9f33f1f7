#include "core/kernels/unit_vectors.h"

#include <cmath>

namespace mercer {

void AddPair(double u1, double u2, double v1, double v2, double share, double size,
             FeatureMoments& moments) {
  const double real = size * (u1 * v1 + u2 * v2), imaginary = size * (u2 * v1 - u1 * v2);
  const double crossed_real = size * (u1 * v1 - u2 * v2);
  const double crossed_imaginary = size * (u1 * v2 + u2 * v1);
  moments.kernel += share * real;
  moments.absolute += share * (real * real + imaginary * imaginary);
  moments.square += share * (real * real - imaginary * imaginary);
  moments.crossed += share * (crossed_real * crossed_real - crossed_imaginary * crossed_imaginary);
}

void MeanProductRow(const double* u, const double* v, Index stride, Index size, Index count,
                    double points, double* out) {
  SquaredDistanceRow(u, v, stride, size, count, out);
  for (Index j = 0; j < count; ++j) out[j] = 1 - out[j] / (2 * points);
}

bool HasUnitNorm(const double* x, Index n) {
  double square = 0;
  for (Index c = 0; c < n; ++c) square += x[c] * x[c];
  return std::abs(square - 1) <= 2e-6;
}

}  // namespace mercer
