#ifndef MERCER_CORE_SEQUENCES_BUILTIN_SEQUENCES_H_
#define MERCER_CORE_SEQUENCES_BUILTIN_SEQUENCES_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/sequences/point_set.h"

namespace mercer {

/// Every sequence, in the order of the documentation.
const Registry<SequenceEntry>& SequenceRegistry();

/// Throws InvalidInput where the sequence has no points of that dimension: below 1 or past its
/// limit.
void CheckSequenceDim(const std::string& name, Index dim);

/// Checks the parameters, fills in defaults and makes the first `num_points` points in [0, 1)^dim.
/// Throws InvalidInput: parameters, dim or num_points below 1 or past the sequence's limit.
std::unique_ptr<PointSet> MakePointSet(const std::string& name, const Params& params, Index dim,
                                       Index num_points, std::uint64_t seed);

/// Independent uniform points: the baseline of every low-discrepancy sequence. Coordinates are
/// (k + 1/2)·2^-52. Point i is a function of (seed, i). No state, O(d) per point.
SequenceEntry MonteCarloEntry();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_BUILTIN_SEQUENCES_H_
