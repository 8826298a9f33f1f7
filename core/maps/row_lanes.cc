#include "core/maps/row_lanes.h"

#include <algorithm>

namespace mercer {
namespace {

// The rows are read side by side, too many streams for the machine to foresee.
constexpr Index kAhead = 16 * kLanes;

}  // namespace

void TakeRows(const Examples& x, Index begin, Index count, Index size, double* lines) {
  if (x.is_sparse()) {
    std::fill_n(lines, size * kLanes, 0.0);
    for (Index r = 0; r < count; ++r)
      for (SparseMatrix::InnerIterator it(x.sparse(), begin + r); it; ++it)
        lines[it.col() * kLanes + r] = it.value();
    return;
  }
  TakeRows(x.dense().middleRows(begin, count), size, lines);
}

void TakeRows(ConstMatrixRef x, Index size, double* lines) {
  const Index count = x.rows();
  const auto row = [&](Index r) { return x.data() + r * x.outerStride(); };
  Index j = 0;
  for (; j + kLanes <= x.cols(); j += kLanes) {
    Doubles v[kLanes] = {};
    for (Index r = 0; r < count; ++r) {
      __builtin_prefetch(row(r) + std::min(j + kAhead, x.cols() - 1));
      v[r] = Load(row(r) + j);
    }
    Transpose(v);
    for (Index i = 0; i < kLanes; ++i) Store(v[i], lines + (j + i) * kLanes);
  }
  std::fill(lines + j * kLanes, lines + size * kLanes, 0.0);
  for (; j < x.cols(); ++j)
    for (Index r = 0; r < count; ++r) lines[j * kLanes + r] = row(r)[j];
}

}  // namespace mercer
