#ifndef MERCER_CORE_SEQUENCES_LATTICE_H_
#define MERCER_CORE_SEQUENCES_LATTICE_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/types.h"
#include "core/sequences/point_set.h"

namespace mercer {

inline constexpr Index kCknDim = 250;
inline constexpr int kCknLog2Points = 20;

/// The generating vector exod2_base2_m20_CKN of a rank-1 lattice sequence in base 2: 250
/// dimensions, up to 2^20 points, constructed with order-2 weights (Cools, Kuo & Nuyens, SIAM J.
/// Sci. Comput. 28, 2006; Nuyens' Magic Point Shop). All entries are odd.
std::span<const std::uint32_t> CknGeneratingVector();

/// The squared worst-case error of the full lattice {k·z/N mod 1}, N = 2^log2_points, in the space
/// whose kernel has the order-2 part
///
///   K(x, y) = Σ_{i<j} B2({x_i − y_i})·B2({x_j − y_j}),    B2(t) = t² − t + 1/6,
///
/// every pair of coordinates alike: (1/N) Σ_k Σ_{i<j} B2({k z_i/N}) B2({k z_j/N}). It is what a
/// randomly shifted lattice leaves of functions of two variables with square-integrable mixed
/// derivatives. Pairs weigh the same, so that a late coordinate repeats an earlier one only
/// where it must: N points have N/4 coordinates that differ by more than a reflection (the order-2
/// weights of Cools, Kuo & Nuyens 2006, as the shipped vector has them). The terms of
/// order 1 are the same for all vectors of odd entries. O(N·d).
double OrderTwoError(std::span<const std::uint32_t> z, int log2_points);

/// `z` continued to `dim` entries, component by component: each new one is the odd number below
/// N/2 that makes OrderTwoError smallest, the first of them where several do (z and N − z are
/// equally good). Entries are reduced mod N. O(N·log N) per component, by fast Fourier transforms
/// over the units mod 2^m (Nuyens & Cools 2006), 16·N bytes. `z` has odd entries; an empty one is
/// begun with 1. 2 ≤ log2_points.
std::vector<std::uint32_t> ExtendGeneratingVector(std::span<const std::uint32_t> z, Index dim,
                                                  int log2_points);

/// The most dimensions of a lattice.
inline constexpr Index kMaxLatticeDim = 4096;

struct LatticeOptions {
  std::uint64_t skip = 0;    // the number of the first point; point 0 is the origin
  bool shift = true;         // a random shift mod 1, one per coordinate
  bool constructed = false;  // every component constructed, none taken from the shipped vector
};

/// A rank-1 lattice sequence in base 2: point k is {phi(k)·z} with phi the radical inverse in base
/// 2, so that any first 2^m points are a full lattice. z is the vector of Cools, Kuo & Nuyens
/// (CknGeneratingVector) up to 250 dimensions, for up to 2^20 points. Beyond them its components
/// are found component by component (ExtendGeneratingVector) for N points, N the next power of two
/// of the points asked: another number of points then gives another lattice. Numbers of points
/// below 2^20. O(d) per point; construction O(N·log N) per component beyond the 250th.
std::unique_ptr<PointSet> MakeLattice(const LatticeOptions& options, Index dim, Index num_points,
                                      std::uint64_t seed);

/// Presets: `plain` (from point 0, shifted); `yang2014` (from point 1, as the authors' generator
/// drops the origin, shifted).
SequenceEntry LatticeEntry();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_LATTICE_H_
