// exp by argument reduction (Cody & Waite 1980) and a Taylor polynomial.

#include "core/linalg/vector_functions.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
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
struct TaylorCoefficients {
  constexpr TaylorCoefficients() {
    double factorial = 1;
    for (int j = 0; j <= ExpOf<Real>::kDegree; ++j) {
      of[j] = static_cast<Real>(1 / factorial);
      factorial *= j + 1;
    }
  }
  Real of[ExpOf<Real>::kDegree + 1]{};
};

// In registers as wide as the machine's: the compiler compares the values of wider ones one by one.
template <class Real>
void Exp(Register<Real>& x) {
  using E = ExpOf<Real>;
  using Values = Register<Real>;
  constexpr TaylorCoefficients<Real> kTaylor;
  // Numbers near 1.5 · 2^bits are spaced by 1, and their last bits are the whole number itself.
  constexpr Real kRound = static_cast<Real>(std::int64_t{3} << (E::kMantissaBits - 1));
  const Values shifted = x * E::kInverseLn2 + kRound;
  const Values k = shifted - kRound;
  const Values r = x - k * E::kLn2 - k * E::kLn2Rest;
  Values power = r * kTaylor.of[E::kDegree] + kTaylor.of[E::kDegree - 1];
  for (int j = E::kDegree - 2; j >= 0; --j) power = power * r + kTaylor.of[j];
  Register<typename E::Bits> exponent, bits;
  std::memcpy(&exponent, &shifted, sizeof(bits));
  std::memcpy(&bits, &power, sizeof(bits));
  bits += exponent << E::kMantissaBits;
  std::memcpy(&power, &bits, sizeof(bits));
  // Where 2^k is beyond the normal numbers, the bits are not those of a power.
  power = x < E::kSmallest ? Values{} : power;
  power = x > E::kLargest ? Values{} + std::numeric_limits<Real>::infinity() : power;
  x = x == x ? power : x;  // nan
}

template <class Real>
void ExpInPlace(Real* values, Index n) {
  constexpr Index kWidth = kRegisterBytes / sizeof(Real);
  const auto apply = [](Real* to) {
    Register<Real> some;
    std::memcpy(&some, to, sizeof(some));
    Exp<Real>(some);
    std::memcpy(to, &some, sizeof(some));
  };
  Index done = 0;
  for (; done + kWidth <= n; done += kWidth) apply(values + done);
  if (done == n) return;
  // The rest goes through the vector form too: the compiler may round the scalar one otherwise.
  Real rest[kWidth] = {};
  std::copy(values + done, values + n, rest);
  apply(rest);
  std::copy(rest, rest + (n - done), values + done);
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

void VectorExp(double* values, Index n) { ExpInPlace(values, n); }

void VectorExp(float* values, Index n) { ExpInPlace(values, n); }

void ShiftedExp(const double* values, Index stride, Index count, const double* shifts,
                std::span<double* const> rows) {
  using Values = Register<double>;
  constexpr Index kWidth = kRegisterBytes / sizeof(double);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r] == nullptr) continue;
    const double* const from = values + static_cast<Index>(r) * stride;
    for (Index c = 0; c < count; c += kWidth) {
      const std::size_t bytes =
          sizeof(double) * static_cast<std::size_t>(std::min(kWidth, count - c));
      Values some{};
      if (bytes == sizeof(some)) {
        std::memcpy(&some, from + c, sizeof(some));
      } else {
        std::memcpy(&some, from + c, bytes);
      }
      some -= shifts[r];
      Exp<double>(some);
      if (bytes == sizeof(some)) {
        std::memcpy(rows[r] + c, &some, sizeof(some));
      } else {
        std::memcpy(rows[r] + c, &some, bytes);
      }
    }
  }
}

}  // namespace mercer
