#ifndef MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_BLOCKS_H_
#define MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_BLOCKS_H_

#include <cstddef>
#include <functional>

#include "core/base/types.h"
#include "core/linalg/fft.h"
#include "core/maps/circulant/signed_circulant_kernel.h"

namespace mercer {

/// The stacked signed circulant matrices of a map. Block t is diag(σ_t)·circ(w_t) with signs on the
/// rows, circ(w_t)·diag(σ_t) with signs on the columns, and circ(w)_{ij} = w_{(i − j) mod d}. The
/// blocks are stored as spectra. A product with all of them takes one real transform of the vector
/// (one for each block with signs on the columns) and one inverse transform for each block, several
/// blocks at a time. With signs on the rows and short blocks, two blocks share an inverse complex
/// transform, whose real and imaginary parts are their products; this is faster than two real
/// transforms.
class CirculantBlocks {
 public:
  /// Called once for each block t, in order; it writes the d values of w_t and of σ_t.
  using Draw = std::function<void(Index t, double* w, double* signs)>;

  /// Draws the blocks that contain the first `rows` rows.
  CirculantBlocks(CirculantSigns signs, Index d, Index rows, const Draw& draw);

  Index batch() const { return batch_; }  // blocks in a batch; even if they are paired
  Index num_batches() const { return batches_; }
  bool signs_on_columns() const { return column_signs_; }
  const double* signs(Index t) const { return signs_.data() + t * d_; }
  std::size_t bytes() const;

  /// The products of the blocks with one vector, a batch of blocks at a time. Signs on the rows are
  /// not applied: they are left to the caller, who may need another power of them.
  class Products {
   public:
    explicit Products(const CirculantBlocks& blocks);

    /// Sets the vector x, d values that must stay valid for the calls of Compute. O(d log d).
    void Take(const double* x);

    /// Computes circ(w_t) x, or circ(w_t)(σ_t ∘ x), for the blocks t = batch·size + b. O(size·d·log
    /// d).
    void Compute(Index batch);

    /// The products of block b of the batch: d values, with value i at values(b)[i·stride()].
    const double* values(Index b);
    Index stride() const { return blocks_.paired_ ? 2 : 1; }

   private:
    const CirculantBlocks& blocks_;
    const double* x_ = nullptr;
    RealFft::Workspace one_;
    RealFft::Workspace many_;
    ComplexFft::Workspace pairs_;
    Eigen::VectorXcd spectrum_;  // of x at all d frequencies, for pairs
  };

 private:
  void TakeSpectrum(Index t, const RealFft::Complex* spectrum);

  bool column_signs_;
  bool paired_;
  Index d_;
  Index batch_;
  Index batches_;
  RealFft one_;       // of a vector
  RealFft many_;      // of a batch, if blocks are not paired
  ComplexFft pairs_;  // of a batch, if they are
  Vector signs_;      // σ_t of each block
  // F(w_t)/d, where 1/d is the factor of the inverse transform. Half the frequencies of each block,
  // or all frequencies of w_t + i w_{t+1} for each pair.
  Eigen::VectorXcd spectra_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_BLOCKS_H_
