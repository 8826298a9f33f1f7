#ifndef MERCER_CORE_SEQUENCES_SOBOL_MATRICES_H_
#define MERCER_CORE_SEQUENCES_SOBOL_MATRICES_H_

#include <cstdint>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The dimensions that Boost's table of direction numbers holds.
inline constexpr Index kMaxSobolDim = 3667;

/// Columns of a generating matrix: numbers of points below 2^32.
inline constexpr int kDigitalColumns = 32;

/// Sobol' generating matrices with the direction numbers new-joe-kuo-6 (Joe & Kuo 2008), from the
/// table of boost/random/sobol.hpp: column c of coordinate j is entry c·dim + j, its first binary
/// digit the highest of 64 bits. 1 ≤ dim ≤ kMaxSobolDim. O(dim).
std::vector<std::uint64_t> SobolMatrices(Index dim);

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_SOBOL_MATRICES_H_
