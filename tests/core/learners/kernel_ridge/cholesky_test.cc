#include "core/learners/kernel_ridge/cholesky.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

namespace mercer {
namespace {

Matrix PositiveDefinite(Index n) {
  const Matrix root = Matrix::Random(n, n + 20);
  return root * root.transpose() / static_cast<double>(n);
}

Matrix Lower(const Matrix& a) { return a.triangularView<Eigen::Lower>(); }

// Around the sizes of a block: no rows below it, one, and a part of one.
TEST(Cholesky, FactorsTimesTheirTransposeAreTheMatrix) {
  for (const Index n : {1, 2, 127, 256, 257, 384, 700}) {
    const Matrix a = PositiveDefinite(n);
    for (const int threads : {1, 2, 3}) {
      Matrix factor = a.triangularView<Eigen::Lower>();
      ASSERT_TRUE(FactorByCholesky(factor, threads));
      const Matrix l = Lower(factor);
      EXPECT_LT((l * l.transpose() - a).norm(), 1e-13 * a.norm()) << n << " rows";
    }
  }
}

TEST(Cholesky, SeveralThreadsGiveTheSameBitsAndNearlyThoseOfOne) {
  const Matrix a = PositiveDefinite(700);
  Matrix one = a, two = a, three = a;
  ASSERT_TRUE(FactorByCholesky(one, 1) && FactorByCholesky(two, 2) && FactorByCholesky(three, 3));
  EXPECT_EQ(Lower(two), Lower(three));
  EXPECT_LT((Lower(two) - Lower(one)).norm(), 1e-13 * Lower(one).norm());
  EXPECT_EQ(Lower(one), Matrix(Eigen::LLT<Matrix>(a).matrixL()));
}

TEST(Cholesky, SolvesForSeveralColumns) {
  const Matrix a = PositiveDefinite(300), x = Matrix::Random(300, 3);
  for (const int threads : {1, 2}) {
    Matrix factor = a, b = a * x;
    ASSERT_TRUE(FactorByCholesky(factor, threads));
    SolveByCholesky(factor, b);
    EXPECT_LT((a * b - a * x).norm(), 1e-11 * (a * x).norm());
  }
}

TEST(Cholesky, MatricesThatAreNotPositiveDefiniteHaveNoFactor) {
  for (const Index at : {0, 300, 599}) {
    Matrix a = PositiveDefinite(600);
    a(at, at) = -1;
    for (const int threads : {1, 2}) {
      Matrix copy = a;
      EXPECT_FALSE(FactorByCholesky(copy, threads)) << at;
    }
  }
}

}  // namespace
}  // namespace mercer
