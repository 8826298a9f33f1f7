#include "core/data/rows/row_store.h"

#include "core/base/error.h"

namespace mercer {

RowStore::RowStore(const std::string& path, Index most_rows, Index d, bool sparse)
    : d_(d), is_sparse_(sparse) {
  if (sparse) return;
  if (TooLargeForDense(most_rows, d)) {
    throw InvalidInput(path + ": " + std::to_string(most_rows) + " rows of " + std::to_string(d) +
                       " columns are too many; expected at most " +
                       std::to_string(kMaxDenseValues) + " values");
  }
  dense_.resize(most_rows, d);
}

void RowStore::Set(Index column, double value) {
  if (is_sparse_) {
    if (value == 0) return;
    columns_.push_back(column);
    values_.push_back(value);
    return;
  }
  MERCER_CHECK(rows() < dense_.rows());
  if (!row_begun_) dense_.row(rows()).setZero();
  row_begun_ = true;
  dense_(rows(), column) = value;
}

void RowStore::EndRow(double label) {
  if (is_sparse_) {
    row_ends_.push_back(static_cast<Index>(values_.size()));
  } else if (!row_begun_) {
    MERCER_CHECK(rows() < dense_.rows());
    dense_.row(rows()).setZero();
  }
  row_begun_ = false;
  labels_.push_back(label);
}

LabelledRows RowStore::Build() {
  LabelledRows built;
  built.y = Eigen::Map<const Vector>(labels_.data(), rows());
  if (!is_sparse_) {
    if (dense_.rows() != rows()) dense_.conservativeResize(rows(), d_);
    built.x = std::move(dense_);
    return built;
  }
  SparseMatrix x(rows(), d_);
  x.resizeNonZeros(static_cast<Index>(values_.size()));
  std::copy(values_.begin(), values_.end(), x.valuePtr());
  std::copy(columns_.begin(), columns_.end(), x.innerIndexPtr());
  std::copy(row_ends_.begin(), row_ends_.end(), x.outerIndexPtr());
  built.x = std::move(x);
  return built;
}

}  // namespace mercer
