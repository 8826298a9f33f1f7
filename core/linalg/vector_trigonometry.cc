#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>

#include "core/linalg/simd.h"
#include "core/linalg/vector_functions.h"

// Polynomials on [−π/2, π/2] after subtracting the nearest multiple of π. Both libmvec and SLEEF
// take about twice as long (bench_vector_functions): they also keep the relative error of results
// near zero small, which no feature needs.

namespace mercer {
namespace {

using Bits = Simd<std::uint64_t, kRegisterBytes>::Values;

// Angles up to this are reduced without error; larger ones go one by one to the scalar functions.
constexpr double kLargeAngle = 0x1p20;

// π in three parts; a multiple of the first two by a whole number below 2^19 is exact.
constexpr double kPi1 = 0x1.921fb54400000p+1, kPi2 = 0x1.0b4611a600000p-33,
                 kPi3 = 0x1.3198a2e037073p-68;
constexpr double kInversePi = 0x1.45f306dc9c883p-2;

// A number of this size has no digits after the point, and its last bit is that of the whole number
// added to it.
constexpr double kRounder = 0x1.8p52;

// (cos r − 1)/r² and (sin r − r)/r³ by powers of r², near-minimax for |r| ≤ π/2: absolute errors of
// cos and sin 1.6e-17 and 1.3e-18.
constexpr std::array<double, 8> kCos = {
    -0x1.0000000000000p-1,  0x1.5555555555526p-5,  -0x1.6c16c16c13953p-10, 0x1.a01a019d87525p-16,
    -0x1.27e4fa7121208p-22, 0x1.1eed1d6628797p-29, -0x1.9360bf0697e5dp-37, 0x1.a0d2f17496110p-45};
constexpr std::array<double, 8> kSin = {
    -0x1.5555555555555p-3,  0x1.1111111111107p-7,  -0x1.a01a01a018aadp-13, 0x1.71de3a5456716p-19,
    -0x1.ae6455a1d7086p-26, 0x1.6124015b5edd9p-33, -0x1.ae5138c11f788p-41, 0x1.89a4866f14504p-49};

inline Doubles Polynomial(const std::array<double, 8>& coefficients, Doubles s) {
  Doubles sum = coefficients[7] - Doubles{};
  for (std::size_t i = 7; i-- > 0;) sum = sum * s + coefficients[i];
  return sum;
}

// An angle as r plus a multiple of π; odd multiples flip the sign bit of cosine and sine.
struct Reduced {
  Doubles r;
  Bits flip;

  explicit Reduced(Doubles x) {
    const Doubles rounded = x * kInversePi + kRounder;
    const Doubles n = rounded - kRounder;
    r = ((x - n * kPi1) - n * kPi2) - n * kPi3;
    flip = std::bit_cast<Bits>(rounded) << 63;
  }
  Doubles Cos() const {
    const Doubles s = r * r;
    return Flipped(s * Polynomial(kCos, s) + 1.0);
  }
  Doubles Sin() const {
    const Doubles s = r * r;
    return Flipped((r * s) * Polynomial(kSin, s) + r);
  }
  Doubles Flipped(Doubles value) const {
    return std::bit_cast<Doubles>(std::bit_cast<Bits>(value) ^ flip);
  }
};

// Whether each of n angles, a multiple of kLanes, is below kLargeAngle in size: the sum below
// carries into the sign for all others, infinities and nan among them.
bool AllModerate(const double* angles, Index n) {
  constexpr std::uint64_t kSign = std::bit_cast<std::uint64_t>(-0.0);
  constexpr std::uint64_t kCarry = kSign - std::bit_cast<std::uint64_t>(kLargeAngle);
  Bits carried{};
  for (Index i = 0; i < n; i += kLanes)
    carried |= (std::bit_cast<Bits>(Load(angles + i)) & ~kSign) + kCarry;
  return (OrOfLanes(carried) & kSign) == 0;
}

template <bool with_sines>
void Evaluate(const double* angles, Index n, double* cosines, double* sines) {
  for (Index i = 0; i < n; i += kLanes) {
    const Reduced reduced(Load(angles + i));
    if constexpr (with_sines) Store(reduced.Sin(), sines + i);
    Store(reduced.Cos(), cosines + i);
  }
}

// A piece with an angle that is large or not finite. The bits of the others stay the same.
template <bool with_sines>
void EvaluateOneByOne(const double* angles, Index n, double* cosines, double* sines) {
  for (Index i = 0; i < n; ++i) {
    const double angle = angles[i];
    std::array<double, kLanes> in{}, cosine{}, sine{};
    in[0] = angle;
    if (std::abs(angle) < kLargeAngle) {
      Evaluate<with_sines>(in.data(), kLanes, cosine.data(), sine.data());
    } else {
      cosine[0] = std::cos(angle);
      sine[0] = std::sin(angle);
    }
    if constexpr (with_sines) sines[i] = sine[0];
    cosines[i] = cosine[0];
  }
}

template <bool with_sines>
void EvaluatePiece(const double* angles, Index n, double* cosines, double* sines) {
  if (AllModerate(angles, n)) {
    Evaluate<with_sines>(angles, n, cosines, sines);
  } else {
    EvaluateOneByOne<with_sines>(angles, n, cosines, sines);
  }
}

template <bool with_sines>
void EvaluateAll(const double* angles, Index n, double* cosines, double* sines) {
  constexpr Index kPiece = 256;
  Index done = 0;
  for (; done + kLanes <= n;) {
    const Index size = std::min(kPiece, (n - done) / kLanes * kLanes);
    EvaluatePiece<with_sines>(angles + done, size, cosines + done, sines + done);
    done += size;
  }
  if (done == n) return;
  std::array<double, kLanes> rest{}, cosine{}, sine{};
  std::copy(angles + done, angles + n, rest.begin());
  EvaluatePiece<with_sines>(rest.data(), kLanes, cosine.data(), sine.data());
  std::copy(cosine.data(), cosine.data() + (n - done), cosines + done);
  if constexpr (with_sines) std::copy(sine.data(), sine.data() + (n - done), sines + done);
}

// scale·cos(πx) for |x| < 2^51. In half turns the reduction is a subtraction without error, and the
// scale rides on the coefficients.
class CosPi {
 public:
  explicit CosPi(double scale) : scale_(scale - Doubles{}) {
    constexpr long double kPi = std::numbers::pi_v<long double>;
    long double power = kPi * kPi;
    for (std::size_t i = 0; i < kCos.size(); ++i, power *= kPi * kPi)
      coefficients_[i] = static_cast<double>(kCos[i] * power * scale) - Doubles{};
  }

  // Sets bits among the first twelve of a lane of `beyond` where x is larger, infinite or nan.
  Doubles operator()(Doubles x, Bits& beyond) const {
    const Doubles rounded = x + kRounder;
    beyond |= std::bit_cast<Bits>(rounded) ^ std::bit_cast<std::uint64_t>(kRounder);
    const Doubles r = x - (rounded - kRounder), s = r * r;
    Doubles sum = coefficients_[7];
    for (std::size_t i = 7; i-- > 0;) sum = sum * s + coefficients_[i];
    sum = sum * s + scale_;
    return std::bit_cast<Doubles>(std::bit_cast<Bits>(sum) ^ (std::bit_cast<Bits>(rounded) << 63));
  }

 private:
  std::array<Doubles, 8> coefficients_;
  Doubles scale_;
};

bool AnyBeyond(Bits beyond) { return OrOfLanes(beyond) >> 52 != 0; }

Bits EvaluateCosPi(const CosPi& cos_pi, const double* x, Index n, double* to) {
  Bits beyond{};
  Index c = 0;
  for (; c + kLanes <= n; c += kLanes) Store(cos_pi(Load(x + c), beyond), to + c);
  if (c == n) return beyond;
  std::array<double, kLanes> rest{};
  std::copy(x + c, x + n, rest.begin());
  Store(cos_pi(Load(rest.data()), beyond), rest.data());
  std::copy(rest.data(), rest.data() + (n - c), to + c);
  return beyond;
}

// cos(πx) has period 2, and the remainder of a number of any size is exact.
void ReplaceBeyond(const double* x, Index n, double scale, double* to) {
  for (Index c = 0; c < n; ++c) {
    if (!(std::abs(x[c]) < 0x1p51))
      to[c] = scale * std::cos(std::numbers::pi * std::fmod(x[c], 2.0));
  }
}

}  // namespace

void VectorCos(double* values, Index n) { EvaluateAll<false>(values, n, values, values); }

void VectorCosSin(const double* angles, Index n, double* cosines, double* sines) {
  EvaluateAll<true>(angles, n, cosines, sines);
}

void ScaledCosPi(const double* halfturns, Index stride, Index count, double scale,
                 std::span<double* const> rows) {
  const CosPi cos_pi(scale);
  constexpr std::size_t kRows = 8;  // looking for large numbers costs little for several rows
  for (std::size_t first = 0; first < rows.size(); first += kRows) {
    const std::size_t end = std::min(rows.size(), first + kRows);
    Bits beyond{};
    for (std::size_t r = first; r < end; ++r) {
      if (rows[r] != nullptr)
        beyond |= EvaluateCosPi(cos_pi, halfturns + static_cast<Index>(r) * stride, count, rows[r]);
    }
    if (!AnyBeyond(beyond)) continue;
    for (std::size_t r = first; r < end; ++r) {
      if (rows[r] != nullptr)
        ReplaceBeyond(halfturns + static_cast<Index>(r) * stride, count, scale, rows[r]);
    }
  }
}

}  // namespace mercer
