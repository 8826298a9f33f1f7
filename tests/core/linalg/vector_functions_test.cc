#include "core/linalg/vector_functions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/base/random.h"
#include "core/base/types.h"

namespace mercer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<double> Grid(double from, double to, int n) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(from + (to - from) * i / (n - 1));
  return values;
}

TEST(VectorExp, IsAccurateOverTheWholeRange) {
  for (const double range : {1e-9, 1.0, 30.0, 708.0}) {
    const std::vector<double> x = Grid(-range, range, 20011);
    std::vector<double> y = x;
    VectorExp(y.data(), static_cast<Index>(y.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const long double exact = std::exp(static_cast<long double>(x[i]));
      ASSERT_LE(std::abs((y[i] - exact) / exact), 1e-15L) << x[i];
    }
  }
}

TEST(VectorExp, FloatsAreAccurateAndTheirBitsDoNotDependOnTheirPlace) {
  for (const double range : {1e-6, 1.0, 30.0, 87.0}) {
    std::vector<float> x;
    for (const double value : Grid(-range, range, 20011)) x.push_back(static_cast<float>(value));
    std::vector<float> y = x;
    VectorExp(y.data(), static_cast<Index>(y.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double exact = std::exp(static_cast<double>(x[i]));
      ASSERT_LE(std::abs(static_cast<double>(y[i]) - exact) / exact, 5e-7) << x[i];
      if (i % 100 > 0) continue;
      float alone = x[i];
      VectorExp(&alone, 1);
      ASSERT_EQ(alone, y[i]);
    }
  }
  std::vector<float> x = {0, 89, -200, std::nanf("")};
  VectorExp(x.data(), 4);
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(x[1], std::numeric_limits<float>::infinity());
  EXPECT_EQ(x[2], 0);
  EXPECT_TRUE(std::isnan(x[3]));
}

TEST(VectorExp, SpecialValues) {
  std::vector<double> x = {0, -0.0, 710, kInfinity, -kInfinity, -746, std::nan(""), 1, 709.7};
  VectorExp(x.data(), static_cast<Index>(x.size()));
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(x[1], 1);
  EXPECT_EQ(x[2], kInfinity);
  EXPECT_EQ(x[3], kInfinity);
  EXPECT_EQ(x[4], 0);
  EXPECT_LE(x[5], 5e-324);
  EXPECT_GE(x[5], 0);
  EXPECT_TRUE(std::isnan(x[6]));
  EXPECT_NEAR(x[8] / std::exp(709.7), 1, 1e-15);
}

TEST(ShiftedExp, IsVectorExpOfTheDifferencesWhereRowsAre) {
  constexpr Index kStride = 37;
  RandomStream stream(1, StreamPurpose::kTest, 5);
  Vector values(3 * kStride), shifts(3);
  for (double& value : values) value = 20 * stream.Uniform() - 10;
  shifts << 0.5, 700, -3;
  for (const Index count : {1, 7, 8, 37}) {
    Vector first = Vector::Constant(kStride, -5), third = first;
    const std::vector<double*> rows = {first.data(), nullptr, third.data()};
    ShiftedExp(values.data(), kStride, count, shifts.data(), rows);
    for (const Index r : {0, 2}) {
      Vector expected = values.segment(r * kStride, count).array() - shifts[r];
      VectorExp(expected.data(), count);
      const Vector& row = r == 0 ? first : third;
      EXPECT_EQ(row.head(count), expected);
      EXPECT_EQ(row.tail(kStride - count), Vector::Constant(kStride - count, -5));
    }
  }
}

TEST(VectorCos, IsAccurateForLargeAnglesToo) {
  for (const double range : {1e-3, 3.2, 100.0, 1e6}) {
    const std::vector<double> x = Grid(-range, range, 20011);
    std::vector<double> y = x;
    VectorCos(y.data(), static_cast<Index>(y.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const long double exact = std::cos(static_cast<long double>(x[i]));
      ASSERT_LE(std::abs(y[i] - exact), 1e-15L) << x[i];
    }
  }
}

TEST(VectorCos, SpecialValues) {
  std::vector<double> x = {0, kInfinity, -kInfinity, std::nan(""), 1e22};
  VectorCos(x.data(), static_cast<Index>(x.size()));
  EXPECT_EQ(x[0], 1);
  for (int i = 1; i <= 3; ++i) EXPECT_TRUE(std::isnan(x[static_cast<std::size_t>(i)])) << i;
  EXPECT_NEAR(x[4], std::cos(1e22), 1e-12);
}

TEST(ScaledCosPi, IsAccurateForNumbersOfAnySize) {
  constexpr Index kRows = 11, kStride = 40, kCount = 37;
  for (const double range : {1e-3, 1.0, 32.0, 3e5, 1e12, 1e17}) {
    RandomStream stream(3, StreamPurpose::kTest, 0);
    std::vector<double> x(kRows * kStride);
    for (double& value : x) value = range * (2 * stream.Uniform() - 1);
    Matrix out = Matrix::Constant(kRows, kStride, 7);
    std::vector<double*> rows;
    for (Index r = 0; r < kRows; ++r) rows.push_back(r == 4 ? nullptr : out.row(r).data());
    ScaledCosPi(x.data(), kStride, kCount, -0.3, rows);
    for (Index r = 0; r < kRows; ++r) {
      for (Index c = 0; c < kStride; ++c) {
        if (r == 4 || c >= kCount) {
          ASSERT_EQ(out(r, c), 7) << "row " << r << " column " << c << " is not to be written";
          continue;
        }
        const long double turn =
            std::fmod(static_cast<long double>(x[static_cast<std::size_t>(r * kStride + c)]), 2.0L);
        const long double exact = -0.3 * std::cos(std::numbers::pi_v<long double> * turn);
        ASSERT_LE(std::abs(out(r, c) - exact), 0.3e-15L) << "range " << range;
      }
    }
  }
}

TEST(ScaledCosPi, ValuesDoNotDependOnTheirPlaceOrNeighbours) {
  constexpr Index kCount = 33;
  RandomStream stream(3, StreamPurpose::kTest, 1);
  std::vector<double> x(2 * kCount);
  for (double& value : x) value = 20 * stream.Uniform() - 10;
  std::vector<double> together(x.size()), alone(1);
  x[5] = std::numeric_limits<double>::infinity();
  x[40] = std::numeric_limits<double>::quiet_NaN();
  x[7] = 0x1p60;
  const std::vector<double*> rows{together.data(), together.data() + kCount}, one{alone.data()};
  ScaledCosPi(x.data(), kCount, kCount, 1, rows);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ScaledCosPi(x.data() + i, 1, 1, 1, one);
    if (i == 5 || i == 40) {
      EXPECT_TRUE(std::isnan(together[i]));
    } else {
      EXPECT_EQ(together[i], alone[0]) << x[i];
    }
  }
  EXPECT_EQ(together[7], 1);
}

TEST(ScaledCosPi, FloatsAreAccurateAndTheirBitsDoNotDependOnTheirPlace) {
  constexpr Index kRows = 3, kStride = 80, kCount = 77;
  for (const double range : {1e-3, 1.0, 32.0, 2e6}) {
    RandomStream stream(3, StreamPurpose::kTest, 2);
    std::vector<float> x(kRows * kStride);
    for (float& value : x) value = static_cast<float>(range * (2 * stream.Uniform() - 1));
    FloatMatrix cosines = FloatMatrix::Constant(kRows, kStride, 7);
    FloatMatrix both = FloatMatrix::Constant(kRows, 2 * kStride, 7);
    const std::vector<float*> rows{cosines.row(0).data(), nullptr, cosines.row(2).data()};
    const std::vector<float*> pairs{both.row(0).data(), nullptr, both.row(2).data()};
    ScaledCosPi(x.data(), kStride, kCount, -0.3F, rows);
    ScaledCosSinPi(x.data(), kStride, kCount, -0.3F, 0.6F, pairs);
    EXPECT_EQ(cosines.row(1), FloatMatrix::Constant(1, kStride, 7));
    EXPECT_EQ(cosines(2, kCount), 7);
    EXPECT_EQ(both(2, 2 * kCount), 7);
    for (const Index r : {0, 2}) {
      for (Index c = 0; c < kCount; ++c) {
        const float halfturns = x[static_cast<std::size_t>(r * kStride + c)];
        const double angle = std::numbers::pi * std::fmod(static_cast<double>(halfturns), 2.0);
        ASSERT_NEAR(cosines(r, c), -0.3 * std::cos(angle), 0.3 * 3e-7) << halfturns;
        ASSERT_EQ(both(r, 2 * c), cosines(r, c));
        ASSERT_NEAR(both(r, 2 * c + 1), 0.6 * std::sin(angle), 0.6 * 3e-7) << halfturns;
        float alone = 0;
        ScaledCosPi(&halfturns, 1, 1, -0.3F, std::vector<float*>{&alone});
        ASSERT_EQ(alone, cosines(r, c)) << halfturns;
      }
    }
  }
}

TEST(VectorCosSin, IsAccurateAndItsCosinesAreThoseOfVectorCos) {
  for (const double range : {1e-3, 3.2, 100.0, 1e6, 1e7}) {
    const std::vector<double> x = Grid(-range, range, 20011);
    std::vector<double> cosines = x, sines(x.size()), expected = x;
    VectorCosSin(cosines.data(), static_cast<Index>(x.size()), cosines.data(), sines.data());
    VectorCos(expected.data(), static_cast<Index>(x.size()));
    EXPECT_EQ(cosines, expected);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const long double exact = std::sin(static_cast<long double>(x[i]));
      ASSERT_LE(std::abs(sines[i] - exact), 1e-15L) << x[i];
    }
  }
}

TEST(VectorCosSin, SpecialValuesAmongOrdinaryOnes) {
  const std::vector<double> x = {0, kInfinity, 1, std::nan(""), 1e22, -0.0, 2, 3, 4, -kInfinity, 5};
  std::vector<double> cosines(x.size()), sines(x.size());
  VectorCosSin(x.data(), static_cast<Index>(x.size()), cosines.data(), sines.data());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isfinite(x[i])) {
      EXPECT_NEAR(cosines[i], std::cos(x[i]), 1e-15);
      EXPECT_NEAR(sines[i], std::sin(x[i]), 1e-15);
    } else {
      EXPECT_TRUE(std::isnan(cosines[i]));
      EXPECT_TRUE(std::isnan(sines[i]));
    }
  }
  EXPECT_EQ(cosines[0], 1);
  EXPECT_EQ(sines[0], 0);
}

// Bits that depend on the place in the array would make results depend on how rows are cut.
TEST(VectorFunctions, BitsDoNotDependOnPlaceOrLength) {
  std::vector<double> x = Grid(-20, 20, 77);
  x[30] = 1e9;  // takes another way through the cosine, alone
  using Function = void (*)(double*, Index);
  for (const Function function : std::initializer_list<Function>{&VectorExp, &VectorCos}) {
    std::vector<double> whole = x;
    function(whole.data(), static_cast<Index>(whole.size()));
    for (std::size_t from : {0U, 1U, 3U, 64U, 76U}) {
      for (std::size_t n : {0U, 1U, 2U, 5U, 8U, 13U}) {
        std::vector<double> part = x;
        const std::size_t count = std::min(n, x.size() - from);
        function(part.data() + from, static_cast<Index>(count));
        for (std::size_t i = 0; i < x.size(); ++i)
          ASSERT_EQ(part[i], i >= from && i < from + count ? whole[i] : x[i]) << from << " " << n;
      }
    }
  }
}

template <class Real>
void ExpectFiniteAreTold() {
  using Limits = std::numeric_limits<Real>;
  for (const Index n : {0, 1, 7, 16, 33}) {
    std::vector<Real> values(static_cast<std::size_t>(n), Limits::max());
    for (std::size_t i = 0; i < values.size(); i += 2) values[i] = -Limits::denorm_min();
    EXPECT_TRUE(AllFinite(values.data(), n)) << n;
    for (Real& value : values) {
      const Real kept = value;
      for (const Real bad : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
        value = bad;
        EXPECT_FALSE(AllFinite(values.data(), n)) << n << " " << bad;
      }
      value = kept;
    }
  }
}

TEST(VectorFunctions, TellWhetherAllAreFinite) {
  ExpectFiniteAreTold<double>();
  ExpectFiniteAreTold<float>();
}

}  // namespace
}  // namespace mercer
