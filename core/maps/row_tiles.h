#ifndef MERCER_CORE_MAPS_ROW_TILES_H_
#define MERCER_CORE_MAPS_ROW_TILES_H_

#include <memory>
#include <span>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"
#include "core/linalg/tile_product.h"

namespace mercer {

/// A block of rows, prepared for products with packed panels. Dense rows are packed in tiles;
/// sparse rows with few values stay as they are. The choice for a row depends on that row only, and
/// both add the same terms in the same order. Products are in doubles or in floats; for floats the
/// rows are rounded.
template <class Real>
class RowTilesOf {
 public:
  /// Rows [begin, begin + count) of x, which must outlive this object.
  RowTilesOf(const Examples& x, Index begin, Index count);

  /// The number of rows in the result of Multiply: a multiple of TileShape::rows for the tiled
  /// rows, then one for each sparse row.
  Index padded_rows() const { return tiled_rows_ + static_cast<Index>(sparse_.size()); }

  /// The row of the block that row r of the result of Multiply belongs to; -1 for padding.
  const std::vector<Index>& sources() const { return sources_; }

  /// The start in `out`, the matrix of the block's rows, of row r of the result of Multiply;
  /// nullptr for padding.
  template <class Out>
  std::vector<typename Out::Scalar*> Targets(Out& out) const {
    std::vector<typename Out::Scalar*> targets;
    targets.reserve(sources_.size());
    for (const Index row : sources_)
      targets.push_back(row < 0 ? nullptr : out.data() + row * out.outerStride());
    return targets;
  }

  /// Sets out(r, c) to start[c] + <row r, column c of the d × width weights>, or multiplies it by
  /// that if out.multiply. out has padded_rows() rows.
  void Multiply(const Real* weights, Index width, const Real* start, TileOutputOf<Real> out) const;

  /// Sets out(r, c) to start[c] · Π_j (1 + x(r, j) · weights[j·width + c]), or multiplies it by
  /// that if out.multiply.
  void MultiplyFactors(const Real* weights, Index width, const Real* start,
                       TileOutputOf<Real> out) const;

 private:
  struct SparseRow {
    std::span<const Index> columns;
    const double* values = nullptr;
  };

  void TakeDense(const Matrix& x, Index begin, Index count);
  void TakeSparse(const SparseMatrix& x, Index begin, Index count);
  template <bool factors>
  void Run(const Real* weights, Index width, const Real* start, TileOutputOf<Real> out) const;
  template <bool factors>
  void RunTiles(const Real* weights, Index width, const Real* start, TileOutputOf<Real> out) const;

  Index depth_ = 0;       // d
  Index tiled_rows_ = 0;  // with padding
  std::unique_ptr<Real[]> packed_;
  std::vector<SparseRow> sparse_;
  std::vector<Index> sources_;
};

using RowTiles = RowTilesOf<double>;

/// Prefetches the cache lines of columns [first, first + count) of rows that are about to be
/// written, so that they arrive while the values are computed. Skips rows that are nullptr.
template <class Real>
void PrefetchForWriting(const std::vector<Real*>& rows, Index first, Index count) {
#if defined(__GNUC__)
  constexpr Index kLine = 64 / static_cast<Index>(sizeof(Real));
  for (const Real* row : rows) {
    if (row == nullptr) continue;
    for (Index c = 0; c < count; c += kLine) __builtin_prefetch(row + first + c, 1);
  }
#endif
}

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ROW_TILES_H_
