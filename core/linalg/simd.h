#ifndef MERCER_CORE_LINALG_SIMD_H_
#define MERCER_CORE_LINALG_SIMD_H_

#include <cstddef>
#include <cstring>

#include "core/base/types.h"

namespace mercer {

/// A vector register of `bytes` bytes of Reals. The compiler splits registers that are wider than
/// the machine's. Must not be passed by value between functions of different files, since the
/// calling convention depends on the machine.
template <class Real, int bytes>
struct Simd {
  typedef Real Values __attribute__((vector_size(bytes)));  // NOLINT(modernize-use-using)
};

/// The width in bytes and the number of the widest registers of the machine for which the source is
/// compiled.
#if defined(__AVX512F__)
constexpr int kRegisterBytes = 64, kRegisters = 32;
#elif defined(__AVX__)
constexpr int kRegisterBytes = 32, kRegisters = 16;
#elif defined(__aarch64__)
constexpr int kRegisterBytes = 16, kRegisters = 32;
#else
constexpr int kRegisterBytes = 16, kRegisters = 16;
#endif

/// Such a register of doubles, and its number of lanes.
using Doubles = Simd<double, kRegisterBytes>::Values;
constexpr Index kLanes = kRegisterBytes / static_cast<int>(sizeof(double));

inline Doubles Load(const double* from) {
  Doubles value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

inline void Store(Doubles value, double* to) { std::memcpy(to, &value, sizeof(value)); }

/// The same for any type of value.
template <class Real>
using Register = typename Simd<Real, kRegisterBytes>::Values;
template <class Real>
constexpr Index kLanesOf = kRegisterBytes / static_cast<int>(sizeof(Real));

inline Register<float> Load(const float* from) {
  Register<float> value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

inline void Store(Register<float> value, float* to) { std::memcpy(to, &value, sizeof(value)); }

/// The bitwise or of all lanes, which are whole numbers.
template <class Values>
inline auto OrOfLanes(const Values& values) {
  auto any = values[0];
  for (std::size_t i = 1; i < sizeof(values) / sizeof(any); ++i) any |= values[i];
  return any;
}

/// Swaps the lanes of a whose index has bit h with the lanes of b whose index does not; h is a
/// power of two below the number of lanes.
template <int h, class Values>
inline void Swap(Values& a, Values& b) {
  constexpr int lanes = sizeof(Values) / sizeof(double);
  static_assert(h < lanes && lanes <= 8);
  const Values x = a, y = b;
  if constexpr (lanes == 2) {
    a = __builtin_shufflevector(x, y, 0, 2);
    b = __builtin_shufflevector(x, y, 1, 3);
  } else if constexpr (lanes == 4 && h == 1) {
    a = __builtin_shufflevector(x, y, 0, 4, 2, 6);
    b = __builtin_shufflevector(x, y, 1, 5, 3, 7);
  } else if constexpr (lanes == 4) {
    a = __builtin_shufflevector(x, y, 0, 1, 4, 5);
    b = __builtin_shufflevector(x, y, 2, 3, 6, 7);
  } else if constexpr (h == 1) {
    a = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
    b = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
  } else if constexpr (h == 2) {
    a = __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
    b = __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
  } else {
    a = __builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11);
    b = __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/// Swaps lane j of v[i] and lane i of v[j], for all i and j.
template <class Values, int count, int h = 1>
inline void Transpose(Values (&v)[count]) {
  static_assert(count * sizeof(double) == sizeof(Values));
  if constexpr (h < count) {
#pragma GCC unroll 8
    for (int i = 0; i < count; ++i)
      if ((i & h) == 0) Swap<h>(v[i], v[i + h]);
    Transpose<Values, count, 2 * h>(v);
  }
}

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_SIMD_H_
