#include "core/metrics/gram_theory.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"

namespace mercer::testing {
namespace {

// A squared error that tells the pair: row i is (i).
double ErrorOf(double i, double j) { return 1 + i + j + (i == j ? 100 : 0); }

const PairError kErrorOf = [](const Vector& x, const Vector& y) { return ErrorOf(x[0], y[0]); };

Examples Numbered(Index n) {
  Matrix x(n, 1);
  for (Index i = 0; i < n; ++i) x(i, 0) = static_cast<double>(i);
  return x;
}

double SumOver(Index n, GramPairs pairs) {
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      if (pairs == GramPairs::kAll || i < j || (i == j && pairs == GramPairs::kUpper))
        sum += ErrorOf(static_cast<double>(i), static_cast<double>(j));
    }
  }
  return sum;
}

TEST(ExpectedGramError, IsTheRootOfTheSumOverThePairsThatCount) {
  for (const GramPairs pairs : {GramPairs::kAll, GramPairs::kUpper, GramPairs::kStrictlyUpper}) {
    const auto theory = ExpectedGramError(kErrorOf, Numbered(20), pairs, 4.0, 1);
    ASSERT_TRUE(theory);
    EXPECT_NEAR(theory->relative_frobenius, std::sqrt(SumOver(20, pairs)) / 4, 1e-12);
    EXPECT_EQ(theory->standard_error, 0);
    EXPECT_EQ(theory->pairs, pairs == GramPairs::kStrictlyUpper ? 190 : 210);
  }
}

TEST(ExpectedGramError, OfManyRowsIsASampleWithinItsStandardError) {
  constexpr Index kRows = 400;
  for (const GramPairs pairs : {GramPairs::kAll, GramPairs::kUpper, GramPairs::kStrictlyUpper}) {
    const auto theory = ExpectedGramError(kErrorOf, Numbered(kRows), pairs, 2.0, 7);
    ASSERT_TRUE(theory);
    const double exact = std::sqrt(SumOver(kRows, pairs)) / 2;
    EXPECT_NEAR(theory->relative_frobenius, exact, 4 * theory->standard_error);
    EXPECT_GT(theory->standard_error, 0);
    EXPECT_LT(theory->standard_error, 0.005 * exact);
    EXPECT_EQ(theory->pairs, kTheoryPairs + (pairs == GramPairs::kStrictlyUpper ? 0 : kRows));
    // Another seed, other pairs.
    const auto other = ExpectedGramError(kErrorOf, Numbered(kRows), pairs, 2.0, 8);
    EXPECT_NE(theory->relative_frobenius, other->relative_frobenius);
  }
}

// Its standard error is that of the estimates over many seeds.
TEST(ExpectedGramError, TheStandardErrorIsTheSpreadOverSeeds) {
  constexpr int kSeeds = 100;
  const Examples x = Numbered(300);
  double sum = 0, squares = 0, stated = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    const auto theory = ExpectedGramError(kErrorOf, x, GramPairs::kStrictlyUpper, 1.0,
                                          static_cast<std::uint64_t>(seed));
    sum += theory->relative_frobenius / kSeeds;
    squares += theory->relative_frobenius * theory->relative_frobenius / kSeeds;
    stated += theory->standard_error / kSeeds;
  }
  EXPECT_NEAR(std::sqrt(squares - sum * sum) / stated, 1, 0.3);
}

TEST(ExpectedGramError, OfSampledPairsIsThatOfTheSamePairs) {
  const Examples x = Numbered(50);
  const SampledPairs drawn = DrawGramPairs(50, 300, 9);
  double sum = 0;
  for (std::size_t k = 0; k < 300; ++k)
    sum += ErrorOf(static_cast<double>(drawn.left[k]), static_cast<double>(drawn.right[k]));
  const auto theory = ExpectedSampledGramError(kErrorOf, x, 300, 3.0, 9);
  ASSERT_TRUE(theory);
  EXPECT_NEAR(theory->relative_frobenius, std::sqrt(sum) / 3, 1e-12);
  EXPECT_EQ(theory->standard_error, 0);
  EXPECT_EQ(theory->pairs, 300);
}

TEST(ExpectedGramError, OfPairsOfOneRowIsRefusedOrAbsent) {
  EXPECT_THROW(ExpectedSampledGramError(kErrorOf, Numbered(1), 300, 3.0, 9), InvalidInput);
  EXPECT_FALSE(ExpectedSampledGramError(kErrorOf, Numbered(1), 300, 0.0, 9));
}

TEST(ExpectedGramError, IsInfiniteOrAbsentWhereAPairsErrorIs) {
  const Examples x = Numbered(4);
  const auto infinite = ExpectedGramError(
      [](const Vector& a, const Vector& b) {
        return a[0] == 2 && b[0] == 2 ? std::numeric_limits<double>::infinity() : 1.0;
      },
      x, GramPairs::kUpper, 1.0, 1);
  ASSERT_TRUE(infinite);
  EXPECT_TRUE(std::isinf(infinite->relative_frobenius));
  EXPECT_EQ(infinite->standard_error, 0);
  const PairError unknown = [](const Vector&, const Vector&) { return std::optional<double>(); };
  EXPECT_FALSE(ExpectedGramError(unknown, x, GramPairs::kUpper, 1.0, 1));
  EXPECT_FALSE(ExpectedGramError(kErrorOf, x, GramPairs::kUpper, 0.0, 1));
}

// The mean over draws of the squared relative error, within five standard errors of the square of
// what is expected. Complex features err in their imaginary parts too.
TEST(ExpectedGramError, IsWhatMapsMeasure) {
  constexpr int kDraws = 300;
  Matrix x(6, 3);
  x << .5, .2, -.3, .4, .3, .2, -.1, .5, .3, .45, -.2, .35, .1, .1, .6, -.4, .2, .2;
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.8}});
  for (const char* map : {"random_fourier", "orthogonal_fourier"}) {
    for (const char* variant : {"cos_offset", "cos_sin", "complex"}) {
      const auto spec = MakeMapSpec(map, {{"variant", variant}});
      constexpr Index kFeatures = 8;
      double sum = 0, squares = 0, norm = 0;
      for (int draw = 0; draw < kDraws; ++draw) {
        const auto drawn =
            spec->Draw({*kernel, 3, kFeatures, static_cast<std::uint64_t>(draw), nullptr});
        const Matrix z = drawn->Transform(x);
        const GramError error =
            MeasureGramError(*kernel, x, FeatureRows(z, drawn->is_complex()), GramPairs::kAll);
        const double square = error.relative_frobenius * error.relative_frobenius;
        sum += square / kDraws, squares += square * square / kDraws, norm = error.kernel_norm;
      }
      const auto theory = ExpectedGramError(
          [&](const Vector& a, const Vector& b) {
            return spec->MeanSquaredError(*kernel, a, b, kFeatures);
          },
          x, GramPairs::kAll, norm, 1);
      ASSERT_TRUE(theory) << map << " " << variant;
      const double expected = theory->relative_frobenius * theory->relative_frobenius;
      const double band = 5 * std::sqrt((squares - sum * sum) / kDraws);
      EXPECT_NEAR(sum, expected, band) << map << " " << variant;
      EXPECT_LT(band, 0.3 * expected) << map << " " << variant;
    }
  }
}

}  // namespace
}  // namespace mercer::testing
