#include "core/linalg/walsh_hadamard.h"

#include <bit>
#include <cstring>

#include "core/base/error.h"

// Shuffle(v, h) has lane i ^ h of v in lane i.
#if defined(__AVX512F__)
#define MERCER_SHUFFLE_1(v) __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6)
#define MERCER_SHUFFLE_2(v) __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5)
#define MERCER_SHUFFLE_4(v) __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3)
using Simd = double __attribute__((vector_size(64)));
#elif defined(__AVX__)
#define MERCER_SHUFFLE_1(v) __builtin_shufflevector(v, v, 1, 0, 3, 2)
#define MERCER_SHUFFLE_2(v) __builtin_shufflevector(v, v, 2, 3, 0, 1)
using Simd = double __attribute__((vector_size(32)));
#else
#define MERCER_SHUFFLE_1(v) __builtin_shufflevector(v, v, 1, 0)
using Simd = double __attribute__((vector_size(16)));
#endif

namespace mercer {
namespace {

constexpr Index kWidth = sizeof(Simd) / sizeof(double);

// Values that the first-level cache holds with room to spare.
constexpr Index kCached = 2048;

inline Simd Load(const double* from) {
  Simd value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

inline void Store(Simd value, double* to) { std::memcpy(to, &value, sizeof(value)); }

// +1 in the lanes without the bit h, −1 in those with it.
inline Simd Signs(Index h) {
  Simd signs{};
  for (Index i = 0; i < kWidth; ++i) signs[i] = (i & h) == 0 ? 1.0 : -1.0;
  return signs;
}

// The levels within a register.
inline Simd WithinRegister(Simd v) {
  v = MERCER_SHUFFLE_1(v) + v * Signs(1);
#if defined(MERCER_SHUFFLE_2)
  v = MERCER_SHUFFLE_2(v) + v * Signs(2);
#endif
#if defined(MERCER_SHUFFLE_4)
  v = MERCER_SHUFFLE_4(v) + v * Signs(4);
#endif
  return v;
}

// All levels across a few registers.
template <int count>
inline void AcrossRegisters(Simd (&v)[count]) {
  for (int h = 1; h < count; h *= 2) {
    for (int i = 0; i < count; ++i) {
      if ((i & h) != 0) continue;
      const Simd sum = v[i] + v[i + h];
      v[i + h] = v[i] - v[i + h];
      v[i] = sum;
    }
  }
}

// The levels h, 2h, … below count·h.
template <int count>
void Pass(double* values, Index n, Index h) {
  for (Index begin = 0; begin < n; begin += count * h) {
    for (Index k = begin; k < begin + h; k += kWidth) {
      Simd v[count];
      for (int i = 0; i < count; ++i) v[i] = Load(values + k + i * h);
      AcrossRegisters(v);
      for (int i = 0; i < count; ++i) Store(v[i], values + k + i * h);
    }
  }
}

// The levels below 8·kWidth.
void FirstPass(double* values, Index n) {
  for (Index begin = 0; begin < n; begin += 8 * kWidth) {
    Simd v[8];
    for (int i = 0; i < 8; ++i) v[i] = WithinRegister(Load(values + begin + i * kWidth));
    AcrossRegisters(v);
    for (int i = 0; i < 8; ++i) Store(v[i], values + begin + i * kWidth);
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
  if (n < 8 * kWidth) return Small(values, n);
  if (n > kCached) {  // parts that stay in cache first
    for (Index part = 0; part < n; part += n / 8) WalshHadamard(values + part, n / 8);
    return Pass<8>(values, n, n / 8);
  }
  FirstPass(values, n);
  Index h = 8 * kWidth;
  for (; 8 * h <= n; h *= 8) Pass<8>(values, n, h);
  if (4 * h == n) Pass<4>(values, n, h);
  if (2 * h == n) Pass<2>(values, n, h);
}

}  // namespace mercer
