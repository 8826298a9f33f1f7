#ifndef MERCER_CORE_MAPS_SKETCH_DENSE_PRODUCTS_H_
#define MERCER_CORE_MAPS_SKETCH_DENSE_PRODUCTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/types.h"
#include "core/maps/row_tiles.h"
#include "core/maps/sketch/sketch_law.h"

namespace mercer {

/// R products weight·Π_{j < m} <w_jl, x'>, l < R, with independent Rademacher or Gaussian vectors
/// w_jl. The kernel determines m and x' (SketchedDim). The stream (seed, kMap, l) has the vectors
/// of product l, w_0l first (DrawVector).
class DenseProducts {
 public:
  DenseProducts(const SketchLaw& law, const PolynomialForm& form, Index input_dim, Index rows,
                double weight, std::uint64_t seed);

  /// The bytes that such an object takes.
  static double Bytes(const SketchLaw& law, const PolynomialForm& form, Index input_dim,
                      Index rows);

  std::size_t bytes() const { return static_cast<std::size_t>(weights_.size()) * sizeof(double); }

  /// The number of real columns: R, or 2R for complex vectors.
  Index columns() const { return parts_ * rows_; }

  /// Multiplications and additions for one row.
  double OperationsPerRow(double nonzeros) const;

  /// Writes the products of the rows of a block. Product l is column l, or its real and its
  /// imaginary part are columns 2l and 2l + 1.
  void Evaluate(const RowTiles& rows, MatrixRef out) const;

 private:
  void Draw(const SketchLaw& law, const PolynomialForm& form, double weight, std::uint64_t seed);
  Index Width(Index panel) const;
  Index SizeOf(Index width) const { return factors_ * parts_ * (input_dim_ + 1) * width; }
  void EvaluatePanel(const RowTiles& rows, Index panel, double* products) const;

  Index input_dim_;
  Index rows_;
  Index factors_;
  Index parts_;  // 2 for complex vectors
  Index panel_;  // products side by side
  // For each panel, factor and part: d × Width weights, and a number to add to each column.
  Vector weights_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_DENSE_PRODUCTS_H_
