#ifndef MERCER_CORE_MAPS_FOURIER_FREQUENCY_PANELS_H_
#define MERCER_CORE_MAPS_FOURIER_FREQUENCY_PANELS_H_

#include <algorithm>
#include <cstddef>

#include "core/base/types.h"
#include "core/linalg/tile_product.h"
#include "core/maps/row_tiles.h"

namespace mercer {

/// d-vectors w_0 … w_{count−1} and numbers b_j, packed in panels for products with blocks of rows.
/// A map computes its features from <w_j, x> + b_j while these are in cache.
class FrequencyPanels {
 public:
  FrequencyPanels(Index input_dim, Index count);

  /// The bytes that such panels take.
  static double Bytes(Index input_dim, Index count);

  Index input_dim() const { return input_dim_; }
  Index count() const { return count_; }
  std::size_t bytes() const {
    return sizeof(double) * static_cast<std::size_t>(weights_.size() + offsets_.size());
  }

  /// Sets w_j, d values, and b_j.
  void Set(Index j, const double* frequency, double offset);

  double LargestWeight() const { return weights_.size() > 0 ? weights_.cwiseAbs().maxCoeff() : 0; }
  double LargestOffset() const { return offsets_.head(count_).maxCoeff(); }

  /// For each panel in turn, with columns first … first + used − 1: calls before(first, used), for
  /// example to prefetch the places to be written, then take(first, used, width, products).
  /// products[r·width + c] is <w_j, x> + b_j for j = first + c, c < used, and row r of `rows`
  /// (RowTiles::sources), where r < rows.padded_rows(). `take` may overwrite all of `products`.
  /// O(rows·count·d).
  template <class Before, class Take>
  void Multiply(const RowTiles& rows, const Before& before, const Take& take) const {
    const Index panel = ProductTileShape().panel;
    Vector products(rows.padded_rows() * panel);  // aligned for whole registers
    for (Index first = 0; first < count_; first += panel) {
      const Index width = std::min(panel, offsets_.size() - first);
      before(first, std::min(width, count_ - first));
      rows.Multiply(weights_.data() + first * input_dim_, width, offsets_.data() + first,
                    {products.data(), width, false});
      take(first, std::min(width, count_ - first), width, products.data());
    }
  }

 private:
  Index input_dim_;
  Index count_;
  Vector weights_;  // panels of d × width, one after the other
  Vector offsets_;  // padded to whole registers
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_FREQUENCY_PANELS_H_
