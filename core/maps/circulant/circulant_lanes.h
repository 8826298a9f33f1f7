#ifndef MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_LANES_H_
#define MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_LANES_H_

#include <complex>
#include <cstddef>
#include <vector>

#include "core/maps/circulant/circulant_blocks.h"
#include "core/maps/circulant/lane_fft.h"

namespace mercer {

/// The matrices of CirculantBlocks where d is a power of two, applied to kLanes rows side by side.
/// Values 2j and 2j + 1 of a row are one complex number, so that all transforms are of half the
/// length; their unpacking is part of the product of spectra.
class CirculantLanes {
 public:
  /// Whether d is a power of two that fills registers.
  static bool Fits(Index d);

  /// The blocks of the first `rows` rows, d one that fits.
  CirculantLanes(CirculantSigns signs, Index d, Index rows, const CirculantBlocks::Draw& draw);

  /// Bytes of such blocks.
  static double Bytes(Index d, Index rows);

  Index num_blocks() const { return num_blocks_; }
  bool signs_on_columns() const { return column_signs_; }
  const double* signs(Index t) const { return signs_.data() + t * d_; }
  std::size_t bytes() const;

  /// The products of kLanes vectors, a block at a time. Signs on the rows are left to the caller.
  class Products {
   public:
    explicit Products(const CirculantLanes& blocks);

    /// Takes d lines, line i being value i of each vector; they must outlive the calls of Compute.
    /// O(d log d).
    void Take(const double* vectors);

    /// circ(w_t) x, or circ(w_t)(σ_t ∘ x), for block t. O(d log d).
    void Compute(Index t);

    /// Line i: value i of each product.
    const double* lines() const { return products_.data(); }

   private:
    const CirculantLanes& blocks_;
    const double* vectors_ = nullptr;
    Vector spectrum_;
    Vector products_;
  };

 private:
  // Z' = same·Z + other·conj(Z at the opposite frequency), with Z the spectrum of a packed vector,
  // makes Z' that of the packed product.
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
