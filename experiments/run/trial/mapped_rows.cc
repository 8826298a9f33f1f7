#include "experiments/run/trial/mapped_rows.h"

#include "core/base/parallel.h"

namespace mercer {
namespace {

// Pieces of a fixed size: a row's features do not depend on its piece.
constexpr Index kPiece = 96;

}  // namespace

MappedRows::MappedRows(const FeatureMap& map, const Examples& x, int threads)
    : map_(map), x_(x), threads_(threads), sparse_(map.has_sparse_output(x)) {}

void MappedRows::Rows(Index begin, Index count, MatrixRef out) const {
  ParallelFor(count, kPiece, threads_, [&](Index first, Index last) {
    map_.TransformRows(x_, begin + first, last - first, out.middleRows(first, last - first));
  });
}

SparseMatrix MappedRows::SparseRows(Index begin, Index count) const {
  return map_.TransformSparse(x_.SelectRange(begin, count), threads_);
}

}  // namespace mercer
