#include "core/metrics/gram_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Message;

Matrix Ones(Index rows, Index cols) { return Matrix::Ones(rows, cols); }

Matrix Random(Index rows, Index cols, std::uint64_t index) {
  RandomStream stream(3, StreamPurpose::kTest, index);
  Matrix m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = stream.Gaussian();
  return m;
}

TEST(GramError, HandComputed) {
  // K = [1 2; 2 5], ZZᵀ = [4 2; 2 1], differences [3 0; 0 −4].
  const auto kernel = MakeKernel("linear", {});
  const Matrix x = (Matrix(2, 2) << 1, 0, 2, 1).finished();
  const Matrix z = (Matrix(2, 1) << 2, 1).finished();
  const GramError all = MeasureGramError(*kernel, x, {z}, GramPairs::kAll);
  EXPECT_EQ(all.pairs, 4);
  EXPECT_NEAR(all.relative_frobenius, 5 / std::sqrt(34.0), 1e-15);
  EXPECT_NEAR(all.mean_absolute, 7.0 / 4, 1e-15);
  EXPECT_EQ(all.max_absolute, 4);
  EXPECT_NEAR(all.mean_squared, 25.0 / 4, 1e-14);
  EXPECT_EQ(all.max_squared, 16);
  const GramError upper = MeasureGramError(*kernel, x, {z}, GramPairs::kUpper);
  EXPECT_EQ(upper.pairs, 3);
  EXPECT_NEAR(upper.relative_frobenius, 5 / std::sqrt(30.0), 1e-15);
  EXPECT_NEAR(upper.mean_absolute, 7.0 / 3, 1e-15);
  EXPECT_NEAR(upper.mean_squared, 25.0 / 3, 1e-14);
  const GramError strict = MeasureGramError(*kernel, x, {z}, GramPairs::kStrictlyUpper);
  EXPECT_EQ(strict.pairs, 1);
  EXPECT_EQ(strict.relative_frobenius, 0);
  EXPECT_EQ(strict.mean_absolute, 0);
  EXPECT_EQ(strict.max_absolute, 0);
}

TEST(GramError, OverPairsWhoseKernelValueIsNotZero) {
  // K = [1 0 2; 0 0 0; 2 0 4], ZZᵀ = [1 2 3; 2 4 6; 3 6 9], differences 0 −2 −1; −2 −4 −6; −1 −6
  // −5.
  const auto kernel = MakeKernel("linear", {});
  const Matrix x = (Matrix(3, 1) << 1, 0, 2).finished();
  const Matrix z = (Matrix(3, 1) << 1, 2, 3).finished();
  for (const bool sparse : {false, true}) {
    const Examples rows = sparse ? ToSparse(x) : Examples(x);
    const GramError all = MeasureGramError(*kernel, rows, {z}, GramPairs::kAll);
    EXPECT_NEAR(all.mean_absolute, 27.0 / 9, 1e-15);
    EXPECT_NEAR(all.mean_absolute_nonzero, 7.0 / 4, 1e-15);
    const GramError upper = MeasureGramError(*kernel, rows, {z}, GramPairs::kUpper);
    EXPECT_NEAR(upper.mean_absolute, 18.0 / 6, 1e-15);
    EXPECT_NEAR(upper.mean_absolute_nonzero, 6.0 / 3, 1e-15);
    EXPECT_NEAR(
        MeasureGramError(*kernel, rows, {z}, GramPairs::kStrictlyUpper).mean_absolute_nonzero, 1,
        1e-15);
  }
  const Matrix zeros = Matrix::Zero(3, 1);
  EXPECT_EQ(MeasureGramError(*kernel, zeros, {z}, GramPairs::kAll).mean_absolute_nonzero, 0);
}

TEST(GramError, HalfOfTheMatrixNamesRowsByTheirNumberInAll) {
  // Row 290 is in the second block of rows.
  const auto kernel = MakeKernel("linear", {});
  Matrix x = Random(300, 2, 5);
  x(290, 0) = 1e300;
  const auto fault = [&](GramPairs pairs) {
    return Message([&] { MeasureGramError(*kernel, ToSparse(x), {Ones(300, 1)}, pairs); });
  };
  EXPECT_THAT(fault(GramPairs::kUpper), HasSubstr("row 290"));
  EXPECT_THAT(fault(GramPairs::kAll), HasSubstr("row 290"));
  EXPECT_THAT(
      Message([&] { MeasureSampledGramError(*kernel, ToSparse(x), {Ones(300, 1)}, 5000, 1); }),
      HasSubstr("row 290"));
}

TEST(GramError, BlocksDoNotMatter) {
  // 600 rows are more than two blocks.
  const auto kernel = MakeKernel("polynomial", {{"degree", 2}, {"offset", 1}});
  const Matrix x = Random(600, 3, 1);
  const Matrix z = Random(600, 4, 2);
  const Matrix exact = Gram(*kernel, x, x);
  const Matrix error = exact - z * z.transpose();
  for (const GramPairs pairs : {GramPairs::kAll, GramPairs::kUpper, GramPairs::kStrictlyUpper}) {
    double kernel_squares = 0;
    double error_squares = 0;
    double absolute = 0;
    double largest = 0;
    Index count = 0;
    for (Index i = 0; i < 600; ++i) {
      for (Index j = 0; j < 600; ++j) {
        if (pairs == GramPairs::kUpper && j < i) continue;
        if (pairs == GramPairs::kStrictlyUpper && j <= i) continue;
        kernel_squares += exact(i, j) * exact(i, j);
        error_squares += error(i, j) * error(i, j);
        absolute += std::abs(error(i, j));
        largest = std::max(largest, std::abs(error(i, j)));
        ++count;
      }
    }
    for (const bool sparse : {false, true}) {
      const Examples rows = sparse ? ToSparse(x) : Examples(x);
      const GramError measured = MeasureGramError(*kernel, rows, {z}, pairs);
      EXPECT_EQ(measured.pairs, count);
      const double relative = std::sqrt(error_squares / kernel_squares);
      EXPECT_NEAR(measured.relative_frobenius, relative, 1e-12 * relative);
      EXPECT_NEAR(measured.mean_absolute, absolute / static_cast<double>(count), 1e-12 * largest);
      EXPECT_NEAR(measured.max_absolute, largest, 1e-12 * largest);
      EXPECT_NEAR(measured.mean_squared, error_squares / static_cast<double>(count),
                  1e-12 * largest * largest);
      EXPECT_NEAR(measured.max_squared, largest * largest, 1e-12 * largest * largest);
      EXPECT_LE(measured.mean_absolute, measured.max_absolute);
    }
  }
}

// More rows than a block, real and complex.
TEST(GramError, FloatFeaturesAreMeasuredAsTheDoublesThatTheyAre) {
  const Matrix x = Random(600, 3, 1);
  const FloatMatrix z = Random(600, 8, 2).cast<float>();
  const Matrix doubles = z.cast<double>();
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  for (const bool complex : {false, true}) {
    const GramError a = MeasureGramError(*kernel, x, {doubles, complex}, GramPairs::kAll, 2);
    const GramError b = MeasureGramError(*kernel, x, {z, complex}, GramPairs::kAll, 2);
    EXPECT_EQ(a.relative_frobenius, b.relative_frobenius);
    EXPECT_EQ(a.max_absolute, b.max_absolute);
    EXPECT_EQ(MeasureSampledGramError(*kernel, x, {doubles, complex}, 100, 1).mean_absolute,
              MeasureSampledGramError(*kernel, x, {z, complex}, 100, 1).mean_absolute);
    EXPECT_NEAR(MeasureSpectralError(*kernel, x, {doubles, complex}),
                MeasureSpectralError(*kernel, x, {z, complex}), 1e-6);
  }
}

TEST(GramError, IsZeroForExactFeaturesAndSeesAHalvedScale) {
  const auto kernel = MakeKernel("linear", {});
  const Matrix x = Random(50, 3, 3);
  EXPECT_LE(MeasureGramError(*kernel, x, {x}, GramPairs::kAll).relative_frobenius, 1e-15);
  // Halved features have a quarter of every inner product.
  EXPECT_NEAR(MeasureGramError(*kernel, x, {x / 2}, GramPairs::kAll).relative_frobenius, 0.75,
              1e-14);
  EXPECT_NEAR(MeasureGramError(*kernel, x, {-x}, GramPairs::kAll).relative_frobenius, 0, 1e-15);
}

TEST(GramError, SquaresOfLargeValuesDoNotOverflow) {
  const auto kernel = MakeKernel("linear", {});
  const Matrix x = Matrix::Constant(3, 1, 1e100);
  const GramError error = MeasureGramError(*kernel, x, {x / 2}, GramPairs::kAll);
  EXPECT_NEAR(error.relative_frobenius, 0.75, 1e-14);
}

TEST(GramError, AZeroKernelHasNoRelativeError) {
  const auto kernel = MakeKernel("linear", {});
  const Matrix x = Matrix::Zero(3, 2);
  EXPECT_EQ(MeasureGramError(*kernel, x, {x}, GramPairs::kAll).relative_frobenius, 0);
  EXPECT_TRUE(
      std::isinf(MeasureGramError(*kernel, x, {Ones(3, 2)}, GramPairs::kAll).relative_frobenius));
}

TEST(GramError, Refusals) {
  const auto kernel = MakeKernel("linear", {});
  EXPECT_THAT(Message([&] {
                MeasureGramError(*kernel, Ones(1, 2), {Ones(1, 2)}, GramPairs::kStrictlyUpper);
              }),
              HasSubstr("1 rows has no pair"));
  EXPECT_THAT(
      Message([&] { MeasureGramError(*kernel, Ones(0, 2), {Ones(0, 2)}, GramPairs::kAll); }),
      HasSubstr("no pair"));
  Matrix z = Matrix::Ones(2, 2);
  z(1, 0) = std::nan("");
  EXPECT_THAT(Message([&] { MeasureGramError(*kernel, Ones(2, 2), {z}, GramPairs::kAll); }),
              HasSubstr("not finite"));
}

TEST(GramError, PairsByName) {
  EXPECT_EQ(ParseGramPairs("all"), GramPairs::kAll);
  EXPECT_EQ(ParseGramPairs("i<=j"), GramPairs::kUpper);
  EXPECT_EQ(ParseGramPairs("i<j"), GramPairs::kStrictlyUpper);
  EXPECT_THAT(Message([] { ParseGramPairs("i>j"); }), HasSubstr("'i>j'; expected one of all"));
}

}  // namespace
}  // namespace mercer
