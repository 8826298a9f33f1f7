#ifndef MERCER_CORE_SEQUENCES_LATTICE_VECTOR_H_
#define MERCER_CORE_SEQUENCES_LATTICE_VECTOR_H_

#include <cstdint>
#include <span>

#include "core/base/types.h"

namespace mercer {

inline constexpr Index kCknDim = 250;
inline constexpr int kCknLog2Points = 20;

/// The generating vector exod2_base2_m20_CKN of a rank-1 lattice sequence in base 2: 250
/// dimensions, up to 2^20 points, constructed with order-2 weights (Cools, Kuo & Nuyens, SIAM J.
/// Sci. Comput. 28, 2006; Nuyens' Magic Point Shop). All entries are odd.
std::span<const std::uint32_t> CknGeneratingVector();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_LATTICE_VECTOR_H_
