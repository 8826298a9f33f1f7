#ifndef MERCER_CORE_LINALG_TILE_PRODUCT_H_
#define MERCER_CORE_LINALG_TILE_PRODUCT_H_

#include <span>

#include "core/base/types.h"

namespace mercer {

// The inner loop of every projection map: a few rows times a narrow panel of weights, with all
// accumulators in registers. The caller packs the weights once, when the map is drawn, and the rows
// once for each block; further processing of a product (a running product, a cosine) takes place
// while the tile is still in the first-level cache, so no n × ΣN matrix of projections is ever
// stored. Everything is available in doubles and in floats; a register holds twice as many floats.

/// The tile sizes that fit the registers of the machine for which the library was compiled.
struct TileShape {
  Index rows = 0;    // rows of a tile
  Index vector = 0;  // values of one register; the width of a product is a multiple of it
  Index panel = 0;   // the widest product, in values
};
template <class Real = double>
TileShape ProductTileShape();

/// Packs count ≤ TileShape::rows rows of `depth` values, row r at rows + r·stride, as packed[k·R +
/// r] with R = TileShape::rows, rounded to Real; missing rows become zeros.
template <class Real>
void PackRowTile(const double* rows, Index stride, Index count, Index depth, Real* packed);

/// Packed rows: tile t begins at data + t·stride.
template <class Real>
struct RowTileSpanOf {
  const Real* data = nullptr;
  Index tiles = 0;
  Index stride = 0;
};
using RowTileSpan = RowTileSpanOf<double>;

/// The initial values of the accumulators: value (r, c) is at data[r·stride + c]; stride 0 gives
/// every row the same values.
template <class Real>
struct TileStartOf {
  const Real* data = nullptr;
  Index stride = 0;
};

/// The destination of the products: value (r, c) at data[r·stride + c] is replaced by the product
/// or multiplied by it.
template <class Real>
struct TileOutputOf {
  Real* data = nullptr;
  Index stride = 0;
  bool multiply = false;
};

/// out(r, c) = start(r, c) + Σ_{k < depth} x(r, k) · weights[k·width + c] for all rows r of the
/// tiles and c < width. The sum runs over k in order, so splitting it in two calls (the first one's
/// output as the second's start) gives the same bits. O(rows·width·depth).
template <class Real>
void ProductTiles(RowTileSpanOf<Real> x, const Real* weights, Index depth, Index width,
                  TileStartOf<Real> start, TileOutputOf<Real> out);

/// The same for one sparse row: out(c) = start(c) + Σ_j values[j] · weights[columns[j]·width + c].
/// O(width · non-zeros).
template <class Real>
void ProductSparseRow(std::span<const Index> columns, const double* values, const Real* weights,
                      Index width, TileStartOf<Real> start, TileOutputOf<Real> out);

/// out(r, c) = start(r, c) · Π_{k < depth} (1 + x(r, k) · weights[k·width + c]), otherwise like
/// ProductTiles. O(rows·width·depth).
template <class Real>
void FactorTiles(RowTileSpanOf<Real> x, const Real* weights, Index depth, Index width,
                 TileStartOf<Real> start, TileOutputOf<Real> out);

/// The same for one sparse row.
template <class Real>
void FactorSparseRow(std::span<const Index> columns, const double* values, const Real* weights,
                     Index width, TileStartOf<Real> start, TileOutputOf<Real> out);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_TILE_PRODUCT_H_
