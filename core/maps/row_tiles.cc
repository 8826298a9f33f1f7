#include "core/maps/row_tiles.h"

#include <algorithm>

#include "core/base/error.h"

namespace mercer {
namespace {

// A panel of weights of this depth stays in the second-level cache while the tiles pass.
constexpr Index kDepthBlock = 256;

// Above this share of stored values a row is cheaper in a tile (measured: bench_maps, sparse).
constexpr double kTileDensity = 0.25;

Index RoundUp(Index n, Index multiple) { return (n + multiple - 1) / multiple * multiple; }

}  // namespace

template <class Real>
RowTilesOf<Real>::RowTilesOf(const Examples& x, Index begin, Index count) : depth_(x.cols()) {
  if (x.is_sparse()) {
    TakeSparse(x.sparse(), begin, count);
  } else {
    TakeDense(x.dense(), begin, count);
  }
}

template <class Real>
void RowTilesOf<Real>::TakeDense(const Matrix& x, Index begin, Index count) {
  const Index tile = ProductTileShape<Real>().rows;
  tiled_rows_ = RoundUp(count, tile);
  packed_ = std::make_unique_for_overwrite<Real[]>(static_cast<std::size_t>(tiled_rows_ * depth_));
  for (Index r = 0; r < count; r += tile) {
    PackRowTile(x.data() + (begin + r) * depth_, depth_, std::min(tile, count - r), depth_,
                packed_.get() + r * depth_);
  }
  sources_.assign(static_cast<std::size_t>(tiled_rows_), -1);
  for (Index r = 0; r < count; ++r) sources_[static_cast<std::size_t>(r)] = r;
}

template <class Real>
void RowTilesOf<Real>::TakeSparse(const SparseMatrix& x, Index begin, Index count) {
  MERCER_CHECK(x.isCompressed());
  const Index tile = ProductTileShape<Real>().rows;
  const Index* starts = x.outerIndexPtr() + begin;
  const auto is_tiled = [&](Index r) {
    return static_cast<double>(starts[r + 1] - starts[r]) >
           kTileDensity * static_cast<double>(depth_);
  };
  for (Index r = 0; r < count; ++r)
    if (is_tiled(r)) sources_.push_back(r);
  tiled_rows_ = RoundUp(static_cast<Index>(sources_.size()), tile);
  packed_ = std::make_unique<Real[]>(static_cast<std::size_t>(tiled_rows_ * depth_));
  for (std::size_t t = 0; t < sources_.size(); ++t) {
    const Index place = static_cast<Index>(t);
    Real* packed = packed_.get() + place / tile * tile * depth_ + place % tile;
    for (Index j = starts[sources_[t]]; j < starts[sources_[t] + 1]; ++j)
      packed[x.innerIndexPtr()[j] * tile] = static_cast<Real>(x.valuePtr()[j]);
  }
  sources_.resize(static_cast<std::size_t>(tiled_rows_), -1);
  for (Index r = 0; r < count; ++r) {
    if (is_tiled(r)) continue;
    const auto stored = static_cast<std::size_t>(starts[r + 1] - starts[r]);
    sparse_.push_back({{x.innerIndexPtr() + starts[r], stored}, x.valuePtr() + starts[r]});
    sources_.push_back(r);
  }
}

template <class Real>
void RowTilesOf<Real>::Multiply(const Real* weights, Index width, const Real* start,
                                TileOutputOf<Real> out) const {
  Run<false>(weights, width, start, out);
}

template <class Real>
void RowTilesOf<Real>::MultiplyFactors(const Real* weights, Index width, const Real* start,
                                       TileOutputOf<Real> out) const {
  Run<true>(weights, width, start, out);
}

template <class Real>
template <bool factors>
void RowTilesOf<Real>::Run(const Real* weights, Index width, const Real* start,
                           TileOutputOf<Real> out) const {
  RunTiles<factors>(weights, width, start, out);
  out.data += tiled_rows_ * out.stride;
  const auto run = factors ? &FactorSparseRow<Real> : &ProductSparseRow<Real>;
  for (const SparseRow& row : sparse_) {
    run(row.columns, row.values, weights, width, {start, 0}, out);
    out.data += out.stride;
  }
}

template <class Real>
template <bool factors>
void RowTilesOf<Real>::RunTiles(const Real* weights, Index width, const Real* start,
                                TileOutputOf<Real> out) const {
  const Index tile = ProductTileShape<Real>().rows;
  const auto run = factors ? &FactorTiles<Real> : &ProductTiles<Real>;
  // What the depth blocks done so far give; needed only where there are several.
  const bool blocked = depth_ > kDepthBlock;
  Eigen::VectorX<Real> partial(blocked ? tiled_rows_ * width : 0);
  for (Index k = 0; k == 0 || k < depth_; k += kDepthBlock) {
    const Index depth = std::min(kDepthBlock, depth_ - k);
    const bool last = k + depth == depth_;
    run({packed_.get() + k * tile, tiled_rows_ / tile, tile * depth_}, weights + k * width, depth,
        width, k == 0 ? TileStartOf<Real>{start, 0} : TileStartOf<Real>{partial.data(), width},
        last ? out : TileOutputOf<Real>{partial.data(), width, false});
  }
}

template class RowTilesOf<double>;
template class RowTilesOf<float>;

}  // namespace mercer
