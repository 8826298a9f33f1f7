#include "core/learners/smo_passes.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/base/error.h"

// Registers are passed by value between functions of this file alone: that a machine without such
// registers passes them otherwise concerns nobody else.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace mercer {
namespace {

// One register with AVX-512; the compiler splits what is wider than the machine's.
constexpr Index kLanes = 8;
using Doubles = double __attribute__((vector_size(8 * kLanes)));
using Floats = float __attribute__((vector_size(4 * kLanes)));
using Integers = std::int64_t __attribute__((vector_size(8 * kLanes)));
using ShortIntegers = std::int32_t __attribute__((vector_size(4 * kLanes)));

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// K_ii + K_jj − 2 K_ij is taken as no less, as LIBSVM does.
constexpr float kLeastCurvature = 1e-12F;

template <class Simd, class Real>
Simd Load(const Real* from) {
  Simd value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

// Lane by lane the smallest sum so far and the block it was in.
struct Smallest {
  Doubles value = kInfinity - Doubles{};
  Integers block{};

  void Take(Doubles candidate, Index number) {
    const auto less = candidate < value;
    value = less ? candidate : value;
    block = less ? number - Integers{} : block;
  }

  Index Block() const {
    Index best = 0;
    for (Index l = 1; l < kLanes; ++l)
      if (value[l] < value[best]) best = l;
    return block[best];
  }
};

Index PlaceOfSmallest(const SmoVariables& v, Index block) {
  Index place = block * kPassBlock;
  for (Index p = place + 1; p < (block + 1) * kPassBlock; ++p)
    if (v.gradient[p] + v.up[p] < v.gradient[place] + v.up[place]) place = p;
  return place;
}

}  // namespace

Index FindUp(const SmoVariables& v) {
  Smallest smallest;
  for (Index block = 0; block < v.gradient.size() / kPassBlock; ++block) {
    const double* g = v.gradient.data() + block * kPassBlock;
    const double* up = v.up.data() + block * kPassBlock;
    Doubles least = Load<Doubles>(g) + Load<Doubles>(up);
    for (Index l = kLanes; l < kPassBlock; l += kLanes) {
      const Doubles sum = Load<Doubles>(g + l) + Load<Doubles>(up + l);
      least = sum < least ? sum : least;
    }
    smallest.Take(least, block);
  }
  return PlaceOfSmallest(v, smallest.Block());
}

Index UpdateAndFindUp(SmoVariables& v, double step, const float* row_i, const float* row_j) {
  Smallest smallest;
  const Index n = v.gradient.size();
  for (Index begin = 0; begin < n; begin += kPassBlock) {
    double* g = v.gradient.data() + begin;
    const double* up = v.up.data() + begin;
    Doubles least = kInfinity - Doubles{};
    for (Index l = 0; l < kPassBlock; l += kLanes) {
      const auto i = __builtin_convertvector(Load<Floats>(row_i + begin + l), Doubles);
      const auto j = __builtin_convertvector(Load<Floats>(row_j + begin + l), Doubles);
      const Doubles gradient = Load<Doubles>(g + l) + step * (i - j);
      std::memcpy(g + l, &gradient, sizeof(gradient));
      const Doubles sum = gradient + Load<Doubles>(up + l);
      least = sum < least ? sum : least;
    }
    smallest.Take(least, begin / kPassBlock);
  }
  return PlaceOfSmallest(v, smallest.Block());
}

DownChoice FindDown(const SmoVariables& v, double smallest, float diagonal_i, const float* row_i) {
  Doubles largest = -kInfinity - Doubles{};
  Floats best{};
  ShortIntegers best_block = -1 - ShortIntegers{};
  const auto gain_at = [&](Index p, Doubles sum) {
    const auto zero = Floats{};
    auto violation = __builtin_convertvector(sum - smallest, Floats);
    violation = violation > zero ? violation : zero;
    const Floats curvature =
        diagonal_i + Load<Floats>(v.diagonal.data() + p) - 2.0F * Load<Floats>(row_i + p);
    const Floats least = kLeastCurvature - zero;
    return violation * violation / (curvature > least ? curvature : least);
  };
  const Index n = v.gradient.size();
  for (Index begin = 0; begin < n; begin += kPassBlock) {
    Floats block_best{};
    for (Index p = begin; p < begin + kPassBlock; p += kLanes) {
      const Doubles sum = Load<Doubles>(v.gradient.data() + p) + Load<Doubles>(v.down.data() + p);
      largest = sum > largest ? sum : largest;
      const Floats gain = gain_at(p, sum);
      block_best = gain > block_best ? gain : block_best;
    }
    const auto more = block_best > best;
    best = more ? block_best : best;
    best_block =
        more ? static_cast<std::int32_t>(begin / kPassBlock) - ShortIntegers{} : best_block;
  }
  DownChoice choice{-kInfinity, -1};
  for (Index l = 0; l < kLanes; ++l) choice.largest = std::max(choice.largest, largest[l]);
  Index lane = 0;
  for (Index l = 1; l < kLanes; ++l)
    if (best[l] > best[lane]) lane = l;
  if (best[lane] > 0) {
    const Index begin = best_block[lane] * kPassBlock;
    for (Index p = begin; p < begin + kPassBlock; p += kLanes) {
      const Floats gain =
          gain_at(p, Load<Doubles>(v.gradient.data() + p) + Load<Doubles>(v.down.data() + p));
      for (Index l = 0; l < kLanes; ++l)
        if (gain[l] == best[lane]) choice.at = p + l;
    }
  }
  for (Index p = 0; choice.at < 0 && p < n; ++p)
    if (v.gradient[p] + v.down[p] == choice.largest) choice.at = p;
  MERCER_CHECK(choice.at >= 0);
  return choice;
}

}  // namespace mercer
