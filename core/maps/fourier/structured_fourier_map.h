#ifndef MERCER_CORE_MAPS_FOURIER_STRUCTURED_FOURIER_MAP_H_
#define MERCER_CORE_MAPS_FOURIER_STRUCTURED_FOURIER_MAP_H_

#include <cstddef>

#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// A Fourier map whose frequencies come in blocks of p, p the least power of two ≥ d: rows are
/// padded with zeros to p values, and a fast transform makes all p angles of a block. The last
/// block is cut where D asks for fewer.
class StructuredFourierMap : public FourierMap {
 public:
  /// Draws the offset of feature i and then a scale of the kernel's law from stream (seed, kMap,
  /// i). `block_bytes` of parameters for each block are the derived class's. Throws InvalidInput
  /// where all do not fit in memory, before taking it, and for cos_sin with an odd D.
  StructuredFourierMap(const FourierShape& shape, const ShiftInvariantKernel& kernel,
                       std::uint64_t seed, double block_bytes);

  /// Bytes of such a map.
  static double Bytes(const FourierShape& shape, double block_bytes);

  /// Values of a block: p.
  static Index BlockSize(Index input_dim);

  std::size_t bytes() const override;
  double OperationsPerRow(double nonzeros) const override;

 protected:
  Index block_size() const { return block_size_; }
  Index num_blocks() const { return num_blocks_; }

  /// What frequency j's scale is multiplied with, when drawn.
  void ScaleFrequency(Index j, double factor) { scales_[j] *= factor; }

  /// values = the block's transform of p padded values, before the scales; scratch has p values
  /// too. O(p log p).
  virtual void TransformBlock(Index block, const double* row, double* values,
                              double* scratch) const = 0;

  /// Multiplications and additions of TransformBlock.
  virtual double BlockOperations() const = 0;

  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;

 private:
  void ComputePaddedRow(const double* row, Index block, double* values, double* scratch,
                        double* out) const;

  Index block_size_;
  Index num_blocks_;
  double block_bytes_;
  Vector scales_;   // one for each frequency
  Vector offsets_;  // b_j, zeros but for cos_offset
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_STRUCTURED_FOURIER_MAP_H_
