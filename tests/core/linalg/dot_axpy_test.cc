#include "core/linalg/dot_axpy.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"

namespace mercer {
namespace {

template <class Real>
class DotAxpy : public ::testing::Test {};
using Reals = ::testing::Types<double, float>;
TYPED_TEST_SUITE(DotAxpy, Reals);

// Every length around the blocks that are worked on together, from addresses that are not aligned.
TYPED_TEST(DotAxpy, EqualTheSumsOneByOne) {
  RandomStream stream(1, StreamPurpose::kTest, 0);
  const double tolerance = sizeof(TypeParam) == 8 ? 1e-13 : 1e-4;
  for (Index n = 0; n <= 200; ++n) {
    const auto size = static_cast<std::size_t>(n) + 1;
    std::vector<TypeParam> a(size), b(size);
    double sum = 0;
    for (std::size_t j = 1; j < size; ++j) {
      a[j] = static_cast<TypeParam>(stream.Gaussian());
      b[j] = static_cast<TypeParam>(stream.Gaussian());
      sum += static_cast<double>(a[j]) * static_cast<double>(b[j]);
    }
    EXPECT_NEAR(static_cast<double>(Dot(a.data() + 1, b.data() + 1, n)), sum, tolerance) << n;
    const std::vector<TypeParam> before = b;
    Axpy(TypeParam{-0.75}, a.data() + 1, b.data() + 1, n);
    EXPECT_EQ(b[0], before[0]);
    for (std::size_t j = 1; j < size; ++j)
      EXPECT_NEAR(static_cast<double>(b[j]),
                  static_cast<double>(before[j]) - 0.75 * static_cast<double>(a[j]), tolerance);
  }
}

// Rows and columns with something between them, numbers of both around a tile's.
TYPED_TEST(DotAxpy, SeveralAtOnceAreTheBitsOfOneAlone) {
  RandomStream stream(1, StreamPurpose::kTest, 2);
  constexpr Index kRows = 7, kColumns = 5, kLeftStride = 150, kRightStride = 141;
  std::vector<TypeParam> a(kRows * kLeftStride), b(kColumns * kRightStride);
  for (std::vector<TypeParam>* values : {&a, &b})
    for (TypeParam& value : *values) value = static_cast<TypeParam>(stream.Gaussian());
  for (const Index n : {0, 1, 7, 16, 43, 64, 100, 141}) {
    for (Index rows = 1; rows <= kRows; ++rows) {
      for (Index columns = 1; columns <= kColumns; ++columns) {
        std::vector<TypeParam> out(static_cast<std::size_t>(rows * columns), 7);
        Dots(a.data(), rows, kLeftStride, b.data(), columns, kRightStride, n, out.data());
        for (Index r = 0; r < rows; ++r)
          for (Index c = 0; c < columns; ++c)
            ASSERT_EQ(out[static_cast<std::size_t>(r * columns + c)],
                      Dot(a.data() + r * kLeftStride, b.data() + c * kRightStride, n));
      }
    }
  }
}

// What floats cannot hold, doubles made of them can.
TEST(DotAxpyOfBoth, FloatsAreSummedInDoubles) {
  RandomStream stream(1, StreamPurpose::kTest, 1);
  for (Index n = 0; n <= 200; ++n) {
    const auto size = static_cast<std::size_t>(n) + 1;
    std::vector<float> a(size);
    std::vector<double> b(size), y(size, 1);
    double sum = 0, squares = 0;
    for (std::size_t j = 1; j < size; ++j) {
      a[j] = static_cast<float>(1e25 * stream.Gaussian());
      b[j] = 1e15 * stream.Gaussian();
      sum += static_cast<double>(a[j]) * b[j];
      squares += static_cast<double>(a[j]) * static_cast<double>(a[j]);
    }
    EXPECT_NEAR(Dot(a.data() + 1, b.data() + 1, n), sum, 1e-13 * 1e40) << n;
    EXPECT_NEAR(SquaredNorm(a.data() + 1, n), squares, 1e-14 * squares) << n;
    const std::vector<double> wide(a.begin(), a.end());
    EXPECT_NEAR(SquaredNorm(wide.data() + 1, n), squares, 1e-14 * squares) << n;
    Axpy(-3e-25, a.data() + 1, y.data() + 1, n);
    EXPECT_EQ(y[0], 1);
    for (std::size_t j = 1; j < size; ++j)
      EXPECT_NEAR(y[j], 1 - 3e-25 * static_cast<double>(a[j]), 1e-14);
  }
}

}  // namespace
}  // namespace mercer
