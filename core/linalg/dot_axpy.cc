#include "core/linalg/dot_axpy.h"

#include <cstring>

#include "core/linalg/simd.h"

namespace mercer {
namespace {

// One register with AVX-512.
constexpr int kBytes = 64;
// Sums kept side by side, so that an addition need not wait for the one before.
constexpr Index kSums = 4;

template <class Real>
using ValuesOf = typename Simd<Real, kBytes>::Values;

template <class Real>
constexpr Index kWidth = kBytes / static_cast<Index>(sizeof(Real));

// By reference: a register that is returned has another calling convention on every machine.
template <class Real>
void Load(const Real* from, ValuesOf<Real>& values) {
  std::memcpy(&values, from, kBytes);
}

// As many floats as a register holds doubles, as doubles.
void Load(const float* from, ValuesOf<double>& values) {
  Simd<float, kBytes / 2>::Values half;
  std::memcpy(&half, from, kBytes / 2);
  values = __builtin_convertvector(half, ValuesOf<double>);
}

template <class Real, class A, class B>
Real DotOf(const A* a, const B* b, Index n) {
  constexpr Index kStep = kWidth<Real>;
  ValuesOf<Real> sums[kSums] = {}, left, right;
  Index j = 0;
  for (; j + kSums * kStep <= n; j += kSums * kStep) {
    for (Index s = 0; s < kSums; ++s) {
      Load(a + j + s * kStep, left);
      Load(b + j + s * kStep, right);
      sums[s] += left * right;
    }
  }
  for (; j + kStep <= n; j += kStep) {
    Load(a + j, left);
    Load(b + j, right);
    sums[0] += left * right;
  }
  const ValuesOf<Real> all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  Real total = 0;
  for (Index l = 0; l < kStep; ++l) total += all[l];
  for (; j < n; ++j) total += Real{a[j]} * Real{b[j]};
  return total;
}

template <class Real, class X>
void AxpyOf(Real scale, const X* x, Real* y, Index n) {
  constexpr Index kStep = kWidth<Real>;
  ValuesOf<Real> sum, term;
  Index j = 0;
  for (; j + kStep <= n; j += kStep) {
    Load(y + j, sum);
    Load(x + j, term);
    sum += scale * term;
    std::memcpy(y + j, &sum, kBytes);
  }
  for (; j < n; ++j) y[j] += scale * Real{x[j]};
}

}  // namespace

double Dot(const double* a, const double* b, Index n) { return DotOf<double>(a, b, n); }
float Dot(const float* a, const float* b, Index n) { return DotOf<float>(a, b, n); }
double Dot(const float* a, const double* b, Index n) { return DotOf<double>(a, b, n); }

double SquaredNorm(const double* a, Index n) { return DotOf<double>(a, a, n); }
double SquaredNorm(const float* a, Index n) { return DotOf<double>(a, a, n); }

void Axpy(double scale, const double* x, double* y, Index n) { AxpyOf(scale, x, y, n); }
void Axpy(float scale, const float* x, float* y, Index n) { AxpyOf(scale, x, y, n); }
void Axpy(double scale, const float* x, double* y, Index n) { AxpyOf(scale, x, y, n); }

}  // namespace mercer
