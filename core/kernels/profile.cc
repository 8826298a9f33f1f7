#include "core/kernels/profile.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/base/error.h"

namespace mercer {
namespace {

// Values worked on at a time: two arrays of this length stay in the first-level cache.
constexpr Index kChunk = 256;

// Bits of the exponent below its highest one.
int LowerBits(Index power) { return std::bit_width(static_cast<std::uint64_t>(power)) - 1; }

template <class Real>
void PowerOf(Real* values, Index n, Index power) {
  MERCER_CHECK(power >= 1);
  std::array<Real, kChunk> base;
  for (Index begin = 0; begin < n; begin += kChunk) {
    const Index count = std::min(kChunk, n - begin);
    Real* t = values + begin;
    std::copy_n(t, count, base.data());
    for (int bit = LowerBits(power) - 1; bit >= 0; --bit) {
      for (Index i = 0; i < count; ++i) t[i] *= t[i];
      if (((power >> bit) & 1) == 0) continue;
      for (Index i = 0; i < count; ++i) t[i] *= base[static_cast<std::size_t>(i)];
    }
  }
}

}  // namespace

double IntegerPower(double x, Index power) {
  MERCER_CHECK(power >= 0);
  double result = 1;
  for (double square = x; power > 0; power >>= 1, square *= square) {
    if ((power & 1) != 0) result *= square;
  }
  return result;
}

double LogGamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

double LogFactorial(Index n) { return LogGamma(static_cast<double>(n) + 1.0); }

double Binomial(Index n, Index k) {
  MERCER_CHECK(k >= 0 && k <= n);
  k = std::min(k, n - k);
  double value = 1;
  // After step i the value is C(n − k + i, i), so every division is without remainder.
  for (Index i = 1; i <= k; ++i) {
    value = value * static_cast<double>(n - k + i) / static_cast<double>(i);
  }
  return value;
}

void PowerInPlace(double* values, Index n, Index power) { PowerOf(values, n, power); }
void PowerInPlace(float* values, Index n, Index power) { PowerOf(values, n, power); }

void GeometricSumInPlace(double* values, Index n, Index terms) {
  MERCER_CHECK(terms >= 1);
  std::array<double, kChunk> base;
  std::array<double, kChunk> power;
  for (Index begin = 0; begin < n; begin += kChunk) {
    const auto count = static_cast<std::size_t>(std::min(kChunk, n - begin));
    double* sum = values + begin;
    std::copy_n(sum, count, base.data());
    std::copy_n(sum, count, power.data());
    std::fill_n(sum, count, 1.0);
    // With k terms so far and power = t^k: S(2k) = S(k)·(1 + t^k) and S(k + 1) = S(k) + t^k.
    for (int bit = LowerBits(terms) - 1; bit >= 0; --bit) {
      for (std::size_t i = 0; i < count; ++i) {
        sum[i] *= 1.0 + power[i];
        power[i] *= power[i];
      }
      if (((terms >> bit) & 1) == 0) continue;
      for (std::size_t i = 0; i < count; ++i) {
        sum[i] += power[i];
        power[i] *= base[i];
      }
    }
  }
}

}  // namespace mercer
