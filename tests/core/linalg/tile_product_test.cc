#include "core/linalg/tile_product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/base/random.h"

namespace mercer {
namespace {

std::vector<double> Values(Index n, std::uint64_t index) {
  RandomStream stream(11, StreamPurpose::kTest, index);
  std::vector<double> values(static_cast<std::size_t>(n));
  for (double& value : values) value = stream.Gaussian();
  return values;
}

struct Problem {
  Index depth, width, tiles;
  std::vector<double> x, weights, start, packed;

  Problem(Index depth_in, Index width_in, Index tiles_in)
      : depth(depth_in),
        width(width_in),
        tiles(tiles_in),
        x(Values(rows() * depth, 1)),
        weights(Values(depth * width, 2)),
        start(Values(width, 3)),
        packed(x.size()) {
    for (Index t = 0; t < tiles; ++t) {
      const Index first = t * ProductTileShape().rows * depth;
      PackRowTile(x.data() + first, depth, ProductTileShape().rows, depth, packed.data() + first);
    }
  }

  Index rows() const { return tiles * ProductTileShape().rows; }
  RowTileSpan span(Index k = 0) const {
    const Index tile = ProductTileShape().rows;
    return {packed.data() + k * tile, tiles, tile * depth};
  }
  double Expected(Index r, Index c) const {
    double sum = start[static_cast<std::size_t>(c)];
    for (Index k = 0; k < depth; ++k)
      sum += x[static_cast<std::size_t>(r * depth + k)] *
             weights[static_cast<std::size_t>(k * width + c)];
    return sum;
  }
};

TEST(TileProduct, IsThePlainSumForEveryWidth) {
  for (Index width = ProductTileShape().vector; width <= ProductTileShape().panel;
       width += ProductTileShape().vector) {
    for (const Index depth : {1, 2, 22, 131}) {
      const Problem p(depth, width, 3);
      const Index stride = width + 5;
      std::vector<double> out(static_cast<std::size_t>(p.rows() * stride), -7.0);
      ProductTiles(p.span(), p.weights.data(), depth, width, {p.start.data(), 0},
                   {out.data(), stride, false});
      for (Index r = 0; r < p.rows(); ++r) {
        for (Index c = 0; c < width; ++c)
          ASSERT_NEAR(out[static_cast<std::size_t>(r * stride + c)], p.Expected(r, c), 1e-12)
              << width << " " << depth << " " << r << " " << c;
        for (Index c = width; c < stride; ++c)
          ASSERT_EQ(out[static_cast<std::size_t>(r * stride + c)], -7.0) << "beyond the width";
      }
    }
  }
}

TEST(TileProduct, FloatsAreThePlainSumForEveryWidthDenseAndSparse) {
  const TileShape shape = ProductTileShape<float>();
  EXPECT_EQ(shape.panel, 2 * ProductTileShape().panel);
  for (Index width = shape.vector; width <= shape.panel; width += shape.vector) {
    const Problem p(22, width, 1);
    std::vector<float> packed(p.x.size()), weights(p.weights.begin(), p.weights.end());
    const std::vector<float> start(p.start.begin(), p.start.end());
    PackRowTile(p.x.data(), 22, shape.rows, 22, packed.data());
    std::vector<float> out(static_cast<std::size_t>(p.rows() * width)), row(out.size());
    ProductTiles({packed.data(), 1, shape.rows * 22}, weights.data(), 22, width, {start.data(), 0},
                 {out.data(), width, false});
    std::vector<Index> columns;
    for (Index k = 0; k < 22; ++k) columns.push_back(k);
    ProductSparseRow(columns, p.x.data(), weights.data(), width, {start.data(), 0},
                     {row.data(), width, false});
    for (Index r = 0; r < p.rows(); ++r) {
      for (Index c = 0; c < width; ++c)
        ASSERT_NEAR(out[static_cast<std::size_t>(r * width + c)], p.Expected(r, c), 2e-5);
    }
    for (Index c = 0; c < width; ++c)
      ASSERT_EQ(out[static_cast<std::size_t>(c)], row[static_cast<std::size_t>(c)]);
  }
}

TEST(TileProduct, FactorsAreThePlainProductForEveryWidth) {
  for (Index width = ProductTileShape().vector; width <= ProductTileShape().panel;
       width += ProductTileShape().vector) {
    const Problem p(22, width, 2);
    std::vector<double> out(static_cast<std::size_t>(p.rows() * width)), row(out.size());
    FactorTiles(p.span(), p.weights.data(), 22, width, {p.start.data(), 0},
                {out.data(), width, false});
    std::vector<Index> columns;
    for (Index k = 0; k < 22; ++k) columns.push_back(k);
    for (Index r = 0; r < p.rows(); ++r) {
      FactorSparseRow(columns, p.x.data() + r * 22, p.weights.data(), width, {p.start.data(), 0},
                      {row.data() + r * width, width, false});
      for (Index c = 0; c < width; ++c) {
        double product = p.start[static_cast<std::size_t>(c)];
        for (Index k = 0; k < 22; ++k)
          product *= 1 + p.x[static_cast<std::size_t>(r * 22 + k)] *
                             p.weights[static_cast<std::size_t>(k * width + c)];
        ASSERT_NEAR(out[static_cast<std::size_t>(r * width + c)], product,
                    1e-13 * (1 + std::abs(product)));
      }
    }
    EXPECT_EQ(out, row) << "a sparse row gives the bits of a tile";
  }
}

TEST(TileProduct, MultipliesWhatIsThere) {
  const Problem p(9, ProductTileShape().panel, 2);
  std::vector<double> out = Values(p.rows() * p.width, 4);
  const std::vector<double> before = out;
  ProductTiles(p.span(), p.weights.data(), p.depth, p.width, {p.start.data(), 0},
               {out.data(), p.width, true});
  for (Index r = 0; r < p.rows(); ++r) {
    for (Index c = 0; c < p.width; ++c) {
      const auto at = static_cast<std::size_t>(r * p.width + c);
      ASSERT_NEAR(out[at], before[at] * p.Expected(r, c), 1e-11);
    }
  }
}

TEST(TileProduct, SplittingTheDepthGivesTheSameBits) {
  const Problem p(50, ProductTileShape().panel, 2);
  const auto size = static_cast<std::size_t>(p.rows() * p.width);
  std::vector<double> whole(size), part(size), split(size);
  ProductTiles(p.span(), p.weights.data(), 50, p.width, {p.start.data(), 0},
               {whole.data(), p.width, false});
  ProductTiles(p.span(), p.weights.data(), 17, p.width, {p.start.data(), 0},
               {part.data(), p.width, false});
  ProductTiles(p.span(17), p.weights.data() + 17 * p.width, 33, p.width, {part.data(), p.width},
               {split.data(), p.width, false});
  EXPECT_EQ(whole, split);
}

TEST(TileProduct, SparseRowIsTheDenseOne) {
  Problem p(40, ProductTileShape().panel, 1);
  std::vector<Index> columns;
  std::vector<double> values;
  for (Index k = 0; k < p.depth; ++k) {
    if (k % 7 == 3) {
      columns.push_back(k);
      values.push_back(p.x[static_cast<std::size_t>(k)]);
    } else {
      p.x[static_cast<std::size_t>(k)] = 0;
    }
  }
  std::vector<double> out(static_cast<std::size_t>(p.width));
  ProductSparseRow(columns, values.data(), p.weights.data(), p.width, {p.start.data(), 0},
                   {out.data(), 0, false});
  for (Index c = 0; c < p.width; ++c)
    ASSERT_NEAR(out[static_cast<std::size_t>(c)], p.Expected(0, c), 1e-13);
}

TEST(TileProduct, PackingPadsMissingRowsWithZeros) {
  const Index rows = ProductTileShape().rows;
  const std::vector<double> x = {1, 2, 3};
  std::vector<double> packed(static_cast<std::size_t>(3 * rows), -1.0);
  PackRowTile(x.data(), 3, 1, 3, packed.data());
  for (Index k = 0; k < 3; ++k) {
    EXPECT_EQ(packed[static_cast<std::size_t>(k * rows)], static_cast<double>(k + 1));
    for (Index r = 1; r < rows; ++r) EXPECT_EQ(packed[static_cast<std::size_t>(k * rows + r)], 0.0);
  }
}

}  // namespace
}  // namespace mercer
