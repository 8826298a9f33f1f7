// The Halton sequence against MATLAB's documented values and against a radical inverse that takes
// one digit at a time.

#include "core/sequences/halton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/error.h"
#include "core/sequences/builtin_sequences.h"
#include "tests/core/sequences/point_set_support.h"

namespace mercer {
namespace {

long double DirectRadicalInverse(std::uint64_t n, std::uint32_t base,
                                 const std::vector<std::uint32_t>& permutation) {
  long double value = 0, place = 1;
  for (; n > 0; n /= base) {
    place /= static_cast<long double>(base);
    const auto digit = static_cast<std::uint32_t>(n % base);
    value += place * static_cast<long double>(permutation.empty() ? digit : permutation[digit]);
  }
  return value;
}

TEST(Primes, TheFirst) {
  EXPECT_THAT(FirstPrimes(1), ::testing::ElementsAre(2U));
  EXPECT_THAT(FirstPrimes(8), ::testing::ElementsAre(2U, 3U, 5U, 7U, 11U, 13U, 17U, 19U));
  EXPECT_EQ(FirstPrimes(126).back(), 701U);
  EXPECT_EQ(FirstPrimes(1000).back(), 7919U);
  EXPECT_EQ(FirstPrimes(1000).size(), 1000U);
}

TEST(ReverseRadix, SmallBases) {
  EXPECT_THAT(ReverseRadixPermutation(2), ::testing::ElementsAre(0U, 1U));
  EXPECT_THAT(ReverseRadixPermutation(3), ::testing::ElementsAre(0U, 2U, 1U));
  EXPECT_THAT(ReverseRadixPermutation(5), ::testing::ElementsAre(0U, 4U, 2U, 1U, 3U));
  EXPECT_THAT(ReverseRadixPermutation(7), ::testing::ElementsAre(0U, 4U, 2U, 6U, 1U, 5U, 3U));
}

TEST(ReverseRadix, IsAPermutation) {
  for (const std::uint32_t base : {11U, 97U, 4099U}) {
    std::vector<std::uint32_t> permutation = ReverseRadixPermutation(base);
    std::sort(permutation.begin(), permutation.end());
    std::vector<std::uint32_t> all(base);
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_EQ(permutation, all);
  }
}

TEST(RadicalInverse, EqualsDigitByDigit) {
  for (const std::uint32_t base : {2U, 3U, 7U, 61U, 67U, 4093U, 5981U}) {
    for (const bool scrambled : {false, true}) {
      const auto permutation =
          scrambled ? ReverseRadixPermutation(base) : std::vector<std::uint32_t>();
      const RadicalInverse inverse(base, permutation);
      for (const std::uint64_t stride : {1ULL, 101ULL, 701ULL, 70001ULL}) {
        std::vector<double> values(3000);
        inverse.Fill(1000, stride, 3000, values.data());
        for (std::uint64_t i = 0; i < 3000; ++i) {
          const std::uint64_t n = 1000 + i * stride;
          const auto direct = static_cast<double>(DirectRadicalInverse(n, base, permutation));
          ASSERT_NEAR(values[i], direct, 2.5e-16 * direct) << base << " " << n;
          ASSERT_EQ(values[i], inverse(n));
        }
      }
    }
  }
}

TEST(RadicalInverse, NeverOne) {
  const RadicalInverse inverse(2, {});
  EXPECT_EQ(inverse((std::uint64_t{1} << 53) - 1), 1 - 0x1.0p-53);
  EXPECT_LT(inverse(~std::uint64_t{0}), 1.0);
}

// MathWorks, haltonset and its scramble: Skip 1000, Leap 100, RR2.
TEST(Halton, DocumentedPointsOfMatlab) {
  const Matrix points =
      PointsOf("halton", {{"skip", 1000}, {"leap", 100}, {"scramble", "rr2"}}, 3, 10);
  const double expected[][4] = {{0, 0.0928, 0.6950, 0.0029}, {1, 0.6958, 0.2958, 0.8269},
                                {2, 0.3013, 0.6497, 0.4141}, {3, 0.9087, 0.7883, 0.2166},
                                {6, 0.3843, 0.9840, 0.9878}, {9, 0.6831, 0.7357, 0.7923}};
  for (const auto& row : expected)
    for (Index j = 0; j < 3; ++j)
      EXPECT_NEAR(points(static_cast<Index>(row[0]), j), row[j + 1], 0.5001e-4);
  const Matrix plain = PointsOf("halton", {{"skip", 1000}, {"leap", 100}}, 3, 2);
  const double unscrambled[2][3] = {{0.0928, 0.3475, 0.0051}, {0.6958, 0.2035, 0.2371}};
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j) EXPECT_NEAR(plain(i, j), unscrambled[i][j], 0.5001e-4);
}

TEST(Halton, PlainBeginsAfterTheOrigin) {
  const Matrix points = PointsOf("halton", {}, 2, 4);
  Matrix expected(4, 2);
  expected << 1.0 / 2, 1.0 / 3, 1.0 / 4, 2.0 / 3, 3.0 / 4, 1.0 / 9, 1.0 / 8, 4.0 / 9;
  EXPECT_LT((points - expected).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(PointsOf("halton", {{"skip", 0}}, 3, 1), Matrix::Zero(1, 3));
}

TEST(Halton, PresetOfTheAuthorsCode) {
  EXPECT_EQ(PointsOf("halton", {{"preset", "yang2014"}}, 20, 300),
            PointsOf("halton", {{"skip", 1000}, {"leap", 700}, {"scramble", "rr2"}}, 20, 300));
}

// libskylark: index idx·leap + 1 with the first prime beyond the bases as leap, not scrambled.
TEST(Halton, PresetOfSkylark) {
  const Matrix points = PointsOf("halton", {{"preset", "skylark"}}, 3, 5);
  const std::uint32_t bases[] = {2, 3, 5};
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 3; ++j)
      EXPECT_NEAR(points(i, j),
                  static_cast<double>(
                      DirectRadicalInverse(static_cast<std::uint64_t>(7 * i + 1), bases[j], {})),
                  1e-15);
}

// "Halton" of two libraries is two point sets, so neither is reached by the other's name.
TEST(Halton, PresetsDiffer) {
  const Matrix plain = PointsOf("halton", {}, 5, 50);
  const Matrix yang = PointsOf("halton", {{"preset", "yang2014"}}, 5, 50);
  const Matrix skylark = PointsOf("halton", {{"preset", "skylark"}}, 5, 50);
  EXPECT_GT((plain - yang).cwiseAbs().maxCoeff(), 0.1);
  EXPECT_GT((plain - skylark).cwiseAbs().maxCoeff(), 0.1);
  EXPECT_GT((skylark - yang).cwiseAbs().maxCoeff(), 0.1);
}

TEST(Halton, StrideThatIsABaseFreezesACoordinate) {
  const Matrix points = PointsOf("halton", {{"preset", "yang2014"}}, 126, 400);
  EXPECT_LT(points.col(125).maxCoeff() - points.col(125).minCoeff(), 2e-3);
  EXPECT_GT(points.col(124).maxCoeff() - points.col(124).minCoeff(), 0.9);
  EXPECT_THAT(
      FaultOf("halton", {{"leap", 700}}, 126, 400),
      ::testing::AllOf(::testing::HasSubstr("leap is 700"), ::testing::HasSubstr("coordinate 126"),
                       ::testing::HasSubstr("coprime")));
  EXPECT_EQ(FaultOf("halton", {{"leap", 700}}, 125, 400), "");
  EXPECT_EQ(FaultOf("halton", {{"preset", "skylark"}}, 126, 400), "");
}

TEST(Halton, RandomShiftMovesEveryPointAlike) {
  const Matrix plain = PointsOf("halton", {}, 4, 200);
  const Matrix shifted = PointsOf("halton", {{"shift", true}}, 4, 200, 5);
  for (Index j = 0; j < 4; ++j) {
    for (Index i = 0; i < 200; ++i) {
      const double first = shifted(0, j) - plain(0, j), moved = shifted(i, j) - plain(i, j);
      const double turn = first - moved;
      EXPECT_NEAR(turn, std::round(turn), 1e-12);
    }
  }
  EXPECT_NE(shifted, PointsOf("halton", {{"shift", true}}, 4, 200, 6));
}

TEST(Halton, PastItsNumbers) {
  EXPECT_THAT(FaultOf("halton", {{"skip", std::int64_t{1} << 53}}, 2, 3),
              ::testing::HasSubstr("2^53"));
}

}  // namespace
}  // namespace mercer
