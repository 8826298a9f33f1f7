#include "core/linalg/dot_axpy.h"

#include <cstring>

namespace mercer {
namespace {

// One register with AVX-512; the compiler splits what is wider than the machine's.
constexpr Index kBytes = 64;
// Sums kept side by side, so that an addition need not wait for the one before.
constexpr Index kSums = 4;

template <class Real>
struct Simd;
template <>
struct Simd<double> {
  using Values = double __attribute__((vector_size(kBytes)));
};
template <>
struct Simd<float> {
  using Values = float __attribute__((vector_size(kBytes)));
};

template <class Real>
typename Simd<Real>::Values Load(const Real* from) {
  typename Simd<Real>::Values values;
  std::memcpy(&values, from, kBytes);
  return values;
}

template <class Real>
Real DotOf(const Real* a, const Real* b, Index n) {
  using Values = typename Simd<Real>::Values;
  constexpr Index kWidth = kBytes / static_cast<Index>(sizeof(Real));
  Values sums[kSums] = {};
  Index j = 0;
  for (; j + kSums * kWidth <= n; j += kSums * kWidth) {
    for (Index s = 0; s < kSums; ++s)
      sums[s] += Load(a + j + s * kWidth) * Load(b + j + s * kWidth);
  }
  for (; j + kWidth <= n; j += kWidth) sums[0] += Load(a + j) * Load(b + j);
  const Values all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  Real total = 0;
  for (Index l = 0; l < kWidth; ++l) total += all[l];
  for (; j < n; ++j) total += a[j] * b[j];
  return total;
}

template <class Real>
void AxpyOf(Real scale, const Real* x, Real* y, Index n) {
  using Values = typename Simd<Real>::Values;
  constexpr Index kWidth = kBytes / static_cast<Index>(sizeof(Real));
  Index j = 0;
  for (; j + kWidth <= n; j += kWidth) {
    const Values sum = Load(y + j) + scale * Load(x + j);
    std::memcpy(y + j, &sum, kBytes);
  }
  for (; j < n; ++j) y[j] += scale * x[j];
}

}  // namespace

double Dot(const double* a, const double* b, Index n) { return DotOf(a, b, n); }
float Dot(const float* a, const float* b, Index n) { return DotOf(a, b, n); }
void Axpy(double scale, const double* x, double* y, Index n) { AxpyOf(scale, x, y, n); }
void Axpy(float scale, const float* x, float* y, Index n) { AxpyOf(scale, x, y, n); }

}  // namespace mercer
