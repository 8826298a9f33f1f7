#ifndef MERCER_CORE_SEQUENCES_LATTICE_CONSTRUCTION_H_
#define MERCER_CORE_SEQUENCES_LATTICE_CONSTRUCTION_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The squared worst-case error of the full lattice {k·z/N mod 1}, N = 2^log2_points, in the space
/// whose kernel has the order-2 part
///
///   K(x, y) = sum_{i<j} B2({x_i − y_i})·B2({x_j − y_j}),    B2(t) = t² − t + 1/6,
///
/// every pair of coordinates alike: (1/N) sum_k sum_{i<j} B2({k z_i/N}) B2({k z_j/N}). It is what a
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

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_LATTICE_CONSTRUCTION_H_
