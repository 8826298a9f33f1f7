#include <gtest/gtest.h>

#include "core/base/examples.h"

namespace mercer {
namespace {

TEST(ColumnRanges, OfDenseAndSparseRowsOverSeveralBlocks) {
  Matrix x = Matrix::Zero(200, 3);
  x(3, 0) = -2;
  x(150, 0) = 5;
  x.col(1).setConstant(4);
  x(199, 2) = 0.5;
  const Vector expected{{7, 0, 0.5}};
  EXPECT_EQ(ColumnRanges(x), expected);
  EXPECT_EQ(ColumnRanges(ToSparse(x)), expected);  // a zero that is not stored counts
  EXPECT_EQ(ColumnRanges(Matrix(Matrix::Zero(0, 2))), Vector(Vector::Zero(2)));
}

}  // namespace
}  // namespace mercer
