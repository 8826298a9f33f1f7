#include "core/linalg/tile_product.h"

#include <algorithm>
#include <cstring>

#include "core/base/error.h"

namespace mercer {
namespace {

// Accumulators, one row of weights and one broadcast value must fit the registers together: 32 of
// them with AVX-512 and on 64-bit ARM, 16 otherwise.
#if defined(__AVX512F__)
constexpr int kVectorBytes = 64, kRows = 6, kVectors = 4;
#elif defined(__AVX__)
constexpr int kVectorBytes = 32, kRows = 4, kVectors = 3;
#elif defined(__aarch64__)
constexpr int kVectorBytes = 16, kRows = 6, kVectors = 4;
#else
constexpr int kVectorBytes = 16, kRows = 4, kVectors = 3;
#endif
constexpr Index kWidth = kVectorBytes / static_cast<int>(sizeof(double));

using Simd = double __attribute__((vector_size(kVectorBytes)));

inline Simd Load(const double* from) {
  Simd value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

inline void Store(Simd value, double* to) { std::memcpy(to, &value, sizeof(value)); }

template <int rows, int vectors>
struct Accumulators {
  Simd at[rows][vectors];

  void Start(TileStart start) {
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) at[r][v] = Load(start.data + r * start.stride + v * kWidth);
  }

  void Finish(TileOutput out) const { out.multiply ? FinishAs<true>(out) : FinishAs<false>(out); }

  // Unrolled, or the accumulators would go through memory.
  template <bool multiply>
  void FinishAs(TileOutput out) const {
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) {
        double* to = out.data + r * out.stride + v * kWidth;
        Store(multiply ? Load(to) * at[r][v] : at[r][v], to);
      }
    }
  }

  // value[r] times a row of weights: added, or, with 1 more, multiplied in.
  template <bool factors>
  void Take(const double* value, const double* weights) {
    Simd weight[vectors];
    for (int v = 0; v < vectors; ++v) weight[v] = Load(weights + v * kWidth);
    for (int r = 0; r < rows; ++r) {
      const Simd broadcast = value[r] - Simd{};
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
      sums.template Take<factors>(packed + k * kRows, weights + k * vectors * kWidth);
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
    sums.template Take<factors>(values + j, weights + columns[j] * vectors * kWidth);
  sums.Finish(out);
}

// Calls body.operator()<vectors>() for the number of registers that `width` takes.
template <class Body>
void WithVectors(Index width, const Body& body) {
  MERCER_CHECK(width > 0 && width % kWidth == 0 && width <= kVectors * kWidth);
  switch (width / kWidth) {
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

TileShape ProductTileShape() { return {kRows, kWidth, kVectors * kWidth}; }

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
