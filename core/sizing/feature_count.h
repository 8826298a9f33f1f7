#ifndef MERCER_CORE_SIZING_FEATURE_COUNT_H_
#define MERCER_CORE_SIZING_FEATURE_COUNT_H_

#include <functional>
#include <optional>

#include "core/sizing/gram_problem.h"
#include "core/sizing/theory_curve.h"

namespace mercer {

/// What tells the error at a D: the map's variances, or drawings of it.
enum class CountSource { kTheory, kDrawing };

/// "theory", "drawing".
const char* NameOf(CountSource source);

/// A D and the relative Gram error there: expected, or of the drawings.
struct FeatureCount {
  Index num_random_features = 0;
  CountSource source = CountSource::kTheory;
  double error = 0;
  double standard_error = 0;  // from the sample of pairs; 0 of drawings
  Index pairs = 0;            // that theory looked at; 0 of drawings
};

/// The largest D that is looked at unless told: of theory, and of drawings, which take memory.
inline constexpr Index kMostFeatures = 1 << 24, kMostDrawnFeatures = 1 << 16;

/// Where drawings tell the error, it is the root mean square of so many, one alone of a
/// deterministic map, each measured on so many of the rows.
inline constexpr Index kDrawings = 4, kDrawnRows = 500;

/// Finds the least D whose Gram error is at most a target, for one map on one kernel and given
/// rows, a function of these and the seed. By theory where the map states its mean squared error
/// and is unbiased: at once where that is inverse to D, else by bisection over the same pairs.
/// Where the expectation is not monotone in D (orthogonal features gain when a block fills up) a
/// smaller D may do too. Other maps are drawn, each D with the same seeds, and measured. A map
/// that takes no D has D = 0 where its error is small enough.
class FeatureCountFinder {
 public:
  /// Throws InvalidInput where the map refuses the rows, and as TheoryCurve::Of does. Costs 20,000
  /// errors of pairs and those of the diagonal.
  explicit FeatureCountFinder(const GramProblem& problem);

  CountSource source() const { return theory_ ? CountSource::kTheory : CountSource::kDrawing; }

  /// D ≤ max, which is kMostFeatures or kMostDrawnFeatures unless given. Throws InvalidInput, one
  /// sentence, where the target is not above 0 and finite, max < 1, a variance is infinite or no
  /// such D brings the error to the target, or a drawing takes more than 4 GiB.
  FeatureCount Least(double target, std::optional<Index> max = std::nullopt) const;

 private:
  FeatureCount At(Index num_random_features) const;
  double ErrorOfDrawings(Index num_random_features) const;
  Index LargestCount(std::optional<Index> max) const;
  FeatureCount LeastOfInverse(double target, Index most) const;
  /// Of a first D that fails; one that fails too where none up to `most` does not.
  FeatureCount Bisected(FeatureCount fails, double target, Index most) const;

  GramProblem problem_;
  Examples drawn_rows_{};  // where not all of them
  Index step_ = 1;         // D that the map takes are its multiples
  std::optional<TheoryCurve> theory_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_SIZING_FEATURE_COUNT_H_
