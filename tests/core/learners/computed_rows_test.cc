// Rows in memory and rows that are computed, read by the same calls.

#include "core/learners/computed_rows.h"

#include <gtest/gtest.h>

#include "tests/core/learners/computed_rows.h"

namespace mercer {
namespace {

Matrix Values() {
  Matrix z(7, 3);
  for (Index i = 0; i < z.size(); ++i) z.data()[i] = i % 4 == 0 ? 0 : static_cast<double>(i);
  return z;
}

/// Counts how many rows are computed.
class CountedRows : public ComputedRows {
 public:
  Index rows() const override { return 7; }
  Index cols() const override { return 3; }
  mutable Index computed = 0;

 private:
  void Compute(Index begin, Index count, MatrixRef out) const override {
    computed += count;
    out = Values().middleRows(begin, count);
  }
};

TEST(RowSource, StoredAndComputedRowsDenseOrSparseAreTheSame) {
  const Examples dense = Values(), sparse = ToSparse(dense);
  const testing::RowsOfMatrix computed(dense.dense());
  const testing::RowsOfSparse computed_sparse(sparse.sparse());
  for (const RowSource* source :
       std::initializer_list<const RowSource*>{&dense, &sparse, &computed, &computed_sparse}) {
    ASSERT_EQ(source->rows(), 7);
    ASSERT_EQ(source->cols(), 3);
    if (source != &computed_sparse) {
      Matrix out(2, 3);
      source->Rows(3, 2, out);
      EXPECT_EQ(out, Values().middleRows(3, 2));
    }
    Examples buffer;
    const HeldRows range = source->Range(3, 2, buffer);
    EXPECT_EQ(range.held->is_sparse(), source->is_sparse());
    EXPECT_EQ(range.held->DenseRows(range.first, 2), Values().middleRows(3, 2));
    EXPECT_EQ(source->All().DenseRows(0, 7), Values());
  }
}

TEST(RowSource, FloatsAreReadAsFloatsAndAsDoubles) {
  const FloatMatrixRows floats(Values().cast<float>());
  EXPECT_TRUE(floats.is_float());
  FloatMatrix out(2, 3);
  floats.FloatRows(3, 2, out);
  EXPECT_EQ(out.cast<double>(), Values().middleRows(3, 2));
  Examples buffer;
  const HeldRows range = floats.Range(3, 2, buffer);
  EXPECT_EQ(range.held->DenseRows(range.first, 2), Values().middleRows(3, 2));
  EXPECT_EQ(floats.All().dense(), Values());
  EXPECT_FALSE(Examples(Values()).is_float());
  EXPECT_EQ(Examples(Values()).Floats(), nullptr);
}

TEST(RowSource, RowsInMemoryAreNotCopied) {
  const Examples x = Values();
  Examples buffer;
  EXPECT_FALSE(x.computes());
  EXPECT_EQ(x.Range(3, 2, buffer).held, &x);
  EXPECT_EQ(x.Range(3, 2, buffer).first, 3);
  EXPECT_EQ(&x.All(), &x);
  EXPECT_EQ(buffer.rows(), 0);
  EXPECT_EQ(x.seconds(), 0);
}

TEST(ComputedRows, KeepNothingUntilAllOfThemAreAskedFor) {
  const CountedRows rows;
  Examples buffer;
  EXPECT_TRUE(rows.computes());
  rows.Range(0, 4, buffer);
  rows.Range(0, 4, buffer);
  EXPECT_EQ(rows.computed, 8);
  EXPECT_EQ(rows.All().dense(), Values());
  EXPECT_EQ(rows.computed, 15);
  EXPECT_FALSE(rows.computes());
  const double seconds = rows.seconds();
  EXPECT_GT(seconds, 0);
  Matrix out(4, 3);
  rows.Rows(3, 4, out);
  EXPECT_EQ(out, Values().bottomRows(4));
  EXPECT_EQ(rows.Range(3, 4, buffer).held, &rows.All());
  EXPECT_EQ(rows.computed, 15);
  EXPECT_EQ(rows.seconds(), seconds);
}

TEST(ComputedRows, ABufferKeepsItsMemoryForFewerRows) {
  const CountedRows rows;
  Examples buffer;
  rows.Range(0, 4, buffer);
  const double* const memory = buffer.dense().data();
  const HeldRows last = rows.Range(4, 3, buffer);
  EXPECT_EQ(last.held->dense().data(), memory);
  EXPECT_EQ(last.held->DenseRows(last.first, 3), Values().bottomRows(3));
}

}  // namespace
}  // namespace mercer
