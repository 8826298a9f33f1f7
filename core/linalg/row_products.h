#ifndef MERCER_CORE_LINALG_ROW_PRODUCTS_H_
#define MERCER_CORE_LINALG_ROW_PRODUCTS_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// Rows y_1 … y_m, packed once for inner products of one or a few rows with all of them, in double
/// or float. Rows with many zeros are stored by columns, and a product with x adds the columns at
/// the non-zeros of x: for binary rows with a fraction p of ones, that is m·d·p² additions, whereas
/// products row by row take m·d·p. If all their values are the same power of 2, a product counts
/// the common columns of both rows, 64 at a time. Other rows are stored in tiles whose sums stay in
/// registers. Dense and sparse Examples of the same values give the same bits. Of the two storages
/// a product is the same up to rounding: where a column has only one value, its products are
/// rounded before they are added, while tiles fuse the two. Packing takes O(m·d).
template <class Real>
class RowProducts {
 public:
  RowProducts() = default;

  /// Packs the rows of x with the given numbers, in that order.
  RowProducts(const Examples& x, std::span<const Index> numbers);

  /// Rows of a tile, if the rows are stored in tiles; outputs are written in whole tiles.
  static Index TileRows();
  /// The best number of left rows for one product.
  static Index GroupRows();

  Index rows() const { return rows_; }
  Index stride() const { return stride_; }  // rows() rounded up to whole tiles
  Index cols() const { return cols_; }
  bool in_tiles() const { return starts_.empty(); }

  /// |y_j|², stride() values, 0 from rows() on.
  const Real* squared_norms() const { return squared_norms_.data(); }

  /// out[j] = <x_i, y_j>, j < stride(), zeros from rows() on; `scratch` is workspace.
  void Row(const Examples& x, Index i, std::vector<Real>& scratch, Real* out) const;

  /// out[j] as in Row for begin ≤ j < end, with the same bits. begin and end are multiples of
  /// TileRows(), or end is stride().
  void RowPart(const Examples& x, Index i, Index begin, Index end, std::vector<Real>& scratch,
               Real* out) const;

  /// out[r·out_stride + j − begin] = <left_r, y_j> for r < count and begin ≤ j < end, multiples of
  /// TileRows(); left_r are cols() values at left + r·cols(). Only if in_tiles().
  void Tiles(const Real* left, Index count, Index begin, Index end, Real* out,
             Index out_stride) const;

  /// An upper bound on the bytes for m rows of d columns with `stored` values.
  static double Bytes(double m, double d, double stored);

 private:
  void PackTiles(const Examples& x, std::span<const Index> numbers);
  void PackColumns(const Examples& x, std::span<const Index> numbers,
                   std::span<const std::size_t> counts);
  void PackBits(const Examples& x, std::span<const Index> numbers);
  void AddColumns(const Examples& x, Index i, Index begin, Index end, Real* out) const;
  bool SetBits(const Examples& x, Index i, std::vector<std::uint64_t>& bits) const;
  void CountBits(const std::vector<std::uint64_t>& bits, Index begin, Index end, Real* out) const;

  Index rows_ = 0, stride_ = 0, cols_ = 0;
  std::vector<Real> squared_norms_;
  // Value (j, k) of tile t at (t·cols + k)·TileRows() + j; the first one is aligned so that loading
  // a register does not cross cache lines.
  Eigen::Matrix<Real, Eigen::Dynamic, 1> tiles_{};
  // Storage by columns: column k has entries [starts_[k], starts_[k + 1]).
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> numbers_;  // of rows, ascending in a column
  std::vector<Real> values_;            // empty if each column has only one value
  std::vector<Real> alike_;             // that value, 0 if a column has several
  // If all values are `one_`: bit k mod 64 of word (k / 64)·stride + j is set if row j has column
  // k.
  std::vector<std::uint64_t> bits_;
  Real one_ = 0;
};

/// |x_i|², summed in Real.
template <class Real>
Real SquaredNorm(const Examples& x, Index i) {
  Real squared = 0;
  ForEachNonZero(x, i, [&](Index, double value) {
    const auto real = static_cast<Real>(value);
    squared += real * real;
  });
  return squared;
}

/// Copies x_i as cols values, including zeros; returns |x_i|².
template <class Real>
Real CopyRow(const Examples& x, Index i, Real* out);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_ROW_PRODUCTS_H_
