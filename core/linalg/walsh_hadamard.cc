#include "core/linalg/walsh_hadamard.h"

#include <bit>

#include "core/base/error.h"
#include "core/linalg/simd.h"

namespace mercer {
namespace {

// Values that the first-level cache holds with room to spare.
constexpr Index kCached = 2048;

// +1 in the lanes without the bit h, −1 in those with it.
inline Doubles Signs(Index h) {
  Doubles signs{};
  for (Index i = 0; i < kLanes; ++i) signs[i] = (i & h) == 0 ? 1.0 : -1.0;
  return signs;
}

// The levels within a register.
inline Doubles WithinRegister(Doubles v) {
  v = Exchange<1>(v) + v * Signs(1);
  if constexpr (kLanes > 2) v = Exchange<2>(v) + v * Signs(2);
  if constexpr (kLanes > 4) v = Exchange<4>(v) + v * Signs(4);
  return v;
}

// All levels across a few registers.
template <int count>
inline void AcrossRegisters(Doubles (&v)[count]) {
  for (int h = 1; h < count; h *= 2) {
    for (int i = 0; i < count; ++i) {
      if ((i & h) != 0) continue;
      const Doubles sum = v[i] + v[i + h];
      v[i + h] = v[i] - v[i + h];
      v[i] = sum;
    }
  }
}

// The levels h, 2h, … below count·h.
template <int count>
void Pass(double* values, Index n, Index h) {
  for (Index begin = 0; begin < n; begin += count * h) {
    for (Index k = begin; k < begin + h; k += kLanes) {
      Doubles v[count];
      for (int i = 0; i < count; ++i) v[i] = Load(values + k + i * h);
      AcrossRegisters(v);
      for (int i = 0; i < count; ++i) Store(v[i], values + k + i * h);
    }
  }
}

// The levels below 8·kLanes.
void FirstPass(double* values, Index n) {
  for (Index begin = 0; begin < n; begin += 8 * kLanes) {
    Doubles v[8];
    for (int i = 0; i < 8; ++i) v[i] = WithinRegister(Load(values + begin + i * kLanes));
    AcrossRegisters(v);
    for (int i = 0; i < 8; ++i) Store(v[i], values + begin + i * kLanes);
  }
}

void Small(double* values, Index n) {
  for (Index h = 1; h < n; h *= 2) {
    for (Index begin = 0; begin < n; begin += 2 * h) {
      for (Index i = begin; i < begin + h; ++i) {
        const double sum = values[i] + values[i + h];
        values[i + h] = values[i] - values[i + h];
        values[i] = sum;
      }
    }
  }
}

}  // namespace

Index NextPowerOfTwo(Index n) {
  MERCER_CHECK(n >= 1);
  return static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(n)));
}

void WalshHadamard(double* values, Index n) {
  MERCER_CHECK(n >= 1 && (n & (n - 1)) == 0);
  if (n < 8 * kLanes) return Small(values, n);
  if (n > kCached) {  // parts that stay in cache first
    for (Index part = 0; part < n; part += n / 8) WalshHadamard(values + part, n / 8);
    return Pass<8>(values, n, n / 8);
  }
  FirstPass(values, n);
  Index h = 8 * kLanes;
  for (; 8 * h <= n; h *= 8) Pass<8>(values, n, h);
  if (4 * h == n) Pass<4>(values, n, h);
  if (2 * h == n) Pass<2>(values, n, h);
}

}  // namespace mercer
