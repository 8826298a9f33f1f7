#ifndef MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_BLOCKS_H_
#define MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_BLOCKS_H_

#include <cstddef>
#include <functional>

#include "core/base/types.h"
#include "core/linalg/fft.h"
#include "core/maps/circulant/signed_circulant_kernel.h"

namespace mercer {

/// The stacked signed circulant matrices of a map: block t is diag(σ_t)·circ(w_t) with signs on the
/// rows, circ(w_t)·diag(σ_t) with signs on the columns, circ(w)_{ij} = w_{(i − j) mod d}. They are
/// kept as spectra. A product with all of them is one real transform of the vector (one for each
/// block with signs on the columns) and an inverse one for each block, several at a time. With
/// signs on the rows and short blocks, two blocks share an inverse complex transform, whose real
/// and imaginary parts are their products: faster than two real ones.
class CirculantBlocks {
 public:
  /// Called once for each block t, in order: writes the d values of w_t and of σ_t.
  using Draw = std::function<void(Index t, double* w, double* signs)>;

  /// The blocks of the first `rows` rows.
  CirculantBlocks(CirculantSigns signs, Index d, Index rows, const Draw& draw);

  Index batch() const { return batch_; }  // blocks of a batch; even, for pairs
  Index num_batches() const { return batches_; }
  bool signs_on_columns() const { return column_signs_; }
  const double* signs(Index t) const { return signs_.data() + t * d_; }
  std::size_t bytes() const;

  /// The products of one vector, a batch of blocks at a time. Signs on the rows are left to the
  /// caller, who may need another power of them.
  class Products {
   public:
    explicit Products(const CirculantBlocks& blocks);

    /// Takes d values x, which must outlive the calls of Compute. O(d log d).
    void Take(const double* x);

    /// circ(w_t) x, or circ(w_t)(σ_t ∘ x), for the blocks t = batch·size + b. O(size·d·log d).
    void Compute(Index batch);

    /// Those of block b of the batch: d values, value i at values(b)[i·stride()].
    const double* values(Index b);
    Index stride() const { return blocks_.paired_ ? 2 : 1; }

   private:
    const CirculantBlocks& blocks_;
    const double* x_ = nullptr;
    RealFft::Workspace one_;
    RealFft::Workspace many_;
    ComplexFft::Workspace pairs_;
    Eigen::VectorXcd spectrum_;  // of x, all d frequencies, for pairs
  };

 private:
  void TakeSpectrum(Index t, const RealFft::Complex* spectrum);

  bool column_signs_;
  bool paired_;
  Index d_;
  Index batch_;
  Index batches_;
  RealFft one_;       // of a vector
  RealFft many_;      // of a batch, where blocks are not paired
  ComplexFft pairs_;  // of a batch, where they are
  Vector signs_;      // σ_t of each block
  // F(w_t)/d, the 1/d being that of the inverse transform: of each block half the frequencies, or
  // of each pair all those of w_t + i w_{t+1}.
  Eigen::VectorXcd spectra_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_BLOCKS_H_
