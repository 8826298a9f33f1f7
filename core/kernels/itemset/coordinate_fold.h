#ifndef MERCER_CORE_KERNELS_ITEMSET_COORDINATE_FOLD_H_
#define MERCER_CORE_KERNELS_ITEMSET_COORDINATE_FOLD_H_

// Kernels that are a fold over the coordinates of a difference, for which no matrix product serves.

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// Pairs of rows folded side by side, one for each lane.
inline constexpr Index kFoldLanes = 32;

/// Rows [begin, begin + kFoldLanes) of y as packed[k·kFoldLanes + lane], d × kFoldLanes; zeros
/// beyond the last row.
inline void PackLanes(const Examples& y, Index begin, Matrix& packed) {
  packed.setZero(y.cols(), kFoldLanes);
  const Index lanes = std::min(kFoldLanes, y.rows() - begin);
  if (!y.is_sparse()) {
    packed.leftCols(lanes) = y.dense().middleRows(begin, lanes).transpose();
    return;
  }
  for (Index lane = 0; lane < lanes; ++lane)
    for (SparseMatrix::InnerIterator it(y.sparse(), begin + lane); it; ++it)
      packed(it.col(), lane) = it.value();
}

/// The fold over the columns that either sparse row stores.
template <class Step>
double FoldSparseRows(const SparseMatrix& x, Index i, const SparseMatrix& y, Index j, double start,
                      const Step& step) {
  SparseMatrix::InnerIterator a(x, i), b(y, j);
  double folded = start;
  while (a || b) {
    if (!b || (a && a.col() < b.col())) {
      folded = step(folded, a.value());
      ++a;
    } else if (!a || b.col() < a.col()) {
      folded = step(folded, -b.value());
      ++b;
    } else {
      folded = step(folded, a.value() - b.value());
      ++a, ++b;
    }
  }
  return folded;
}

/// out(i, j) = the fold of step(value, x_{begin+i,k} − y_{jk}) over k = 0 … d − 1 from `start`, for
/// i < count, count × m. step(value, 0) must be value. O(count·m·d), or O(count·m·stored values of
/// a row) where both are sparse and mostly zeros.
template <class Step>
void FoldCoordinates(const Examples& x, Index begin, Index count, const Examples& y, double start,
                     const Step& step, MatrixRef out) {
  // Columns of packed lanes that cost as much as one step of a merge of two sparse rows.
  constexpr Index kMergeCost = 16;
  const Index d = x.cols(), m = y.rows();
  if (x.is_sparse() && y.is_sparse() &&
      kMergeCost * (x.StoredValues() / std::max<Index>(x.rows(), 1) +
                    y.StoredValues() / std::max<Index>(m, 1)) <
          d) {
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < m; ++j)
        out(i, j) = FoldSparseRows(x.sparse(), begin + i, y.sparse(), j, start, step);
    return;
  }
  const Matrix rows = x.DenseRows(begin, count);
  Matrix packed;
  for (Index j = 0; j < m; j += kFoldLanes) {
    PackLanes(y, j, packed);
    const Index lanes = std::min(kFoldLanes, m - j);
    for (Index i = 0; i < count; ++i) {
      std::array<double, kFoldLanes> folded;
      folded.fill(start);
      for (Index k = 0; k < d; ++k) {
        const double value = rows(i, k);
        const double* other = packed.data() + k * kFoldLanes;
        for (std::size_t lane = 0; lane < kFoldLanes; ++lane)
          folded[lane] = step(folded[lane], value - other[lane]);
      }
      std::copy(folded.data(), folded.data() + lanes, out.row(i).data() + j);
    }
  }
}

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ITEMSET_COORDINATE_FOLD_H_
