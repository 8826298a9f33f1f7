#include "core/linalg/inner_products.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/random.h"

namespace mercer {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// n × d, a share of the values not zero, with an empty row in the middle.
Matrix Rows(Index n, Index d, double share, std::uint64_t number) {
  RandomStream stream(2, StreamPurpose::kTest, number);
  Matrix x = Matrix::Zero(n, d);
  for (Index i = 0; i < x.size(); ++i)
    if (stream.Uniform() < share) x.data()[i] = stream.Gaussian();
  x.row(n / 2).setZero();
  return x;
}

// Every entry, one by one.
void ExpectProducts(const Matrix& x, const Matrix& y, const Matrix& out) {
  for (Index i = 0; i < out.rows(); ++i) {
    for (Index j = 0; j < out.cols(); ++j) {
      long double sum = 0, size = 0;
      for (Index k = 0; k < x.cols(); ++k) {
        const long double term = static_cast<long double>(x(i, k)) * y(j, k);
        sum += term;
        size += term < 0 ? -term : term;
      }
      ASSERT_NEAR(out(i, j), static_cast<double>(sum),
                  static_cast<double>(x.cols()) * kEpsilon * static_cast<double>(size))
          << i << ", " << j;
    }
  }
}

TEST(InnerProducts, EqualSumsOfProductsForDenseAndSparseRows) {
  // Rows with more and with less than a hundredth of stored values are multiplied differently.
  for (const double share : {0.5, 0.1, 0.004}) {
    for (const Index n : {1, 31, 32, 33, 70}) {
      const Matrix x = Rows(n, 203, share, 1), y = Rows(45, 203, share, 2);
      const Examples dense_x = x, dense_y = y;
      const Examples sparse_x = ToSparse(dense_x), sparse_y = ToSparse(dense_y);
      for (const Examples* left : {&dense_x, &sparse_x}) {
        for (const Examples* right : {&dense_y, &sparse_y}) {
          Matrix out = Matrix::Constant(n, 45, 7);
          InnerProducts(*left, 0, n, *right, out);
          ExpectProducts(x, y, out);
        }
      }
    }
  }
}

TEST(InnerProducts, APieceHasTheBitsOfTheWholeIfARowIsSparse) {
  for (const double share : {1.0, 0.3, 0.004}) {
    const Examples dense_x = Rows(70, 203, share, 1), dense_y = Rows(45, 203, share, 2);
    const Examples sparse_x = ToSparse(dense_x), sparse_y = ToSparse(dense_y);
    for (const Examples* x : {&dense_x, &sparse_x}) {
      for (const Examples* y : {&dense_y, &sparse_y}) {
        if (!x->is_sparse() && !y->is_sparse()) continue;
        Matrix whole(70, 45), piece(35, 21), row(1, 45);
        InnerProducts(*x, 0, 70, *y, whole);
        InnerProducts(*x, 3, 35, y->SelectRange(11, 21), piece);
        EXPECT_EQ(piece, whole.block(3, 11, 35, 21));
        InnerProducts(*x, 69, 1, *y, row);
        EXPECT_EQ(row, whole.row(69));
      }
    }
  }
}

// Rows of one value each, whose sums round the same way at every step, at a distance just large
// enough to be computed from the inner product. Many values have an error that few cannot have.
TEST(SquaredDistances, HaveAnErrorWithinTheBoundForTheNumberOfValues) {
  for (const Index d : {1, 10, 1000, 100000}) {
    double largest = 0;
    for (int r = 0; r < 20; ++r) {
      const double value = 0.5 + r / 19.7, factor = r % 2 == 0 ? 1.0456 : 0.956;
      const Examples x = Matrix(Matrix::Constant(1, d, value));
      const Examples y = Matrix(Matrix::Constant(1, d, factor * value));
      const long double difference = static_cast<long double>(factor * value) - value;
      const auto exact = static_cast<double>(static_cast<long double>(d) * difference * difference);
      ASSERT_GT(exact, (x.SquaredNorms()[0] + y.SquaredNorms()[0]) / 1024);
      for (const Examples& left : {x, ToSparse(x)}) {
        for (const Examples& right : {y, ToSparse(y)}) {
          Matrix out(1, 1);
          SquaredDistances(left, 0, 1, right, out);
          largest = std::max(largest, std::abs(out(0, 0) - exact) / exact);
        }
      }
    }
    EXPECT_LT(largest, SquaredDistanceError(d)) << d;
    if (d >= 1000) {
      EXPECT_GT(largest, SquaredDistanceError(10)) << d;
    }
  }
}

}  // namespace
}  // namespace mercer
