#ifndef MERCER_CORE_LINALG_ROW_PRODUCTS_H_
#define MERCER_CORE_LINALG_ROW_PRODUCTS_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// Rows y_1 … y_m packed once for inner products of one or a few rows with all of them, in double
/// or float. Rows with many zeros are kept as columns, and a product with x adds the columns of the
/// non-zeros of x: of binary rows with a share p of ones that is m·d·p² additions, where a product
/// row by row takes m·d·p. Where all their values are one power of 2, a product counts the columns
/// that both rows have, 64 at a time. Others are kept in tiles whose sums stay in registers. The
/// same bits however the rows are stored. Packed in O(m·d).
template <class Real>
class RowProducts {
 public:
  RowProducts() = default;

  /// Packs the rows of x of the given numbers, in that order.
  RowProducts(const Examples& x, std::span<const Index> numbers);

  /// Where the rows are kept in tiles: rows of a tile; outputs are written by whole tiles.
  static Index TileRows();
  /// Left rows that a product takes together at best.
  static Index GroupRows();

  Index rows() const { return rows_; }
  Index stride() const { return stride_; }  // rows() rounded up to whole tiles
  Index cols() const { return cols_; }
  bool in_tiles() const { return starts_.empty(); }

  /// |y_j|², stride() values, 0 from rows() on.
  const Real* squared_norms() const { return squared_norms_.data(); }

  /// out[j] = <x_i, y_j>, j < stride(), zeros from rows() on; `scratch` is for its use.
  void Row(const Examples& x, Index i, std::vector<Real>& scratch, Real* out) const;

  /// out[j] as in Row for begin ≤ j < end, the same bits; both are multiples of TileRows(), or end
  /// is stride().
  void RowPart(const Examples& x, Index i, Index begin, Index end, std::vector<Real>& scratch,
               Real* out) const;

  /// out[r·out_stride + j − begin] = <left_r, y_j> for r < count and begin ≤ j < end, multiples of
  /// TileRows(); left_r are cols() values at left + r·cols(). Rows in tiles only.
  void Tiles(const Real* left, Index count, Index begin, Index end, Real* out,
             Index out_stride) const;

  /// Bytes, at most, of m rows of d columns with `stored` values.
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
  // Value (j, k) of tile t at (t·cols + k)·TileRows() + j; begins where a register may be loaded
  // without crossing lines of the cache.
  Eigen::Matrix<Real, Eigen::Dynamic, 1> tiles_{};
  // By columns: those of column k are entries [starts_[k], starts_[k + 1]).
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> numbers_;  // of rows, ascending in a column
  std::vector<Real> values_;            // empty where each column has one value only
  std::vector<Real> alike_;             // that value, 0 where a column has several
  // Where all values are `one_`: bit k mod 64 of word (k / 64)·stride + j is set where row j has
  // column k.
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

/// x_i as cols values, zeros included; returns |x_i|².
template <class Real>
Real CopyRow(const Examples& x, Index i, Real* out);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_ROW_PRODUCTS_H_
