#ifndef MERCER_CORE_BASE_EXAMPLES_H_
#define MERCER_CORE_BASE_EXAMPLES_H_

#include <span>
#include <variant>

#include "core/base/types.h"

namespace mercer {

class Examples;

/// Rows [begin, begin + count) of a source, stored as rows `first`, `first` + 1, … of `held`.
struct HeldRows {
  const Examples* held = nullptr;
  Index first = 0;
};

/// The n × d rows that learners and metrics read: held in memory (Examples) or computed on request
/// (ComputedRows), such as the features of a drawn map. Every call returns the same bits. Aborts if
/// a requested range of rows is not within [0, n).
class RowSource {
 public:
  virtual ~RowSource() = default;

  virtual Index rows() const = 0;
  virtual Index cols() const = 0;

  /// Whether the rows are stored sparse.
  virtual bool is_sparse() const = 0;

  /// Whether rows are computed on request; false if all of them (All()) are in memory.
  virtual bool computes() const = 0;

  /// Writes rows [begin, begin + count) to `out`, count × cols(). O(count · cols()) plus the cost
  /// of computing them.
  virtual void Rows(Index begin, Index count, MatrixRef out) const = 0;

  /// Rows [begin, begin + count): in place, without a copy, or computed into `buffer`, which keeps
  /// its memory for the next call. Valid until the buffer changes.
  virtual HeldRows Range(Index begin, Index count, Examples& buffer) const = 0;

  /// Whether the rows are dense and every value is a float.
  virtual bool is_float() const { return false; }

  /// Writes rows [begin, begin + count) as floats to `out`, count × cols(). Aborts unless
  /// is_float().
  virtual void FloatRows(Index begin, Index count, FloatMatrixRef out) const;

  /// All rows if they are in memory as floats, nullptr otherwise.
  virtual const FloatMatrix* Floats() const { return nullptr; }

  /// All rows in memory, 8 n d bytes if they are dense. Computed rows are computed at the first
  /// call and then kept.
  virtual const Examples& All() const = 0;

  /// Seconds spent computing rows; 0 for rows in memory.
  virtual double seconds() const { return 0; }

 protected:
  RowSource() = default;
  RowSource(const RowSource&) = default;
  RowSource(RowSource&&) = default;
  RowSource& operator=(const RowSource&) = default;
  RowSource& operator=(RowSource&&) = default;
};

/// The rows X (n × d) that kernels, maps and learners take, in memory. They are stored dense or
/// sparse; results are the same numbers either way.
class Examples final : public RowSource {
 public:
  Examples() = default;
  Examples(Matrix dense) : rows_(std::move(dense)) {}  // NOLINT(google-explicit-constructor)
  Examples(SparseMatrix&& sparse)
      : rows_(HeldSparse(std::move(sparse))) {}  // NOLINT(google-explicit-constructor)
  Examples(const SparseMatrix& sparse)
      : rows_(HeldSparse(SparseMatrix(sparse))) {}  // NOLINT(google-explicit-constructor)

  Index rows() const override;
  Index cols() const override;
  bool is_sparse() const override { return std::holds_alternative<HeldSparse>(rows_); }
  bool computes() const override { return false; }

  /// The rows in the form in which they are stored; asking for the other form aborts.
  const Matrix& dense() const;
  const SparseMatrix& sparse() const;
  Matrix& dense();
  SparseMatrix& sparse();

  /// Number of stored values (n·d if dense). O(1).
  Index StoredValues() const;

  /// Rows [begin, begin + count) as a dense matrix, count × d. O(count·d).
  Matrix DenseRows(Index begin, Index count) const;

  void Rows(Index begin, Index count, MatrixRef out) const override;
  HeldRows Range(Index begin, Index count, Examples& buffer) const override;
  const Examples& All() const override { return *this; }

  /// The rows with the given numbers, in that order, in the same form (dense or sparse). Aborts if
  /// a number is outside [0, n).
  Examples Select(std::span<const Index> numbers) const;

  /// Rows [begin, begin + count) in the same form (dense or sparse). Aborts if the range is not
  /// within [0, n).
  Examples SelectRange(Index begin, Index count) const;

  /// |x_i|² of each row, n values.
  Vector SquaredNorms() const;

  /// Bytes of the stored values and indices.
  std::size_t Bytes() const;

 private:
  // Eigen 3.4 copies a sparse matrix when it is moved, so moves are swaps, which keep the memory.
  struct HeldSparse {
    explicit HeldSparse(SparseMatrix&& from) { matrix.swap(from); }
    HeldSparse(const HeldSparse&) = default;
    HeldSparse(HeldSparse&& other) noexcept { matrix.swap(other.matrix); }
    HeldSparse& operator=(const HeldSparse&) = default;
    HeldSparse& operator=(HeldSparse&& other) noexcept {
      matrix.swap(other.matrix);
      return *this;
    }
    ~HeldSparse() = default;

    SparseMatrix matrix{};
  };

  std::variant<Matrix, HeldSparse> rows_;
};

/// The same rows stored sparse, without the zeros.
Examples ToSparse(const Examples& x);

/// The same rows stored dense.
Examples ToDense(const Examples& x);

/// Calls body(column, value) for the non-zero values of row i of x, dense or sparse, in ascending
/// order of columns. O(d) dense, O(stored values) sparse.
template <class Body>
void ForEachNonZero(const Examples& x, Index i, const Body& body) {
  if (x.is_sparse()) {
    for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) {
      if (it.value() != 0) body(it.col(), it.value());
    }
    return;
  }
  const double* row = x.dense().row(i).data();
  for (Index j = 0; j < x.cols(); ++j) {
    if (row[j] != 0) body(j, row[j]);
  }
}

/// The largest minus the smallest value of each column, d values; all 0 if there are no rows.
/// O(n·d).
Vector ColumnRanges(const Examples& x);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_EXAMPLES_H_
