#ifndef MERCER_CORE_MAPS_HADAMARD_PRODUCTS_H_
#define MERCER_CORE_MAPS_HADAMARD_PRODUCTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// Which signed rows of the n × n Walsh-Hadamard matrix H make up a factor.
struct HadamardShape {
  Index dim = 0;      // n, a power of two
  Index rows = 0;     // R
  Index factors = 1;  // m
  bool is_complex = false;
  bool joint = false;
  std::uint64_t first_stream = 0;
};

/// The R products Π_{j < m} <w_jl, x>, l < R, where w_jl are rows of HΔ and Δ is diagonal with
/// random signs, complex ones (random_signs.h) if is_complex. The signs and rows of the m factors
/// are independent of each other.
///
///   blocks (Wacker, Kanagawa & Filippone 2024, TensorSRHT): rows bn, …, bn + n − 1 are block b,
///     which has its own Δ and takes the rows of HΔ in a random order; the last block is truncated.
///     The stream (seed, kMap, first_stream + b) has n signs and a permutation of n for each
///     factor.
///   joint (Wacker, Ohana & Filippone 2023, Algorithm 2, ProductSRHT): one Δ, and ⌈R/n⌉ copies of
///     the rows of HΔ in one random order, of which the first R are taken. The stream (seed, kMap,
///     first_stream + j) has the n signs of factor j and a permutation of ⌈R/n⌉·n, where entry p
///     stands for row p mod n.
///
/// Evaluating takes m⌈R/n⌉ transforms, or m if joint, and twice as many with complex signs: O(m(R
/// log n + R)) per row.
class HadamardProducts {
 public:
  HadamardProducts(const HadamardShape& shape, std::uint64_t seed);

  /// The bytes that an object of this shape takes.
  static double Bytes(const HadamardShape& shape);

  const HadamardShape& shape() const { return shape_; }
  std::size_t bytes() const { return static_cast<std::size_t>(Bytes(shape_)); }

  /// The number of real columns: R, or 2R if is_complex.
  Index columns() const { return (shape_.is_complex ? 2 : 1) * shape_.rows; }

  /// Multiplications and additions for one row.
  double OperationsPerRow() const;

  /// The number of doubles of workspace that Evaluate needs.
  Index WorkspaceSize() const;

  /// Writes `weight` times the products of kLanes rows side by side, where line i of `lines` holds
  /// value i of each row. The products of row r < count go to out + r·stride: product l to column
  /// l, or its real and its imaginary part to columns 2l and 2l + 1.
  void Evaluate(const double* lines, Index count, double weight, double* workspace, double* out,
                Index stride) const;

 private:
  Index num_blocks() const;
  Index BlockRows(Index block) const;
  Index parts() const { return shape_.is_complex ? 2 : 1; }

  HadamardShape shape_;
  std::vector<double> signs_;       // for each block and factor: n, then n imaginary parts
  std::vector<std::int32_t> rows_;  // for each block and factor: the line of each row
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_HADAMARD_PRODUCTS_H_
