#ifndef MERCER_CORE_LINALG_WALSH_HADAMARD_H_
#define MERCER_CORE_LINALG_WALSH_HADAMARD_H_

#include <bit>

#include "core/base/error.h"
#include "core/base/types.h"
#include "core/linalg/simd.h"

namespace mercer {

/// The smallest power of two ≥ n, for n ≥ 1.
inline Index NextPowerOfTwo(Index n) {
  MERCER_CHECK(n >= 1);
  return static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(n)));
}

/// Stores the results of WalshHadamard line by line; an argument for its `give`.
struct ToLines {
  double* lines;

  template <int count>
  void operator()(Index first, Index h, const Doubles (&v)[count]) const {
#pragma GCC unroll 32
    for (int i = 0; i < count; ++i) Store(v[i], lines + (first + i * h) * kLanes);
  }
};

namespace walsh_hadamard_internal {

// Levels of the transform per pass through memory. Twice as many lines would need all registers.
constexpr int kMostLevels = kRegisters >= 32 ? 4 : 3;

// Transforms 2^levels lines at distance h, for each of the h first lines from `begin`.
template <int levels, class Take, class Give>
inline void PassOf(Index begin, Index h, const Take& take, const Give& give) {
  constexpr int kCount = 1 << levels;
  for (Index k = begin; k < begin + h; ++k) {
    Doubles v[kCount];
#pragma GCC unroll 32
    for (int i = 0; i < kCount; ++i) v[i] = take(k + i * h);
#pragma GCC unroll 32
    for (int step = kCount / 2; step >= 1; step /= 2) {
#pragma GCC unroll 32
      for (int i = 0; i < kCount; ++i) {
        if ((i & step) != 0) continue;
        const Doubles sum = v[i] + v[i + step];
        v[i + step] = v[i] - v[i + step];
        v[i] = sum;
      }
    }
    give(k, h, v);
  }
}

template <class Take, class Give, int levels = kMostLevels>
inline void Pass(int asked, Index begin, Index h, const Take& take, const Give& give) {
  if constexpr (levels > 0) {
    if (asked < levels) return Pass<Take, Give, levels - 1>(asked, begin, h, take, give);
  }
  PassOf<levels>(begin, h, take, give);
}

struct FromLines {
  const double* lines;
  Doubles operator()(Index i) const { return Load(lines + i * kLanes); }
};

// Transforms n lines from `begin`. A pass leaves parts that are transformed one by one and stay in
// cache. The first pass, whose lines are far apart, has the fewest levels.
template <class Take, class Give>
void Transform(Index begin, Index n, double* lines, const Take& take, const Give& give) {
  const int levels = std::countr_zero(static_cast<std::uint64_t>(n));
  if (levels <= kMostLevels) return Pass(levels, begin, 1, take, give);
  const int passes = (levels + kMostLevels - 1) / kMostLevels,
            now = levels - kMostLevels * (passes - 1);
  const Index part = n >> now;
  Pass(now, begin, part, take, ToLines{lines});
  for (Index done = 0; done < n; done += part)
    Transform(begin + done, part, lines, FromLines{lines}, give);
}

}  // namespace walsh_hadamard_internal

/// Transforms kLanes sequences side by side. Line i is value i of each sequence, and line i of the
/// results is Σ_j H_ij times line j. n is a power of two, and H is the n × n Walsh-Hadamard matrix
/// in natural order with entries ±1: H_ij = (−1)^(number of bits that i and j share), so that H·H =
/// n·I. `take(i)` returns line i as Doubles and is called once for each i. `give(i, 1, v)` gets
/// lines i, i + 1, … of the results in order, as an array whose size is a power of two. Both are
/// fused with the first and the last pass through `lines`, a workspace of n·kLanes values, whose
/// line i take(i) may read. The lanes do not interact, and their additions have the same order on
/// all machines. O(n log n).
template <class Take, class Give>
void WalshHadamard(Index n, double* lines, const Take& take, const Give& give) {
  MERCER_CHECK(n >= 1 && std::has_single_bit(static_cast<std::uint64_t>(n)));
  walsh_hadamard_internal::Transform(0, n, lines, take, give);
}

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_WALSH_HADAMARD_H_
