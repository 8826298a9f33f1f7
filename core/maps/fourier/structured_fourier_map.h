#ifndef MERCER_CORE_MAPS_FOURIER_STRUCTURED_FOURIER_MAP_H_
#define MERCER_CORE_MAPS_FOURIER_STRUCTURED_FOURIER_MAP_H_

#include <cstddef>
#include <vector>

#include "core/linalg/simd.h"
#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// A Fourier map whose frequencies come in blocks of p, the least power of two ≥ d. Rows are padded
/// with zeros to p values, and a fast transform computes all p angles of a block. The last block is
/// truncated if D needs fewer. kLanes rows are transformed side by side, each in a lane of its own,
/// so that a row's features do not depend on the other rows.
class StructuredFourierMap : public FourierMap {
 public:
  /// Draws the offset of feature i and then a scale of the kernel's spectral law from stream (seed,
  /// kMap, i). `block_bytes` are the bytes of the derived class's parameters for each block. Throws
  /// InvalidInput if everything together does not fit in memory, before allocating it, and for
  /// cos_sin with an odd D.
  StructuredFourierMap(const FourierShape& shape, const ShiftInvariantKernel& kernel,
                       std::uint64_t seed, double block_bytes);

  /// The bytes that such a map takes.
  static double Bytes(const FourierShape& shape, double block_bytes);

  /// The number of values in a block: p.
  static Index BlockSize(Index input_dim);

  std::size_t bytes() const override;
  double OperationsPerRow(double nonzeros) const override;

 protected:
  Index block_size() const { return block_size_; }
  Index num_blocks() const { return num_blocks_; }

  /// Multiplies the scale of frequency j by `factor` while the map is drawn. Must be called for
  /// every frequency.
  void ScaleFrequency(Index j, double factor);

  /// Receives the lines of a block's transform, in order, before the scales are applied.
  class Columns {
   public:
    Columns(const StructuredFourierMap& map, Index block, double* angles,
            const std::vector<double*>& rows)
        : map_(map), begin_(block * map.block_size_), angles_(angles), rows_(rows) {}

    /// Receives lines first, first + 1, ….
    template <int count>
    void operator()(Index first, Index /*h*/, Doubles (&v)[count]) const {
      double* const angles = angles_ + first % kTile;
#pragma GCC unroll 32
      for (int i = 0; i < count; ++i)
        v[i] = v[i] * map_.scales_[begin_ + first + i] + map_.offsets_[begin_ + first + i];
      if constexpr (count >= kLanes) {
#pragma GCC unroll 32
        for (int begin = 0; begin < count; begin += kLanes) {
          Doubles part[kLanes];
          for (int i = 0; i < kLanes; ++i) part[i] = v[begin + i];
          Transpose(part);
          for (Index r = 0; r < kLanes; ++r) Store(part[r], angles + r * kTile + begin);
        }
      } else {
        for (int i = 0; i < count; ++i)
          for (Index r = 0; r < kLanes; ++r) angles[r * kTile + i] = v[i][r];
      }
      const Index end = first + count;
      if (end % kTile == 0 || end == map_.block_size_) Write(end);
    }

   private:
    void Write(Index end) const;

    const StructuredFourierMap& map_;
    Index begin_;     // the block's first frequency
    double* angles_;  // kLanes rows of kTile
    const std::vector<double*>& rows_;
  };

  /// Transforms kLanes rows side by side: line i, of kLanes doubles, holds padded value i of each
  /// row. `rows`, `lines` and the workspace `scratch` have p lines. The absolute values of the
  /// result for a row are at most 1e10·p² times the row's 1-norm. O(p log p).
  virtual void TransformBlock(Index block, const double* rows, double* lines, double* scratch,
                              const Columns& columns) const = 0;

  /// Multiplications and additions of TransformBlock for one row.
  virtual double BlockOperations() const = 0;

  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override;
  double FiniteNorm() const override;

 private:
  static constexpr Index kTile = 256;  // frequencies whose angles stay in the first-level cache

  Index block_size_;
  Index num_blocks_;
  double block_bytes_;
  // One for each frequency, in units of angles, padded to whole blocks.
  Vector scales_;
  Vector offsets_;  // b_j, zeros except for cos_offset
  double largest_scale_ = 1;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_STRUCTURED_FOURIER_MAP_H_
