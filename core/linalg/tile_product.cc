#include "core/linalg/tile_product.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/linalg/simd.h"

namespace mercer {
namespace {

// Accumulators, one row of weights and one broadcast value must fit the registers together.
constexpr int kRows = kRegisters == 32 ? 6 : 4, kVectors = kRegisters == 32 ? 4 : 3;

template <int rows, int vectors>
struct Accumulators {
  Doubles at[rows][vectors];

  void Start(TileStart start) {
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) at[r][v] = Load(start.data + r * start.stride + v * kLanes);
  }

  void Finish(TileOutput out) const { out.multiply ? FinishAs<true>(out) : FinishAs<false>(out); }

  // Unrolled, or the accumulators would go through memory.
  template <bool multiply>
  void FinishAs(TileOutput out) const {
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) {
        double* to = out.data + r * out.stride + v * kLanes;
        Store(multiply ? Load(to) * at[r][v] : at[r][v], to);
      }
    }
  }

  // value[r] times a row of weights: added, or, with 1 more, multiplied in.
  template <bool factors>
  void Take(const double* value, const double* weights) {
    Doubles weight[vectors];
    for (int v = 0; v < vectors; ++v) weight[v] = Load(weights + v * kLanes);
    for (int r = 0; r < rows; ++r) {
      const Doubles broadcast = value[r] - Doubles{};
      for (int v = 0; v < vectors; ++v) {
        if constexpr (factors) {
          at[r][v] *= 1 + broadcast * weight[v];
        } else {
          at[r][v] += broadcast * weight[v];
        }
      }
    }
  }
};

template <int vectors, bool factors>
void DenseTiles(RowTileSpan x, const double* weights, Index depth, TileStart start,
                TileOutput out) {
  for (Index t = 0; t < x.tiles; ++t) {
    const double* packed = x.data + t * x.stride;
    Accumulators<kRows, vectors> sums;
    sums.Start(start);
    for (Index k = 0; k < depth; ++k)
      sums.template Take<factors>(packed + k * kRows, weights + k * vectors * kLanes);
    sums.Finish(out);
    start.data += kRows * start.stride;
    out.data += kRows * out.stride;
  }
}

template <int vectors, bool factors>
void SparseRow(std::span<const Index> columns, const double* values, const double* weights,
               TileStart start, TileOutput out) {
  Accumulators<1, vectors> sums;
  sums.Start(start);
  for (std::size_t j = 0; j < columns.size(); ++j)
    sums.template Take<factors>(values + j, weights + columns[j] * vectors * kLanes);
  sums.Finish(out);
}

// Calls body.operator()<vectors>() for the number of registers that `width` takes.
template <class Body>
void WithVectors(Index width, const Body& body) {
  MERCER_CHECK(width > 0 && width % kLanes == 0 && width <= kVectors * kLanes);
  switch (width / kLanes) {
    case 1:
      return body.template operator()<1>();
    case 2:
      return body.template operator()<2>();
    case 3:
      return body.template operator()<3>();
    default:
      return body.template operator()<kVectors>();
  }
}

}  // namespace

TileShape ProductTileShape() { return {kRows, kLanes, kVectors * kLanes}; }

void PackRowTile(const double* rows, Index stride, Index count, Index depth, double* packed) {
  MERCER_CHECK(count <= kRows);
  for (Index k = 0; k < depth; ++k) {
    for (Index r = 0; r < count; ++r) packed[k * kRows + r] = rows[r * stride + k];
    std::fill(packed + k * kRows + count, packed + (k + 1) * kRows, 0.0);
  }
}

void ProductTiles(RowTileSpan x, const double* weights, Index depth, Index width, TileStart start,
                  TileOutput out) {
  WithVectors(width,
              [&]<int vectors>() { DenseTiles<vectors, false>(x, weights, depth, start, out); });
}

void ProductSparseRow(std::span<const Index> columns, const double* values, const double* weights,
                      Index width, TileStart start, TileOutput out) {
  WithVectors(width, [&]<int vectors>() {
    SparseRow<vectors, false>(columns, values, weights, start, out);
  });
}

void FactorTiles(RowTileSpan x, const double* weights, Index depth, Index width, TileStart start,
                 TileOutput out) {
  WithVectors(width,
              [&]<int vectors>() { DenseTiles<vectors, true>(x, weights, depth, start, out); });
}

void FactorSparseRow(std::span<const Index> columns, const double* values, const double* weights,
                     Index width, TileStart start, TileOutput out) {
  WithVectors(width, [&]<int vectors>() {
    SparseRow<vectors, true>(columns, values, weights, start, out);
  });
}

}  // namespace mercer
