#ifndef MERCER_CORE_MAPS_SKETCH_DENSE_PRODUCTS_H_
#define MERCER_CORE_MAPS_SKETCH_DENSE_PRODUCTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/types.h"
#include "core/maps/row_tiles.h"
#include "core/maps/sketch/sketch_law.h"

namespace mercer {

/// R products weight·Π_{j < m} <w_jl, x'>, l < R, of independent Rademacher or Gaussian vectors,
/// x' as in SketchedDim, m and x' by the kernel. The stream (seed, kMap, l) has the vectors of
/// product l, w_0 first (DrawVector).
class DenseProducts {
 public:
  DenseProducts(const SketchLaw& law, const PolynomialForm& form, Index input_dim, Index rows,
                double weight, std::uint64_t seed);

  /// Bytes that such an object takes.
  static double Bytes(const SketchLaw& law, const PolynomialForm& form, Index input_dim,
                      Index rows);

  std::size_t bytes() const { return static_cast<std::size_t>(weights_.size()) * sizeof(double); }

  /// Real columns: R, or 2R of complex vectors.
  Index columns() const { return parts_ * rows_; }

  /// Multiplications and additions for one row.
  double OperationsPerRow(double nonzeros) const;

  /// The products of the rows of a block. Column l is product l, or columns 2l and 2l + 1 are its
  /// real and its imaginary part.
  void Evaluate(const RowTiles& rows, MatrixRef out) const;

 private:
  void Draw(const SketchLaw& law, const PolynomialForm& form, double weight, std::uint64_t seed);
  Index Width(Index panel) const;
  Index SizeOf(Index width) const { return factors_ * parts_ * (input_dim_ + 1) * width; }
  void EvaluatePanel(const RowTiles& rows, Index panel, double* products) const;

  Index input_dim_;
  Index rows_;
  Index factors_;
  Index parts_;  // 2 of complex vectors
  Index panel_;  // products side by side
  // Of each panel, of each factor, of each part: d × Width weights, and what to add to each column.
  Vector weights_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_DENSE_PRODUCTS_H_
