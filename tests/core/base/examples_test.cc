#include "core/base/examples.h"

#include <gtest/gtest.h>

#include <vector>

namespace mercer {
namespace {

Matrix Rows() { return (Matrix(4, 3) << 1, 0, 2, 0, 0, 0, -3, 4, 0, 0, 5, 12).finished(); }

TEST(Examples, DenseAndSparseHoldTheSameNumbers) {
  const Examples dense = Rows();
  const Examples sparse = ToSparse(dense);
  EXPECT_FALSE(dense.is_sparse());
  EXPECT_TRUE(sparse.is_sparse());
  EXPECT_EQ(sparse.rows(), 4);
  EXPECT_EQ(sparse.cols(), 3);
  EXPECT_EQ(dense.StoredValues(), 12);
  EXPECT_EQ(sparse.StoredValues(), 6);
  EXPECT_EQ(ToDense(sparse).dense(), Rows());
  EXPECT_EQ(ToDense(dense).dense(), Rows());
  EXPECT_EQ(ToSparse(sparse).StoredValues(), 6);
}

TEST(Examples, TinyValuesAreNotZero) {
  Matrix x = Rows();
  x(1, 1) = 1e-300;
  EXPECT_EQ(ToDense(ToSparse(x)).dense(), x);
}

TEST(Examples, MovedRowsKeepTheirMemory) {
  SparseMatrix matrix = ToSparse(Rows()).sparse();
  const double* const values = matrix.valuePtr();
  Examples first = std::move(matrix);
  EXPECT_EQ(first.sparse().valuePtr(), values);
  Examples second = std::move(first);
  EXPECT_EQ(second.sparse().valuePtr(), values);
  Examples third = Rows();
  third = std::move(second);
  EXPECT_EQ(third.sparse().valuePtr(), values);
  const Examples copy = third;
  EXPECT_NE(copy.sparse().valuePtr(), values);
  EXPECT_EQ(ToDense(copy).dense(), Rows());
  EXPECT_EQ(ToDense(third).dense(), Rows());
}

TEST(Examples, SelectKeepsOrderRepeatsAndForm) {
  const std::vector<Index> numbers = {3, 0, 3, 1};
  const Matrix expected = (Matrix(4, 3) << 0, 5, 12, 1, 0, 2, 0, 5, 12, 0, 0, 0).finished();
  const Examples dense = Rows();
  EXPECT_EQ(dense.Select(numbers).dense(), expected);
  const Examples chosen = ToSparse(dense).Select(numbers);
  ASSERT_TRUE(chosen.is_sparse());
  EXPECT_EQ(ToDense(chosen).dense(), expected);
  EXPECT_EQ(chosen.StoredValues(), 6);
  EXPECT_EQ(dense.Select({}).rows(), 0);
  EXPECT_EQ(ToSparse(dense).Select({}).rows(), 0);
  EXPECT_EQ(ToSparse(dense).Select({}).cols(), 3);
}

TEST(ExamplesDeathTest, SelectOutsideTheRows) {
  const Examples x = Rows();
  const std::vector<Index> beyond = {0, 4};
  const std::vector<Index> negative = {-1};
  EXPECT_DEATH(x.Select(beyond), "i < n");
  EXPECT_DEATH(ToSparse(x).Select(negative), "i < n");
}

TEST(ExamplesDeathTest, TheOtherFormCannotBeAskedFor) {
  const Examples dense = Rows();
  const Examples sparse = ToSparse(dense);
  EXPECT_DEATH(dense.sparse(), "is_sparse");
  EXPECT_DEATH(sparse.dense(), "is_sparse");
}

TEST(Examples, DenseRowsOfEitherForm) {
  const Examples dense = Rows();
  EXPECT_EQ(dense.DenseRows(1, 2), Rows().middleRows(1, 2));
  EXPECT_EQ(ToSparse(dense).DenseRows(1, 2), Rows().middleRows(1, 2));
  EXPECT_EQ(dense.DenseRows(4, 0).rows(), 0);
}

TEST(Examples, SquaredNorms) {
  const Vector expected = (Vector(4) << 5, 0, 25, 169).finished();
  EXPECT_EQ(Examples(Rows()).SquaredNorms(), expected);
  EXPECT_EQ(ToSparse(Rows()).SquaredNorms(), expected);
}

TEST(Examples, BytesHeld) {
  EXPECT_EQ(Examples(Rows()).Bytes(), 96U);
  // 6 values with their columns, 5 starts of rows.
  EXPECT_EQ(ToSparse(Rows()).Bytes(), 6U * 16 + 5 * 8);
}

}  // namespace
}  // namespace mercer
