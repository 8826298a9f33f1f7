#ifndef MERCER_CORE_SEQUENCES_LATTICE_H_
#define MERCER_CORE_SEQUENCES_LATTICE_H_

#include <string>
#include <vector>

#include "core/sequences/point_set.h"

namespace mercer {

/// The most dimensions of a lattice.
inline constexpr Index kMaxLatticeDim = 4096;

struct LatticeOptions {
  std::uint64_t skip = 0;    // the number of the first point; point 0 is the origin
  bool shift = true;         // a random shift mod 1, one per coordinate
  bool constructed = false;  // every component constructed, none taken from the shipped vector
};

/// A rank-1 lattice sequence in base 2: point k is {phi(k)·z} with phi the radical inverse in base
/// 2, so that any first 2^m points are a full lattice. z is the vector of Cools, Kuo & Nuyens
/// (lattice_vector.h) up to 250 dimensions, for up to 2^20 points. Beyond them its components are
/// found component by component (lattice_construction.h) for N points, N the next power of two of
/// the points asked: another number of points then gives another lattice. Numbers of points below
/// 2^20. O(d) per point; construction O(N·log N) per component beyond the 250th.
std::unique_ptr<PointSet> MakeLattice(const LatticeOptions& options, Index dim, Index num_points,
                                      std::uint64_t seed);

/// Presets: `plain` (from point 0, shifted); `yang2014` (from point 1, as the authors' generator
/// drops the origin, shifted).
SequenceEntry LatticeEntry();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_LATTICE_H_
