#include "core/linalg/row_products.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/base/random.h"

namespace mercer {
namespace {

template <class Real>
class RowProductsOf : public ::testing::Test {};
using Reals = ::testing::Types<double, float>;
TYPED_TEST_SUITE(RowProductsOf, Reals);

// n × d, a share of the values not zero: Gaussian, or all 0.5.
Matrix Rows(Index n, Index d, double share, bool alike) {
  RandomStream stream(1, StreamPurpose::kTest, static_cast<std::uint64_t>(n));
  Matrix x = Matrix::Zero(n, d);
  for (Index i = 0; i < x.size(); ++i)
    if (stream.Uniform() < share) x.data()[i] = alike ? 0.5 : stream.Gaussian();
  return x;
}

TYPED_TEST(RowProductsOf, EqualTheProductsOneByOneInBothForms) {
  // Of 37 rounded terms and their sum, relative to the product of the norms.
  const double rounding = 40 * 0.5 * static_cast<double>(std::numeric_limits<TypeParam>::epsilon());
  for (const double share : {1.0, 0.5, 0.1, 0.0}) {
    for (const bool alike : {false, true}) {
      for (const Index n : {1, 2, 63, 64, 65, 300}) {
        const Matrix x = Rows(n, 37, share, alike);
        const Examples dense = x, sparse = ToSparse(dense);
        std::vector<Index> numbers;  // every row but each third, from the last on
        for (Index i = n - 1; i >= 0; --i)
          if (i % 3 != 1) numbers.push_back(i);
        const RowProducts<TypeParam> a(dense, numbers), b(sparse, numbers);
        EXPECT_EQ(a.in_tiles(), b.in_tiles());
        if (n > 10) {
          EXPECT_EQ(a.in_tiles(), share >= 0.5);
        }
        ASSERT_EQ(a.rows(), static_cast<Index>(numbers.size()));
        std::vector<TypeParam> out(static_cast<std::size_t>(a.stride()), 7), other = out, scratch;
        for (const Index i : {Index{0}, n / 2, n - 1}) {
          a.Row(dense, i, scratch, out.data());
          b.Row(sparse, i, scratch, other.data());
          EXPECT_EQ(out, other);
          for (std::size_t j = 0; j < out.size(); ++j) {
            const double expected = j < numbers.size() ? x.row(i).dot(x.row(numbers[j])) : 0;
            const double norms =
                j < numbers.size() ? x.row(i).norm() * x.row(numbers[j]).norm() : 0;
            ASSERT_NEAR(static_cast<double>(out[j]), expected, rounding * norms) << n << " " << j;
          }
        }
        for (std::size_t j = 0; j < out.size(); ++j) {
          const double expected = j < numbers.size() ? x.row(numbers[j]).squaredNorm() : 0;
          EXPECT_NEAR(static_cast<double>(a.squared_norms()[j]), expected, rounding * expected);
        }
      }
    }
  }
}

TYPED_TEST(RowProductsOf, PartsOfARowAreTheBitsOfTheWhole) {
  for (const double share : {1.0, 0.1}) {
    for (const bool alike : {false, true}) {
      const Examples x = Rows(500, 40, share, alike);
      std::vector<Index> numbers(500);
      std::iota(numbers.begin(), numbers.end(), Index{0});
      const RowProducts<TypeParam> products(x, numbers);
      ASSERT_EQ(products.in_tiles(), share == 1);
      std::vector<TypeParam> whole(static_cast<std::size_t>(products.stride())), scratch;
      for (const Index i : {0, 7, 499}) {
        products.Row(x, i, scratch, whole.data());
        std::vector<TypeParam> parts(whole.size(), 7);
        for (Index begin = 0; begin < products.stride(); begin += 128) {
          const Index end = std::min(begin + 128, products.stride());
          products.RowPart(x, i, begin, end, scratch, parts.data());
          for (auto j = static_cast<std::size_t>(end); j < parts.size(); ++j)
            ASSERT_EQ(parts[j], 7);
        }
        EXPECT_EQ(parts, whole);
      }
    }
  }
}

// Rows of one value, of which products are counts of columns: of a left row that has another value
// too they are sums, and a value that is no power of 2 has no exact counts. All these are exact.
TYPED_TEST(RowProductsOf, RowsOfOneValueAreExact) {
  for (const double value : {1.0, -0.25, 3.0}) {
    Matrix x = 2 * value * Rows(300, 150, 0.15, true);
    const Examples rows = ToSparse(x);
    std::vector<Index> numbers(300);
    std::iota(numbers.begin(), numbers.end(), Index{0});
    const RowProducts<TypeParam> products(rows, numbers);
    ASSERT_FALSE(products.in_tiles());
    Matrix left = x.topRows(5);
    left(1, 149) = 5;
    left.row(2) *= 7;
    left.row(3).setZero();
    std::vector<TypeParam> out(static_cast<std::size_t>(products.stride())), scratch;
    for (Index i = 0; i < 5; ++i) {
      products.Row(ToSparse(left), i, scratch, out.data());
      for (Index j = 0; j < 300; ++j)
        ASSERT_EQ(static_cast<double>(out[static_cast<std::size_t>(j)]), left.row(i).dot(x.row(j)));
      for (auto j = std::size_t{300}; j < out.size(); ++j) ASSERT_EQ(out[j], 0);
    }
  }
}

double HeldBytes() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

// Dense rows, Gaussian sparse ones, and sparse ones of one value, which are bits.
TYPED_TEST(RowProductsOf, TakeNoMoreMemoryThanTheySay) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  for (const double share : {1.0, 0.05}) {
    for (const bool alike : {false, true}) {
      const Examples x = ToSparse(Rows(2000, 1000, share, alike));
      std::vector<Index> numbers(2000);
      std::iota(numbers.begin(), numbers.end(), Index{0});
      const double before = HeldBytes();
      const RowProducts<TypeParam> products(x, numbers);
      const double held = HeldBytes() - before;
      const double bound =
          RowProducts<TypeParam>::Bytes(2000, 1000, static_cast<double>(x.StoredValues()));
      EXPECT_LE(held, bound) << share << alike;
      EXPECT_GT(held, bound / 3) << share << alike;
    }
  }
}

TYPED_TEST(RowProductsOf, GroupsOfRowsGiveTheBitsOfOne) {
  const Matrix x = Rows(500, 19, 1, false);
  const Examples examples = x;
  std::vector<Index> numbers(500);
  std::iota(numbers.begin(), numbers.end(), Index{0});
  const RowProducts<TypeParam> products(examples, numbers);
  ASSERT_TRUE(products.in_tiles());
  const Index tile = products.TileRows(), begin = tile, end = 3 * tile;
  std::vector<TypeParam> left(7 * 19), one(static_cast<std::size_t>(products.stride())), scratch;
  for (Index r = 0; r < 7; ++r) CopyRow(examples, 30 + r, left.data() + r * 19);
  std::vector<TypeParam> out(static_cast<std::size_t>(7 * (end - begin)));
  products.Tiles(left.data(), 7, begin, end, out.data(), end - begin);
  for (Index r = 0; r < 7; ++r) {
    products.Row(examples, 30 + r, scratch, one.data());
    for (Index j = begin; j < end; ++j)
      ASSERT_EQ(out[static_cast<std::size_t>(r * (end - begin) + j - begin)],
                one[static_cast<std::size_t>(j)]);
  }
}

TEST(RowProducts, ValuesBelowTheRangeOfAFloatAreZeros) {
  Matrix x = Matrix::Zero(20, 20);
  x(3, 4) = 1e-60;
  x(5, 4) = 1e-60;
  const Examples examples = x;
  const std::vector<Index> numbers = {3, 5};
  const RowProducts<float> products(examples, numbers);
  std::vector<float> out(static_cast<std::size_t>(products.stride())), scratch;
  products.Row(examples, 3, scratch, out.data());
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[1], 0);
}

}  // namespace
}  // namespace mercer
