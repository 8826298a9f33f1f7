#ifndef MERCER_CORE_MAPS_FOURIER_DENSE_FOURIER_MAP_H_
#define MERCER_CORE_MAPS_FOURIER_DENSE_FOURIER_MAP_H_

#include <cstddef>
#include <functional>

#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// A Fourier map whose frequencies are any d-vectors: a product with packed panels of them, the
/// cosine of each tile while it is in cache. O(d·D) per row, O(stored values·D) for a sparse one.
class DenseFourierMap : public FourierMap {
 public:
  /// Called once for each frequency j, in order: writes its d values and returns its offset b_j
  /// (0 but for cos_offset).
  using DrawFrequency = std::function<double(Index j, double* frequency)>;

  /// Throws InvalidInput where the frequencies do not fit in memory, before taking it, and for
  /// cos_sin with an odd D.
  DenseFourierMap(const FourierShape& shape, const DrawFrequency& draw);

  /// Bytes of such a map.
  static double Bytes(const FourierShape& shape);

  /// w_j of every feature or pair of features, in radians for each unit of the rows, s × d.
  Matrix Frequencies() const;

  std::size_t bytes() const override;
  double OperationsPerRow(double nonzeros) const override;

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;
  double FiniteNorm() const override { return finite_norm_; }

 private:
  Vector weights_;  // panels of d × width side by side, one after the other
  Vector offsets_;  // with padding to whole registers
  double finite_norm_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_DENSE_FOURIER_MAP_H_
