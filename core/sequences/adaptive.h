#ifndef MERCER_CORE_SEQUENCES_ADAPTIVE_H_
#define MERCER_CORE_SEQUENCES_ADAPTIVE_H_

#include <string>
#include <vector>

#include "core/sequences/box_discrepancy.h"
#include "core/sequences/point_set.h"

namespace mercer {

/// The most points of an adaptive sequence: an iteration costs n²·d.
inline constexpr Index kMaxAdaptivePoints = 10000;

struct AdaptiveResult {
  Matrix frequencies;                       // s × d
  std::vector<double> squared_discrepancy;  // of the start and after each accepted step
};

/// Frequencies of small box discrepancy: Polak-Ribière non-linear conjugate gradient on D² from
/// `start`, s × d (Yang et al. 2014, section 5). Every accepted step lowers D². Stops after
/// `iterations` steps, or where no step along the gradient lowers D² any more. O(s²·d) a step.
AdaptiveResult MinimiseBoxDiscrepancy(const BoxDiscrepancy& discrepancy, const Matrix& start,
                                      Index iterations);

/// The distribution function of a standard normal variable, kept in [2^-54, 1 − 2^-53].
double NormalCdf(double w);

/// Adaptive sequences: the points Phi(sigma·w) of frequencies w that MinimiseBoxDiscrepancy finds
/// from a Halton sequence's Phi^-1(t)/sigma. Applied through the Gaussian kernel's quantile
/// function they give those frequencies back. Only box_j = b_j/sigma matters: half the range of
/// differences of feature j, in bandwidths. Deterministic; the points depend on n, at most
/// kMaxAdaptivePoints.
SequenceEntry AdaptiveEntry();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_ADAPTIVE_H_
