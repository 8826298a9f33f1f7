#ifndef MERCER_CORE_SEQUENCES_MONTE_CARLO_H_
#define MERCER_CORE_SEQUENCES_MONTE_CARLO_H_

#include "core/sequences/point_set.h"

namespace mercer {

/// Independent uniform points: the baseline of every low-discrepancy sequence. Coordinates are
/// (k + 1/2)·2^-52. Point i is a function of (seed, i). No state, O(d) per point.
SequenceEntry MonteCarloEntry();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_MONTE_CARLO_H_
