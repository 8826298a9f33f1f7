#include "core/data/rows/labelled_rows.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/error.h"

namespace mercer {
namespace {

Index NonZeros(const Examples& x) {
  if (!x.is_sparse()) return (x.dense().array() != 0).count();
  const SparseMatrix& sparse = x.sparse();
  MERCER_CHECK(sparse.isCompressed());
  return sparse.nonZeros() -
         std::count(sparse.valuePtr(), sparse.valuePtr() + sparse.nonZeros(), 0.0);
}

Examples PoolDense(const std::vector<LabelledRows>& pieces, Index n, Index d) {
  Matrix all(n, d);
  Index row = 0;
  for (const LabelledRows& piece : pieces) {
    all.middleRows(row, piece.x.rows()) = piece.x.dense();
    row += piece.x.rows();
  }
  return all;
}

Examples PoolSparse(std::vector<LabelledRows> pieces, Index n, Index d) {
  std::vector<Examples> sparse;
  Index stored = 0;
  for (LabelledRows& piece : pieces) {
    sparse.push_back(piece.x.is_sparse() ? std::move(piece.x) : ToSparse(piece.x));
    stored += sparse.back().StoredValues();
  }
  SparseMatrix all(n, d);
  all.resizeNonZeros(stored);
  Index row = 0;
  Index at = 0;
  for (const Examples& piece : sparse) {
    const SparseMatrix& from = piece.sparse();
    MERCER_CHECK(from.isCompressed());
    std::copy_n(from.valuePtr(), from.nonZeros(), all.valuePtr() + at);
    std::copy_n(from.innerIndexPtr(), from.nonZeros(), all.innerIndexPtr() + at);
    for (Index i = 1; i <= from.rows(); ++i)
      all.outerIndexPtr()[row + i] = at + from.outerIndexPtr()[i];
    row += from.rows();
    at += from.nonZeros();
  }
  return all;
}

}  // namespace

bool TooLargeForDense(Index n, Index d) { return d > 0 && n > kMaxDenseValues / d; }

Index MissingValues(const Examples& x) {
  if (!x.is_sparse()) return x.dense().array().isNaN().count();
  return x.sparse().coeffs().isNaN().count();
}

double Density(const Examples& x) {
  if (x.rows() == 0 || x.cols() == 0) return 0;
  return static_cast<double>(NonZeros(x)) /
         (static_cast<double>(x.rows()) * static_cast<double>(x.cols()));
}

Examples Stored(Examples x, Storage storage) {
  if (storage == Storage::kByDensity)
    storage = Density(x) < kSparseBelowDensity ? Storage::kSparse : Storage::kDense;
  if (storage == Storage::kSparse) return x.is_sparse() ? std::move(x) : ToSparse(x);
  if (!x.is_sparse()) return x;
  if (TooLargeForDense(x.rows(), x.cols())) {
    throw InvalidInput("a dense matrix of " + std::to_string(x.rows()) + " x " +
                       std::to_string(x.cols()) + " values is too large; expected at most " +
                       std::to_string(kMaxDenseValues) + " values");
  }
  return ToDense(x);
}

LabelledRows Pool(std::vector<LabelledRows> pieces) {
  MERCER_CHECK(!pieces.empty());
  if (pieces.size() == 1) return std::move(pieces.front());
  const Index d = pieces.front().x.cols();
  Index n = 0;
  bool all_dense = true;
  for (const LabelledRows& piece : pieces) {
    MERCER_CHECK(piece.x.cols() == d && piece.y.size() == piece.x.rows());
    n += piece.x.rows();
    all_dense = all_dense && !piece.x.is_sparse();
  }
  LabelledRows pooled;
  pooled.y.resize(n);
  Index row = 0;
  for (const LabelledRows& piece : pieces) {
    pooled.y.segment(row, piece.y.size()) = piece.y;
    row += piece.y.size();
  }
  pooled.x = all_dense ? PoolDense(pieces, n, d) : PoolSparse(std::move(pieces), n, d);
  return pooled;
}

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
