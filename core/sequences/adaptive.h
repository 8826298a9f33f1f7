#ifndef MERCER_CORE_SEQUENCES_ADAPTIVE_H_
#define MERCER_CORE_SEQUENCES_ADAPTIVE_H_

#include <string>
#include <vector>

#include "core/sequences/box_discrepancy.h"
#include "core/sequences/conjugate_gradient.h"
#include "core/sequences/point_set.h"

namespace mercer {

/// The most points of an adaptive sequence: an iteration costs n²·d.
inline constexpr Index kMaxAdaptivePoints = 10000;

struct AdaptiveResult {
  Matrix frequencies;                       // s × d
  std::vector<double> squared_discrepancy;  // of the start and after each step
};

/// Frequencies of small box discrepancy: non-linear conjugate gradients on D² from `start`, s × d,
/// with a strong Wolfe line search (Yang et al. 2014, section 5, which names neither the formula
/// nor the line search; conjugate_gradient.h). Every step lowers D². Stops after `iterations`
/// steps, or where rounding leaves none. O(s²·d) an evaluation.
AdaptiveResult MinimiseBoxDiscrepancy(const BoxDiscrepancy& discrepancy, const Matrix& start,
                                      Index iterations, const ConjugateOptions& options = {});

/// Operations of MinimiseBoxDiscrepancy for s frequencies of d coordinates, about, each as long as
/// a cosine: six evaluations for a line search at the default curvature.
double MinimisationOperations(Index iterations, Index s, Index d);

/// The distribution function of a standard normal variable, kept in [2^-54, 1 − 2^-53].
double NormalCdf(double w);

/// Adaptive sequences: the points Φ(sigma·w) of frequencies w that MinimiseBoxDiscrepancy finds
/// from a Halton sequence's Φ⁻¹(t)/sigma. Applied through the Gaussian kernel's quantile
/// function they give those frequencies back. Only box_j = b_j/sigma matters: half the range of
/// differences of feature j, in bandwidths. A coordinate with box_j = 0 takes no part and keeps
/// Halton's points. The variables of the minimisation are w·sigma. Deterministic; the points depend
/// on n, at most kMaxAdaptivePoints.
SequenceEntry AdaptiveEntry();

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_ADAPTIVE_H_
