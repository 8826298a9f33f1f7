#ifndef MERCER_CORE_MAPS_HADAMARD_PRODUCTS_H_
#define MERCER_CORE_MAPS_HADAMARD_PRODUCTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// Which signed rows of the n × n Walsh-Hadamard matrix H the rows of a factor are.
struct HadamardShape {
  Index dim = 0;      // n, a power of two
  Index rows = 0;     // R
  Index factors = 1;  // m
  bool is_complex = false;
  bool joint = false;
  std::uint64_t first_stream = 0;
};

/// The R products Π_{j < m} <w_jl, x>, l < R, of rows w_jl of HΔ, Δ random signs on the diagonal,
/// complex ones (random_signs.h) where is_complex. Signs and rows of the m factors are
/// independent of each other.
///
///   blocks (Wacker, Kanagawa & Filippone 2024, TensorSRHT): rows bn, …, bn + n − 1 are block b,
///     which has its own Δ and takes the rows of HΔ in a random order; the last is cut. The stream
///     (seed, kMap, first_stream + b) has for each factor n signs and a permutation of n.
///   joint (Wacker, Ohana & Filippone 2023, Algorithm 2, ProductSRHT): one Δ; ⌈R/n⌉ copies of the
///     rows of HΔ in one random order, of which the first R are taken. The stream (seed, kMap,
///     first_stream + j) has factor j's n signs and a permutation of ⌈R/n⌉·n, of which row p stands
///     for p mod n.
///
/// Evaluating takes m⌈R/n⌉ transforms, m where joint, twice as many of complex signs: O(m(R log n +
/// R)) for a row.
class HadamardProducts {
 public:
  HadamardProducts(const HadamardShape& shape, std::uint64_t seed);

  /// Bytes that such an object takes.
  static double Bytes(const HadamardShape& shape);

  const HadamardShape& shape() const { return shape_; }
  std::size_t bytes() const { return static_cast<std::size_t>(Bytes(shape_)); }

  /// Real columns: R, or 2R where is_complex.
  Index columns() const { return (shape_.is_complex ? 2 : 1) * shape_.rows; }

  /// Multiplications and additions for one row.
  double OperationsPerRow() const;

  /// Room that Evaluate needs.
  Index WorkspaceSize() const;

  /// `weight` times the products of kLanes rows side by side, line i of `lines` being value i of
  /// each; those of row r < count go to out + r·stride. Column l is product l, or columns 2l and 2l
  /// + 1 are its real and its imaginary part.
  void Evaluate(const double* lines, Index count, double weight, double* workspace, double* out,
                Index stride) const;

 private:
  Index num_blocks() const;
  Index BlockRows(Index block) const;
  Index parts() const { return shape_.is_complex ? 2 : 1; }

  HadamardShape shape_;
  std::vector<double> signs_;       // of each block, of each factor: n, then n imaginary parts
  std::vector<std::int32_t> rows_;  // of each block, of each factor: of which line each row is
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_HADAMARD_PRODUCTS_H_
