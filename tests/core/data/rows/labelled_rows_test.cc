#include "core/data/rows/labelled_rows.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

LabelledRows Piece(const Matrix& x, double label, bool sparse) {
  Examples rows = x;
  if (sparse) rows = ToSparse(rows);
  return {rows, Vector::Constant(x.rows(), label)};
}

TEST(Pool, PutsThePiecesBelowEachOther) {
  const Matrix a = (Matrix(2, 3) << 1, 0, 2, 0, 0, 3).finished();
  const Matrix b = (Matrix(1, 3) << 0, 4, 0).finished();
  const Matrix c = (Matrix(2, 3) << 0, 0, 0, 5, 6, 7).finished();
  const Matrix all = (Matrix(5, 3) << a, b, c).finished();
  for (const bool sparse_b : {false, true}) {
    for (const bool sparse : {false, true}) {
      const LabelledRows pooled =
          Pool({Piece(a, 1, sparse), Piece(b, 2, sparse_b), Piece(c, 3, sparse)});
      EXPECT_EQ(pooled.x.is_sparse(), sparse || sparse_b);
      EXPECT_EQ(ToDense(pooled.x).dense(), all);
      EXPECT_EQ(pooled.y, (Vector(5) << 1, 1, 2, 3, 3).finished());
    }
  }
}

TEST(Density, CountsValuesThatAreNotZero) {
  const Matrix x = (Matrix(2, 4) << 1, 0, 0, 2, 0, 0, 0, 3).finished();
  EXPECT_EQ(Density(x), 3.0 / 8);
  EXPECT_EQ(Density(ToSparse(x)), 3.0 / 8);
  SparseMatrix with_zero(1, 2);
  with_zero.insert(0, 0) = 0;
  with_zero.insert(0, 1) = 1;
  with_zero.makeCompressed();
  EXPECT_EQ(Density(with_zero), 0.5);
}

TEST(Stored, ChangesTheFormAndNotTheNumbers) {
  const Matrix x = (Matrix(2, 4) << 1, 0, 0, 0, 0, 0, 0, 0).finished();
  EXPECT_TRUE(Stored(x, Storage::kByDensity).is_sparse());
  EXPECT_EQ(ToDense(Stored(x, Storage::kSparse)).dense(), x);
  EXPECT_EQ(Stored(ToSparse(x), Storage::kDense).dense(), x);
}

TEST(RowStore, RefusesTooManyDenseValuesBeforeTakingMemory) {
  EXPECT_EQ(testing::FaultOf([] { RowStore("f", 1 << 20, 1 << 20, false); }),
            "f: 1048576 rows of 1048576 columns are too many; expected at most 268435456 values");
  EXPECT_EQ(testing::FaultOf([] { RowStore("f", 1 << 20, 1 << 20, true); }), "accepted");
}

TEST(Stored, RefusesADenseMatrixThatIsTooLarge) {
  SparseMatrix wide(2, Index{1} << 40);
  EXPECT_EQ(testing::FaultOf([&] { Stored(wide, Storage::kDense); }),
            "a dense matrix of 2 x 1099511627776 values is too large; expected at most 268435456 "
            "values");
  EXPECT_FALSE(TooLargeForDense(2, Index{1} << 27));
  EXPECT_TRUE(TooLargeForDense(2, (Index{1} << 27) + 1));
  EXPECT_TRUE(TooLargeForDense(Index{1} << 62, Index{1} << 62));
}

}  // namespace
}  // namespace mercer
