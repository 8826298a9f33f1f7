#include "experiments/report/plot/draw/method_look.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace mercer {
namespace {

std::array<double, 3> LinearRgb(const char* colour) {
  std::array<double, 3> parts{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double part = std::stoi(std::string(colour).substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    parts[i] = part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  }
  return parts;
}

/// CIE's lightness, from 0 (black) to 100: what is left of a colour in greyscale.
double Lightness(const char* colour) {
  const auto [red, green, blue] = LinearRgb(colour);
  const double y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
}

TEST(MethodLook, NoTwoAreAlikeWithOrWithoutColour) {
  static_assert(kMethodLooks >= 16);
  for (std::size_t i = 0; i < kMethodLooks; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const MethodLook &a = LookOf(i), &b = LookOf(j);
      EXPECT_TRUE(a.colour != std::string(b.colour) || a.filled != b.filled) << i << " " << j;
      if (a.filled != b.filled) continue;
      EXPECT_GT(std::abs(Lightness(a.colour) - Lightness(b.colour)), 25) << i << " " << j;
      EXPECT_NE(a.dash, b.dash) << i << " " << j;
    }
  }
}

TEST(MethodLook, NoneIsGrey) {
  for (std::size_t i = 0; i < kMethodLooks; ++i) {
    const auto parts = LinearRgb(LookOf(i).colour);
    const auto [least, most] = std::ranges::minmax(parts);
    EXPECT_TRUE(most == 0 || most > 1.5 * least) << LookOf(i).colour;
  }
}

}  // namespace
}  // namespace mercer
