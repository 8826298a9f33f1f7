#ifndef MERCER_TESTS_CORE_LEARNERS_COMPUTED_ROWS_H_
#define MERCER_TESTS_CORE_LEARNERS_COMPUTED_ROWS_H_

#include <cstdint>
#include <utility>

#include "core/base/error.h"
#include "core/learners/computed_rows.h"

namespace mercer::testing {

/// The rows of a matrix, as if computed.
class RowsOfMatrix : public ComputedRows {
 public:
  explicit RowsOfMatrix(Matrix z) : z_(std::move(z)) {}
  Index rows() const override { return z_.rows(); }
  Index cols() const override { return z_.cols(); }

 private:
  void Compute(Index begin, Index count, MatrixRef out) const override {
    out = z_.middleRows(begin, count);
  }

  Matrix z_;
};

/// The rows of a sparse matrix, as if computed; never asked for dense.
class RowsOfSparse : public ComputedRows {
 public:
  explicit RowsOfSparse(SparseMatrix z) : z_(std::move(z)) {}
  Index rows() const override { return z_.rows(); }
  Index cols() const override { return z_.cols(); }
  bool is_sparse() const override { return true; }

 private:
  void Compute(Index, Index, MatrixRef) const override { MERCER_CHECK(!is_sparse()); }
  SparseMatrix ComputeSparse(Index begin, Index count) const override {
    return z_.middleRows(begin, count);
  }

  SparseMatrix z_;
};

/// n × d values in [−1, 1), a hash of row and column: rows without end that nobody stores.
class HashedRows : public ComputedRows {
 public:
  HashedRows(Index n, Index d) : n_(n), d_(d) {}
  Index rows() const override { return n_; }
  Index cols() const override { return d_; }
  static double Value(Index i, Index j) {
    std::uint32_t bits =
        static_cast<std::uint32_t>(i) * 0x9E3779B1U ^ static_cast<std::uint32_t>(j) * 0x85EBCA77U;
    bits = (bits ^ bits >> 15) * 0xC2B2AE3DU;
    bits ^= bits >> 13;
    return static_cast<double>(static_cast<std::int32_t>(bits)) * 0x1p-31;
  }

 private:
  void Compute(Index begin, Index count, MatrixRef out) const override {
    for (Index i = 0; i < count; ++i) {
      double* const row = out.row(i).data();
      for (Index j = 0; j < d_; ++j) row[j] = Value(begin + i, j);
    }
  }

  Index n_, d_;
};

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_LEARNERS_COMPUTED_ROWS_H_
