// exp by argument reduction (Cody & Waite 1980) and a Taylor polynomial.

#include "core/linalg/vector_functions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "core/linalg/simd.h"

namespace mercer {
namespace {

// For exp(x) = 2^k exp(r), k the whole number nearest to x / ln 2 and r = x − k ln 2.
template <class Real>
struct ExpOf;

template <>
struct ExpOf<double> {
  using Bits = std::uint64_t;
  static constexpr int kMantissaBits = 52;
  static constexpr int kDegree = 12;  // Taylor's, within 1.8e-16 of exp(r) for |r| ≤ ln(2)/2
  // ln 2 in two parts: a product of k with the first is exact, as its last 21 bits are 0.
  static constexpr double kLn2 = 0x1.62e42feep-1, kLn2Rest = 0x1.a39ef35793c76p-33;
  static constexpr double kInverseLn2 = 0x1.71547652b82fep+0;
  // Of the smallest normal number and of the largest.
  static constexpr double kSmallest = -0x1.6232bdd7abcd2p+9, kLargest = 0x1.62e42fefa39efp+9;
};

template <>
struct ExpOf<float> {
  using Bits = std::uint32_t;
  static constexpr int kMantissaBits = 23;
  static constexpr int kDegree = 6;                                        // within 1.3e-7
  static constexpr float kLn2 = 0x1.62e4p-1F, kLn2Rest = 0x1.7f7d1cp-20F;  // 9 bits are 0
  static constexpr float kInverseLn2 = 0x1.715476p+0F;
  static constexpr float kSmallest = -0x1.5d589ep+6F, kLargest = 0x1.62e42ep+6F;
};

// 1/j! for j = 0 … kDegree.
template <class Real>
constexpr auto InverseFactorials() {
  std::array<Real, ExpOf<Real>::kDegree + 1> inverse{};
  double factorial = 1;
  for (std::size_t j = 0; j < inverse.size(); factorial *= static_cast<double>(++j))
    inverse[j] = static_cast<Real>(1 / factorial);
  return inverse;
}

// exp in registers as wide as the machine's: the compiler compares the values of wider ones one by
// one. Each step waits for the one before, so two registers take turns.
template <class Real>
class Exp {
 public:
  static constexpr Index kWidth = kLanesOf<Real>, kPair = 2 * kWidth;

  Exp() {
    constexpr auto kTaylor = InverseFactorials<Real>();
    for (std::size_t j = 0; j < kTaylor.size(); ++j) taylor_[j] = kTaylor[j] - Values{};
  }

  /// to[i] = exp(from[i] − shift) for i < count, a multiple of kWidth; `to` may be `from`.
  template <Index count>
  void operator()(const Real* from, Real shift, Real* to) const {
    constexpr Index kSome = count / kWidth;
    // Numbers near 1.5 · 2^bits are spaced by 1, and their last bits are the whole number itself.
    constexpr Real kRound = static_cast<Real>(std::int64_t{3} << (E::kMantissaBits - 1));
    Values shifted[kSome], r[kSome], power[kSome];
    Bits beyond{};
#pragma GCC unroll 2
    for (Index i = 0; i < kSome; ++i) {
      const Values x = Load(from + i * kWidth) - shift;
      beyond |= (std::bit_cast<Bits>(x) & ~kSign) + kCarry;
      shifted[i] = x * E::kInverseLn2 + kRound;
      const Values k = shifted[i] - kRound;
      r[i] = x - k * E::kLn2 - k * E::kLn2Rest;
      power[i] = r[i] * taylor_[E::kDegree] + taylor_[E::kDegree - 1];
    }
#pragma GCC unroll 16
    for (int j = E::kDegree - 2; j >= 0; --j) {
#pragma GCC unroll 2
      for (Index i = 0; i < kSome; ++i) power[i] = power[i] * r[i] + taylor_[j];
    }
    // No sum carried into the sign: all |x| < −kSmallest, and none is nan.
    const bool all_moderate = (OrOfLanes(beyond) & kSign) == 0;
#pragma GCC unroll 2
    for (Index i = 0; i < kSome; ++i) {
      const Values scaled = std::bit_cast<Values>(
          std::bit_cast<Bits>(power[i]) + (std::bit_cast<Bits>(shifted[i]) << E::kMantissaBits));
      Store(all_moderate ? scaled : OfAnySize(Load(from + i * kWidth) - shift, scaled),
            to + i * kWidth);
    }
  }

 private:
  using E = ExpOf<Real>;
  using Values = Register<Real>;
  using Bits = Register<typename E::Bits>;
  static constexpr typename E::Bits kSign = std::bit_cast<typename E::Bits>(Real{-0.0}),
                                    kCarry = kSign - std::bit_cast<typename E::Bits>(-E::kSmallest);

  // Where 2^k is beyond the normal numbers, the bits are not those of a power.
  static Values OfAnySize(Values x, Values power) {
    power = x < E::kSmallest ? Values{} : power;
    power = x > E::kLargest ? Values{} + std::numeric_limits<Real>::infinity() : power;
    return x == x ? power : x;  // nan
  }

  Values taylor_[E::kDegree + 1];
};

template <class Real>
void ShiftedExpOfRow(const Exp<Real>& exp, const Real* from, Index n, Real shift, Real* to) {
  constexpr Index kWidth = Exp<Real>::kWidth, kPair = Exp<Real>::kPair;
  Index done = 0;
  for (; done + kPair <= n; done += kPair)
    exp.template operator()<kPair>(from + done, shift, to + done);
  for (; done + kWidth <= n; done += kWidth)
    exp.template operator()<kWidth>(from + done, shift, to + done);
  if (done == n) return;
  // The rest goes through the vector form too: the compiler may round the scalar one otherwise.
  Real rest[kWidth] = {};
  std::copy(from + done, from + n, rest);
  exp.template operator()<kWidth>(rest, shift, rest);
  std::copy(rest, rest + (n - done), to + done);
}

// A finite value's exponent is not all ones. Adding one to an exponent of all ones carries into the
// sign, so one OR over all values tells; unlike a sum it needs no order and vectorises.
template <class Real, class Bits>
bool AreFinite(const Real* values, Index n, Bits exponent) {
  const Bits one = exponent & ~(exponent - 1);
  Bits carried = 0;
  for (Index i = 0; i < n; ++i) carried |= (std::bit_cast<Bits>(values[i]) & exponent) + one;
  return carried >> (8 * sizeof(Bits) - 1) == 0;
}

}  // namespace

bool AllFinite(const double* values, Index n) {
  return AreFinite(values, n, std::uint64_t{0x7ff0000000000000});
}

bool AllFinite(const float* values, Index n) {
  return AreFinite(values, n, std::uint32_t{0x7f800000});
}

void VectorExp(double* values, Index n) { ShiftedExpOfRow(Exp<double>(), values, n, 0.0, values); }

void VectorExp(float* values, Index n) { ShiftedExpOfRow(Exp<float>(), values, n, 0.0F, values); }

void ShiftedExp(const double* values, Index stride, Index count, const double* shifts,
                std::span<double* const> rows) {
  const Exp<double> exp;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r] != nullptr)
      ShiftedExpOfRow(exp, values + static_cast<Index>(r) * stride, count, shifts[r], rows[r]);
  }
}

}  // namespace mercer
