#include "core/maps/fourier/dense_fourier_map.h"

#include <algorithm>

#include "core/linalg/memory.h"
#include "core/maps/row_tiles.h"

namespace mercer {
namespace {

Index RoundUp(Index n, Index multiple) { return (n + multiple - 1) / multiple * multiple; }

}  // namespace

double DenseFourierMap::Bytes(const FourierShape& shape) {
  const Index frequencies = NumFrequencies(shape.map, shape.variant, shape.num_random_features);
  return 8 * static_cast<double>(RoundUp(frequencies, ProductTileShape().vector)) *
         static_cast<double>(shape.input_dim + 1);
}

DenseFourierMap::DenseFourierMap(const FourierShape& shape, const DrawFrequency& draw)
    : FourierMap(shape) {
  CheckFitsInMemory("drawing map '" + shape.map +
                        "' with D = " + std::to_string(shape.num_random_features) +
                        " for input dimension " + std::to_string(shape.input_dim),
                    Bytes(shape));
  const TileShape tile = ProductTileShape();
  const Index d = input_dim(), padded = RoundUp(num_frequencies(), tile.vector);
  weights_ = Vector::Zero(padded * d);
  offsets_ = Vector::Zero(padded);
  Vector frequency(d);
  for (Index j = 0; j < num_frequencies(); ++j) {
    offsets_[j] = draw(j, frequency.data()) / block_angle_unit();
    const Index panel = j / tile.panel * tile.panel;
    const Index width = std::min(tile.panel, padded - panel);
    double* weights = weights_.data() + panel * d + (j - panel);
    for (Index k = 0; k < d; ++k) weights[k * width] = frequency[k] / block_angle_unit();
  }
  // An angle is at most the offset and the norm times the largest weight; it has a finite cosine.
  if (weights_.allFinite() && d > 0)
    finite_norm_ = 1e300 / std::max(1.0, weights_.cwiseAbs().maxCoeff());
}

Matrix DenseFourierMap::Frequencies() const {
  const Index panel_width = ProductTileShape().panel, d = input_dim();
  Matrix frequencies(num_frequencies(), d);
  for (Index j = 0; j < num_frequencies(); ++j) {
    const Index panel = j / panel_width * panel_width;
    const Index width = std::min(panel_width, offsets_.size() - panel);
    const double* weights = weights_.data() + panel * d + (j - panel);
    for (Index k = 0; k < d; ++k) frequencies(j, k) = weights[k * width] * block_angle_unit();
  }
  return frequencies;
}

std::size_t DenseFourierMap::bytes() const {
  return static_cast<std::size_t>(weights_.size() + offsets_.size()) * sizeof(double);
}

double DenseFourierMap::OperationsPerRow(double nonzeros) const {
  return static_cast<double>(num_frequencies()) * 2 * nonzeros +
         2 * static_cast<double>(output_dim());
}

void DenseFourierMap::ComputeRows(const Examples& x, Index begin, Index count,
                                  MatrixRef out) const {
  const RowTiles rows(x, begin, count);
  const Index panel = ProductTileShape().panel, d = input_dim();
  Vector angles(rows.padded_rows() * panel);  // aligned for whole registers
  const std::vector<double*> targets = rows.Targets(out);
  for (Index first = 0; first < num_frequencies(); first += panel) {
    const Index width = std::min(panel, offsets_.size() - first);
    const Index used = std::min(width, num_frequencies() - first);
    PrefetchForWriting(targets, FirstColumn(first), FirstColumn(used));
    rows.Multiply(weights_.data() + first * d, width, offsets_.data() + first,
                  {angles.data(), width, false});
    WriteBlock(angles.data(), width, targets, first, used);
  }
}

}  // namespace mercer
