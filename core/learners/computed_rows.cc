#include "core/learners/computed_rows.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

bool Holds(const Examples& buffer, Index rows, Index cols) {
  return !buffer.is_sparse() && buffer.rows() >= rows && buffer.cols() == cols;
}

}  // namespace

void ComputedRows::Rows(Index begin, Index count, MatrixRef out) const {
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= rows());
  if (all_) return all_->Rows(begin, count, out);
  const Stopwatch watch;
  if (is_sparse()) {
    out = ComputeSparse(begin, count);
  } else {
    Compute(begin, count, out);
  }
  seconds_ += watch.Seconds();
}

HeldRows ComputedRows::Range(Index begin, Index count, Examples& buffer) const {
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= rows());
  if (all_) return all_->Range(begin, count, buffer);
  if (!is_sparse() && !Holds(buffer, count, cols())) {
    buffer = Examples();  // freed first
    buffer = NewMatrix("a block of features", count, cols());
  }
  const Stopwatch watch;
  if (is_sparse()) {
    buffer = ComputeSparse(begin, count);
  } else {
    Compute(begin, count, buffer.dense().topRows(count));
  }
  seconds_ += watch.Seconds();
  return {&buffer, 0};
}

const Examples& ComputedRows::All() const {
  if (!all_) {
    const Stopwatch watch;
    all_ = ComputeAll();
    seconds_ += watch.Seconds();
  }
  return *all_;
}

Examples ComputedRows::ComputeAll() const {
  if (is_sparse()) return ComputeSparse(0, rows());
  Matrix all = NewMatrix("all features", rows(), cols());
  Compute(0, rows(), all);
  return all;
}

void ComputedRows::FloatRows(Index begin, Index count, FloatMatrixRef out) const {
  MERCER_CHECK(is_float() && begin >= 0 && count >= 0 && begin + count <= rows());
  const Stopwatch watch;
  ComputeFloats(begin, count, out);
  seconds_ += watch.Seconds();
}

void ComputedRows::ComputeFloats(Index, Index, FloatMatrixRef) const {
  MERCER_CHECK(!"these rows are not floats");
}

SparseMatrix ComputedRows::ComputeSparse(Index /*begin*/, Index count) const {
  MERCER_CHECK(!is_sparse());
  return {count, cols()};
}

void FloatMatrixRows::Compute(Index begin, Index count, MatrixRef out) const {
  out = z_.middleRows(begin, count).cast<double>();
}

void FloatMatrixRows::ComputeFloats(Index begin, Index count, FloatMatrixRef out) const {
  out = z_.middleRows(begin, count);
}

}  // namespace mercer
