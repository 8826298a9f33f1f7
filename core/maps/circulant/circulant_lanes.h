#ifndef MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_LANES_H_
#define MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_LANES_H_

#include <complex>
#include <cstddef>
#include <vector>

#include "core/maps/circulant/circulant_blocks.h"
#include "core/maps/circulant/lane_fft.h"

namespace mercer {

/// The matrices of CirculantBlocks for d a power of two, applied to kLanes rows side by side.
/// Values 2j and 2j + 1 of a row are packed as one complex number, so that all transforms have half
/// the length; the product of spectra includes the unpacking.
class CirculantLanes {
 public:
  /// Whether d is a power of two large enough to fill registers (≥ 16).
  static bool Fits(Index d);

  /// Draws the blocks that contain the first `rows` rows. d must fit.
  CirculantLanes(CirculantSigns signs, Index d, Index rows, const CirculantBlocks::Draw& draw);

  /// The bytes that such blocks take.
  static double Bytes(Index d, Index rows);

  Index num_blocks() const { return num_blocks_; }
  bool signs_on_columns() const { return column_signs_; }
  const double* signs(Index t) const { return signs_.data() + t * d_; }
  std::size_t bytes() const;

  /// The products with kLanes vectors, a block at a time. Signs on the rows are not applied: they
  /// are left to the caller.
  class Products {
   public:
    explicit Products(const CirculantLanes& blocks);

    /// Sets the vectors: d lines, where line i holds value i of each vector. They must stay valid
    /// for the calls of Compute. O(d log d).
    void Take(const double* vectors);

    /// Computes circ(w_t) x, or circ(w_t)(σ_t ∘ x), for block t. O(d log d).
    void Compute(Index t);

    /// The products: line i holds value i of each.
    const double* lines() const { return products_.data(); }

   private:
    const CirculantLanes& blocks_;
    const double* vectors_ = nullptr;
    Vector spectrum_;
    Vector products_;
  };

 private:
  // Z' = same·Z + other·conj(Z at the opposite frequency) is the spectrum of the packed product if
  // Z is the spectrum of the packed vector.
  struct Factors {
    std::complex<double> same, other;
  };

  void TakeSpectrum(const double* lines, Factors* to) const;

  bool column_signs_;
  Index d_;
  Index num_blocks_;
  LaneFft fft_;  // of d/2 complex numbers
  std::vector<Index> opposite_;
  Vector signs_;
  std::vector<Factors> factors_;  // d/2 for each block
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_LANES_H_
