#ifndef MERCER_CORE_SIZING_FEATURE_COUNT_H_
#define MERCER_CORE_SIZING_FEATURE_COUNT_H_

#include <functional>
#include <optional>

#include "core/sizing/gram_problem.h"
#include "core/sizing/theory_curve.h"

namespace mercer {

/// How the error at a given D is found: from the map's variances, or from draws of the map.
enum class CountSource { kTheory, kDrawing };

/// The name of the source: "theory" or "drawing".
const char* NameOf(CountSource source);

/// A D and its relative Gram error: expected, or measured on draws.
struct FeatureCount {
  Index num_random_features = 0;
  CountSource source = CountSource::kTheory;
  double error = 0;
  double standard_error = 0;  // from the sample of pairs; 0 for draws
  Index pairs = 0;            // pairs used by theory; 0 for draws
};

/// The default for the largest D considered: by theory, and by draws, which take memory.
inline constexpr Index kMostFeatures = 1 << 24, kMostDrawnFeatures = 1 << 16;

/// The number of draws whose root mean square error is taken (one for a deterministic map), and the
/// number of rows on which each is measured.
inline constexpr Index kDrawings = 4, kDrawnRows = 500;

/// Finds the least D whose Gram error is at most a target, for one map, one kernel and given rows;
/// a deterministic function of these and the seed. It uses theory if the map states its mean
/// squared error and is unbiased: directly if that error is inversely proportional to D, otherwise
/// by bisection over the same pairs. If the expectation is not monotone in D (orthogonal features
/// gain when a block is full), a smaller D may suffice too. Other maps are drawn, with the same
/// seeds for each D, and measured. A map that takes no D has D = 0 if its error is small enough.
class FeatureCountFinder {
 public:
  /// Throws InvalidInput if the map rejects the rows, and as TheoryCurve::Of does. Costs an
  /// evaluation of the pair error and of the kernel for each of at most 20,000 pairs and as many
  /// diagonal entries, or, for up to 1,000 rows, the whole Gram matrix in place of single kernel
  /// values.
  explicit FeatureCountFinder(const GramProblem& problem);

  CountSource source() const { return theory_ ? CountSource::kTheory : CountSource::kDrawing; }

  /// D ≤ max, which is kMostFeatures or kMostDrawnFeatures unless given. Throws InvalidInput, one
  /// sentence, if the target is not finite and > 0, max < 1, a variance is infinite, no such D
  /// reaches the target, or a draw takes more than 4 GiB.
  FeatureCount Least(double target, std::optional<Index> max = std::nullopt) const;

 private:
  FeatureCount At(Index num_random_features) const;
  double ErrorOfDrawings(Index num_random_features) const;
  Index LargestCount(std::optional<Index> max) const;
  FeatureCount LeastOfInverse(double target, Index most) const;
  /// Bisects from a first D that misses the target. If every D up to `most` misses it, so does the
  /// result.
  FeatureCount Bisected(FeatureCount fails, double target, Index most) const;

  GramProblem problem_;
  Examples drawn_rows_{};  // if not all of them
  CountGrid grid_{};
  std::optional<TheoryCurve> theory_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_SIZING_FEATURE_COUNT_H_
