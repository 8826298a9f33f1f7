// The passes over the variables of SMO (smo.cc): the gradient's update and the choice of the
// working set by second-order information (Fan, Chen & Lin 2005), in SIMD lanes.

#include "core/learners/kernel/smo_passes.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/base/error.h"

// Registers are passed by value between functions of this file alone: that a machine without such
// registers passes them otherwise concerns nobody else.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace mercer {
namespace {

// One register with AVX-512; the compiler splits what is wider than the machine's.
constexpr Index kWide = 8;
using WideDoubles = Simd<double, 64>::Values;
using Floats = Simd<float, 32>::Values;
using Integers = Simd<std::int64_t, 64>::Values;
using ShortIntegers = Simd<std::int32_t, 32>::Values;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr auto kLeastFloatCurvature = static_cast<float>(kLeastCurvature);

template <class Values, class Real>
Values LoadAs(const Real* from) {
  Values value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

WideDoubles LoadDoubles(const double* from) { return LoadAs<WideDoubles>(from); }

WideDoubles LoadFloats(const float* from) {
  return __builtin_convertvector(LoadAs<Floats>(from), WideDoubles);
}

// The smallest sums so far, and the blocks they were in.
constexpr PassCandidates NoSmallest() { return {kInfinity - WideDoubles{}, Integers{}}; }

void TakeSmaller(PassCandidates& found, const PassCandidates& other) {
  const auto less = other.value < found.value;
  found.value = less ? other.value : found.value;
  found.at = less ? other.at : found.at;
}

// The largest values so far, and the places of their first lanes.
constexpr PassCandidates NoLargest() { return {WideDoubles{}, -1 - Integers{}}; }

void TakeLarger(PassCandidates& found, const PassCandidates& other) {
  const auto more = other.value > found.value;
  found.value = more ? other.value : found.value;
  found.at = more ? other.at : found.at;
}

// Relative to K_ii K_jj: what floats make of 0.
constexpr double kLeastDeterminant = 1e-6;

// max(0, upward − up, down − upward)²
WideDoubles SquaredViolation(WideDoubles upward, const double* up, const double* down) {
  const WideDoubles by_up = upward - LoadDoubles(up), by_down = LoadDoubles(down) - upward;
  const WideDoubles larger = by_up > by_down ? by_up : by_down;
  const auto zero = WideDoubles{};
  const WideDoubles violation = larger > zero ? larger : zero;
  return violation * violation;
}

WideDoubles AtLeast(WideDoubles value, WideDoubles least) { return value > least ? value : least; }

WideDoubles GainAt(const SmoVariables& v, Index p, WideDoubles gradient) {
  return SquaredViolation(-gradient, v.up.data() + p, v.down.data() + p) /
         AtLeast(LoadFloats(v.diagonal.data() + p),
                 static_cast<double>(kLeastFloatCurvature) - WideDoubles{});
}

// The gains of a step that begins with the variable of this diagonal, row and smallest sum.
Floats StepGain(const SmoVariables& v, Index p, WideDoubles sum, double smallest, float diagonal_i,
                const float* row_i) {
  const auto zero = Floats{};
  auto violation = __builtin_convertvector(sum - smallest, Floats);
  violation = violation > zero ? violation : zero;
  const Floats curvature =
      diagonal_i + LoadAs<Floats>(v.diagonal.data() + p) - 2.0F * LoadAs<Floats>(row_i + p);
  const Floats least = kLeastFloatCurvature - zero;
  return violation * violation / (curvature > least ? curvature : least);
}

WideDoubles DownSum(const SmoVariables& v, Index p) {
  return LoadDoubles(v.gradient.data() + p) + LoadDoubles(v.down.data() + p);
}

}  // namespace

void FindUp(const SmoVariables& v, PassRange range, PassCandidates* found) {
  PassCandidates smallest = NoSmallest();
  for (Index begin = range.begin; begin < range.end; begin += kPassBlock) {
    const double* g = v.gradient.data() + begin;
    const double* up = v.up.data() + begin;
    WideDoubles least = LoadDoubles(g) + LoadDoubles(up);
    for (Index l = kWide; l < kPassBlock; l += kWide) {
      const WideDoubles sum = LoadDoubles(g + l) + LoadDoubles(up + l);
      least = sum < least ? sum : least;
    }
    TakeSmaller(smallest, {least, begin / kPassBlock - Integers{}});
  }
  *found = smallest;
}

void UpdateAndFindUp(SmoVariables& v, PassRange range, double step, const float* row_i,
                     const float* row_j, PassCandidates* found) {
  PassCandidates smallest = NoSmallest();
  for (Index begin = range.begin; begin < range.end; begin += kPassBlock) {
    double* g = v.gradient.data() + begin;
    const double* up = v.up.data() + begin;
    WideDoubles least = kInfinity - WideDoubles{};
    for (Index l = 0; l < kPassBlock; l += kWide) {
      const WideDoubles i = LoadFloats(row_i + begin + l), j = LoadFloats(row_j + begin + l);
      const WideDoubles gradient = LoadDoubles(g + l) + step * (i - j);
      std::memcpy(g + l, &gradient, sizeof(gradient));
      const WideDoubles sum = gradient + LoadDoubles(up + l);
      least = sum < least ? sum : least;
    }
    TakeSmaller(smallest, {least, begin / kPassBlock - Integers{}});
  }
  *found = smallest;
}

Index ChooseUp(const SmoVariables& v, std::span<const PassCandidates> found) {
  PassCandidates smallest = NoSmallest();
  for (const PassCandidates& candidates : found) TakeSmaller(smallest, candidates);
  Index lane = 0;
  for (Index l = 1; l < kWide; ++l)
    if (smallest.value[l] < smallest.value[lane]) lane = l;
  const Index begin = smallest.at[lane] * kPassBlock;
  Index place = begin;
  for (Index p = begin + 1; p < begin + kPassBlock; ++p)
    if (v.gradient[p] + v.up[p] < v.gradient[place] + v.up[place]) place = p;
  return place;
}

void FindDown(const SmoVariables& v, PassRange range, double smallest, float diagonal_i,
              const float* row_i, DownCandidates* found) {
  DownCandidates best{-kInfinity - WideDoubles{}, Floats{}, -1 - ShortIntegers{}};
  for (Index begin = range.begin; begin < range.end; begin += kPassBlock) {
    Floats block_best{};
    for (Index p = begin; p < begin + kPassBlock; p += kWide) {
      const WideDoubles sum = DownSum(v, p);
      best.largest = sum > best.largest ? sum : best.largest;
      const Floats gain = StepGain(v, p, sum, smallest, diagonal_i, row_i);
      block_best = gain > block_best ? gain : block_best;
    }
    const auto more = block_best > best.gain;
    best.gain = more ? block_best : best.gain;
    best.block =
        more ? static_cast<std::int32_t>(begin / kPassBlock) - ShortIntegers{} : best.block;
  }
  *found = best;
}

DownChoice ChooseDown(const SmoVariables& v, double smallest, float diagonal_i, const float* row_i,
                      std::span<const DownCandidates> found) {
  DownCandidates best = found[0];
  for (const DownCandidates& other : found.subspan(1)) {
    best.largest = other.largest > best.largest ? other.largest : best.largest;
    const auto more = other.gain > best.gain;
    best.gain = more ? other.gain : best.gain;
    best.block = more ? other.block : best.block;
  }
  DownChoice choice{-kInfinity, -1};
  for (Index l = 0; l < kWide; ++l) choice.largest = std::max(choice.largest, best.largest[l]);
  Index lane = 0;
  for (Index l = 1; l < kWide; ++l)
    if (best.gain[l] > best.gain[lane]) lane = l;
  if (best.gain[lane] > 0) {
    const Index begin = best.block[lane] * kPassBlock;
    for (Index p = begin; p < begin + kPassBlock; p += kWide) {
      const Floats gain = StepGain(v, p, DownSum(v, p), smallest, diagonal_i, row_i);
      for (Index l = 0; l < kWide; ++l)
        if (gain[l] == best.gain[lane]) choice.at = p + l;
    }
  }
  for (Index p = 0; choice.at < 0 && p < v.gradient.size(); ++p)
    if (v.gradient[p] + v.down[p] == choice.largest) choice.at = p;
  // A sum that is no number equals nothing.
  if (choice.at < 0) {
    throw InvalidInput(
        "exact kernel machine: a gradient is not finite; expected kernel values and a cost whose "
        "products stay in the range of a double (scale the rows or the kernel)");
  }
  return choice;
}

void FindLargestGain(const SmoVariables& v, PassRange range, PassCandidates* found) {
  PassCandidates largest = NoLargest();
  for (Index p = range.begin; p < range.end; p += kWide)
    TakeLarger(largest, {GainAt(v, p, LoadDoubles(v.gradient.data() + p)), p - Integers{}});
  *found = largest;
}

void UpdateAndFindLargestGain(SmoVariables& v, PassRange range, double step_i, const float* row_i,
                              double step_j, const float* row_j, PassCandidates* found) {
  PassCandidates largest = NoLargest();
  for (Index p = range.begin; p < range.end; p += kWide) {
    double* g = v.gradient.data() + p;
    const WideDoubles gradient =
        LoadDoubles(g) + step_i * LoadFloats(row_i + p) + step_j * LoadFloats(row_j + p);
    std::memcpy(g, &gradient, sizeof(gradient));
    TakeLarger(largest, {GainAt(v, p, gradient), p - Integers{}});
  }
  *found = largest;
}

void FindPartner(const SmoVariables& v, PassRange range, Index i, const float* row_i,
                 PassCandidates* found) {
  const auto diagonal_i = std::max(static_cast<double>(v.diagonal[i]), kLeastCurvature);
  const double gradient_i = v.gradient[i];
  PassCandidates largest = NoLargest();
  for (Index p = range.begin; p < range.end; p += kWide) {
    const WideDoubles product = LoadFloats(row_i + p);
    const WideDoubles diagonals = diagonal_i * LoadFloats(v.diagonal.data() + p);
    const WideDoubles upward =
        product * gradient_i - diagonal_i * LoadDoubles(v.gradient.data() + p);
    const WideDoubles determinant =
        AtLeast(diagonals - product * product,
                AtLeast(kLeastDeterminant * diagonals, 1e-24 - WideDoubles{}));
    TakeLarger(largest, {SquaredViolation(upward, v.up.data() + p, v.down.data() + p) / determinant,
                         p - Integers{}});
  }
  *found = largest;
}

Index ChooseLargest(std::span<const PassCandidates> found) {
  PassCandidates largest = NoLargest();
  for (const PassCandidates& candidates : found) TakeLarger(largest, candidates);
  Index lane = 0;
  for (Index l = 1; l < kWide; ++l)
    if (largest.value[l] > largest.value[lane]) lane = l;
  return largest.at[lane] < 0 ? -1 : largest.at[lane] + lane;
}

}  // namespace mercer
