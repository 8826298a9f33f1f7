#include "experiments/run/mapped_rows.h"

#include <numeric>
#include <vector>

#include "core/base/parallel.h"

namespace mercer {
namespace {

// Pieces of a fixed size: a row's features do not depend on its piece.
constexpr Index kPiece = 96;

}  // namespace

Examples SelectRange(const Examples& x, Index begin, Index count) {
  std::vector<Index> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), begin);
  return x.Select(numbers);
}

MappedRows::MappedRows(const FeatureMap& map, const Examples& x, int threads)
    : map_(map), x_(x), threads_(threads), sparse_(map.has_sparse_output(x)) {}

void MappedRows::Rows(Index begin, Index count, MatrixRef out) const {
  ParallelFor(count, kPiece, threads_, [&](Index first, Index last) {
    map_.TransformRows(x_, begin + first, last - first, out.middleRows(first, last - first));
  });
}

SparseMatrix MappedRows::SparseRows(Index begin, Index count) const {
  return map_.TransformSparse(SelectRange(x_, begin, count), threads_);
}

}  // namespace mercer
