#include "core/linalg/tile_product.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/linalg/simd.h"

namespace mercer {
namespace {

// Accumulators, one row of weights and one broadcast value must fit the registers together.
constexpr int kRows = kRegisters == 32 ? 6 : 4, kVectors = kRegisters == 32 ? 4 : 3;

template <class Real, int rows, int vectors>
struct Accumulators {
  using Values = Register<Real>;
  static constexpr Index kLanes = kLanesOf<Real>;

  Values at[rows][vectors];

  void Start(TileStartOf<Real> start) {
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) at[r][v] = Load(start.data + r * start.stride + v * kLanes);
  }

  void Finish(TileOutputOf<Real> out) const {
    out.multiply ? FinishAs<true>(out) : FinishAs<false>(out);
  }

  // Unrolled, or the accumulators would go through memory.
  template <bool multiply>
  void FinishAs(TileOutputOf<Real> out) const {
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) {
        Real* to = out.data + r * out.stride + v * kLanes;
        Store(multiply ? Load(to) * at[r][v] : at[r][v], to);
      }
    }
  }

  // value[r] times a row of weights: added, or, with 1 more, multiplied in.
  template <bool factors, class Value>
  void Take(const Value* value, const Real* weights) {
    Values weight[vectors];
    for (int v = 0; v < vectors; ++v) weight[v] = Load(weights + v * kLanes);
    for (int r = 0; r < rows; ++r) {
      const Values broadcast = static_cast<Real>(value[r]) - Values{};
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

template <int vectors, bool factors, class Real>
void DenseTiles(RowTileSpanOf<Real> x, const Real* weights, Index depth, TileStartOf<Real> start,
                TileOutputOf<Real> out) {
  for (Index t = 0; t < x.tiles; ++t) {
    const Real* packed = x.data + t * x.stride;
    Accumulators<Real, kRows, vectors> sums;
    sums.Start(start);
    for (Index k = 0; k < depth; ++k)
      sums.template Take<factors>(packed + k * kRows, weights + k * vectors * kLanesOf<Real>);
    sums.Finish(out);
    start.data += kRows * start.stride;
    out.data += kRows * out.stride;
  }
}

template <int vectors, bool factors, class Real>
void SparseRow(std::span<const Index> columns, const double* values, const Real* weights,
               TileStartOf<Real> start, TileOutputOf<Real> out) {
  Accumulators<Real, 1, vectors> sums;
  sums.Start(start);
  for (std::size_t j = 0; j < columns.size(); ++j)
    sums.template Take<factors>(values + j, weights + columns[j] * vectors * kLanesOf<Real>);
  sums.Finish(out);
}

// Calls body.operator()<vectors>() for the number of registers that `width` takes.
template <class Real, class Body>
void WithVectors(Index width, const Body& body) {
  constexpr Index kLanes = kLanesOf<Real>;
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

template <class Real>
TileShape ProductTileShape() {
  return {kRows, kLanesOf<Real>, kVectors * kLanesOf<Real>};
}

template <class Real>
void PackRowTile(const double* rows, Index stride, Index count, Index depth, Real* packed) {
  MERCER_CHECK(count <= kRows);
  for (Index k = 0; k < depth; ++k) {
    for (Index r = 0; r < count; ++r)
      packed[k * kRows + r] = static_cast<Real>(rows[r * stride + k]);
    std::fill(packed + k * kRows + count, packed + (k + 1) * kRows, Real{0});
  }
}

template <class Real>
void ProductTiles(RowTileSpanOf<Real> x, const Real* weights, Index depth, Index width,
                  TileStartOf<Real> start, TileOutputOf<Real> out) {
  WithVectors<Real>(
      width, [&]<int vectors>() { DenseTiles<vectors, false>(x, weights, depth, start, out); });
}

template <class Real>
void ProductSparseRow(std::span<const Index> columns, const double* values, const Real* weights,
                      Index width, TileStartOf<Real> start, TileOutputOf<Real> out) {
  WithVectors<Real>(width, [&]<int vectors>() {
    SparseRow<vectors, false>(columns, values, weights, start, out);
  });
}

template <class Real>
void FactorTiles(RowTileSpanOf<Real> x, const Real* weights, Index depth, Index width,
                 TileStartOf<Real> start, TileOutputOf<Real> out) {
  WithVectors<Real>(
      width, [&]<int vectors>() { DenseTiles<vectors, true>(x, weights, depth, start, out); });
}

template <class Real>
void FactorSparseRow(std::span<const Index> columns, const double* values, const Real* weights,
                     Index width, TileStartOf<Real> start, TileOutputOf<Real> out) {
  WithVectors<Real>(width, [&]<int vectors>() {
    SparseRow<vectors, true>(columns, values, weights, start, out);
  });
}

template TileShape ProductTileShape<double>();
template TileShape ProductTileShape<float>();
template void PackRowTile(const double*, Index, Index, Index, double*);
template void PackRowTile(const double*, Index, Index, Index, float*);
template void ProductTiles(RowTileSpanOf<double>, const double*, Index, Index, TileStartOf<double>,
                           TileOutputOf<double>);
template void ProductTiles(RowTileSpanOf<float>, const float*, Index, Index, TileStartOf<float>,
                           TileOutputOf<float>);
template void ProductSparseRow(std::span<const Index>, const double*, const double*, Index,
                               TileStartOf<double>, TileOutputOf<double>);
template void ProductSparseRow(std::span<const Index>, const double*, const float*, Index,
                               TileStartOf<float>, TileOutputOf<float>);
template void FactorTiles(RowTileSpanOf<double>, const double*, Index, Index, TileStartOf<double>,
                          TileOutputOf<double>);
template void FactorTiles(RowTileSpanOf<float>, const float*, Index, Index, TileStartOf<float>,
                          TileOutputOf<float>);
template void FactorSparseRow(std::span<const Index>, const double*, const double*, Index,
                              TileStartOf<double>, TileOutputOf<double>);
template void FactorSparseRow(std::span<const Index>, const double*, const float*, Index,
                              TileStartOf<float>, TileOutputOf<float>);

}  // namespace mercer
