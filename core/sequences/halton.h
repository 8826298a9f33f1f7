#ifndef MERCER_CORE_SEQUENCES_HALTON_H_
#define MERCER_CORE_SEQUENCES_HALTON_H_

#include <string>

#include "core/sequences/point_set.h"

namespace mercer {

/// The most dimensions of a Halton sequence.
inline constexpr Index kMaxHaltonDim = 2000;

struct HaltonOptions {
  std::uint64_t skip = 1;  // the number of the first point; point 0 is the origin
  std::uint64_t leap = 0;  // points left out between two that are kept
  bool rr2 = false;        // scrambled by reverse-radix permutations
  bool shift = false;      // a random shift mod 1, one per coordinate
};

/// The Halton sequence: coordinate j of point i is the radical inverse of n = skip + i·(leap + 1)
/// in the j-th prime base, its digits permuted where rr2 is set (Kocis & Whiten 1997; MATLAB's
/// haltonset, with the same meaning of skip and leap). Throws InvalidInput where numbers of points
/// pass 2^53. Up to kMaxHaltonDim dimensions; 3 to 10 nanoseconds per coordinate, tables of about
/// 10 kB per dimension.
std::unique_ptr<PointSet> MakeHalton(const HaltonOptions& options, Index dim, Index num_points,
                                     std::uint64_t seed);

/// Presets: `plain` (skip 1); `yang2014` (Yang et al.'s code: skip 1000, leap 700, RR2), whose
/// stride 701 is the 126th prime, so that from 126 dimensions on coordinate 126 hardly moves, as in
/// the paper; `skylark` (libskylark's: number i·p + 1 where p is the first prime that is not a
/// base). A leap given by hand whose stride shares a factor with a base is an error.
SequenceEntry HaltonEntry();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_HALTON_H_
