#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "core/linalg/simd.h"
#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

using Floats = Register<float>;
constexpr Index kFloatLanes = kLanesOf<float>;
using Bits = Simd<std::uint32_t, kRegisterBytes>::Values;

// A float of this size has no digits after the point, and its last bit is that of the whole number
// added to it.
constexpr float kRounder = 0x1.8p23F;

// cos(πr) and sin(πr)/r by powers of r², near-minimax for |r| ≤ 1/2: absolute errors 2.2e-10 and
// 5.4e-11.
constexpr std::array<double, 6> kCos = {0.9999999997799041,  -4.93480213707882,
                                        4.058709159556162,   -1.335212003048446,
                                        0.23493731380585808, -0.024396324332337817};
constexpr std::array<double, 6> kSin = {3.1415926535362906,  -5.167712764624577,
                                        2.5501633189480177,  -0.5992521978329932,
                                        0.08205040184548125, -0.007028386462479827};

// scale · Σ c_i s^i.
class Polynomial {
 public:
  Polynomial(const std::array<double, 6>& coefficients, float scale) {
    for (std::size_t i = 0; i < coefficients.size(); ++i)
      coefficients_[i] = static_cast<float>(coefficients[i] * scale) - Floats{};
  }

  Floats operator()(Floats s) const {
    Floats sum = coefficients_[5];
    for (std::size_t i = 5; i-- > 0;) sum = sum * s + coefficients_[i];
    return sum;
  }

 private:
  std::array<Floats, 6> coefficients_;
};

// A number of half turns as r plus a whole number; odd ones flip the sign of cosine and sine.
struct Reduced {
  Floats r;
  Bits flip;

  explicit Reduced(Floats x) {
    const Floats rounded = x + kRounder;
    r = x - (rounded - kRounder);
    flip = std::bit_cast<Bits>(rounded) << 31;
  }
  Floats Flipped(Floats value) const {
    return std::bit_cast<Floats>(std::bit_cast<Bits>(value) ^ flip);
  }
};

// Calls body(Load of x + c, c) for whole registers; the last one is of a copy, and with `tail`.
template <class Body>
void ForEachRegister(const float* x, Index n, const Body& body) {
  Index c = 0;
  for (; c + kFloatLanes <= n; c += kFloatLanes) body(Load(x + c), c, kFloatLanes);
  if (c == n) return;
  std::array<float, kFloatLanes> rest{};
  std::copy(x + c, x + n, rest.begin());
  body(Load(rest.data()), c, n - c);
}

using Lanes = std::make_integer_sequence<int, static_cast<int>(kFloatLanes)>;

// a_first, b_first, a_(first + 1), … as far as they fill a register.
template <int first, int... lane>
Floats InTurns(Floats a, Floats b, std::integer_sequence<int, lane...> /*lanes*/) {
  return __builtin_shufflevector(
      a, b, (first + lane / 2 + (lane % 2 == 0 ? 0 : static_cast<int>(kFloatLanes)))...);
}

void StoreFirst(Floats value, Index count, float* to) {
  if (count == kFloatLanes) return Store(value, to);
  std::array<float, kFloatLanes> all;
  Store(value, all.data());
  std::copy(all.data(), all.data() + count, to);
}

}  // namespace

void ScaledCosPi(const float* halfturns, Index stride, Index count, float scale,
                 std::span<float* const> rows) {
  const Polynomial cos(kCos, scale);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    float* const row = rows[r];
    if (row == nullptr) continue;
    ForEachRegister(halfturns + static_cast<Index>(r) * stride, count,
                    [&](Floats x, Index c, Index used) {
                      const Reduced reduced(x);
                      StoreFirst(reduced.Flipped(cos(reduced.r * reduced.r)), used, row + c);
                    });
  }
}

void ScaledCosSinPi(const float* halfturns, Index stride, Index count, float scale,
                    float sine_scale, std::span<float* const> rows) {
  const Polynomial cos(kCos, scale), sin(kSin, sine_scale);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    float* const row = rows[r];
    if (row == nullptr) continue;
    ForEachRegister(halfturns + static_cast<Index>(r) * stride, count,
                    [&](Floats x, Index c, Index used) {
                      const Reduced reduced(x);
                      const Floats s = reduced.r * reduced.r;
                      const Floats cosines = reduced.Flipped(cos(s));
                      const Floats sines = reduced.Flipped(reduced.r * sin(s));
                      const Index first = std::min(2 * used, kFloatLanes);
                      StoreFirst(InTurns<0>(cosines, sines, Lanes()), first, row + 2 * c);
                      StoreFirst(InTurns<kFloatLanes / 2>(cosines, sines, Lanes()),
                                 2 * used - first, row + 2 * c + first);
                    });
  }
}

}  // namespace mercer
