#include "core/sizing/feature_count.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/linalg/memory.h"
#include "core/maps/nystroem.h"

namespace mercer {
namespace {

Index RoundedUp(double count, CountGrid grid, Index most) {
  if (!(count < static_cast<double>(most))) return most;
  const double above = count - static_cast<double>(grid.least);
  const auto steps = static_cast<Index>(std::ceil(above / static_cast<double>(grid.step)));
  return std::clamp(grid.least + steps * grid.step, grid.least, most);
}

// Of drawings: a step to a larger D is at most this, as a first error may be far off.
constexpr double kGrowth = 4;

constexpr double kMostDrawnBytes = 4294967296.0;

}  // namespace

const char* NameOf(CountSource source) {
  return source == CountSource::kTheory ? "theory" : "drawing";
}

FeatureCountFinder::FeatureCountFinder(const GramProblem& problem)
    : problem_(problem), theory_(TheoryCurve::Of(problem)) {
  if (!problem.traits.takes_no_count) grid_ = CountGridOf(problem);
  if (theory_ || problem.rows.rows() <= kDrawnRows) return;
  RandomStream stream(problem.seed, StreamPurpose::kGramRows, 1);
  std::vector<Index> numbers = RandomPermutation(stream, problem.rows.rows());
  numbers.resize(static_cast<std::size_t>(kDrawnRows));
  std::sort(numbers.begin(), numbers.end());
  drawn_rows_ = problem.rows.Select(numbers);
}

FeatureCount FeatureCountFinder::At(Index num_random_features) const {
  if (theory_) {
    const ExpectedError expected = theory_->At(num_random_features);
    return {num_random_features, CountSource::kTheory, expected.error, expected.standard_error,
            theory_->pairs()};
  }
  return {num_random_features, CountSource::kDrawing, ErrorOfDrawings(num_random_features), 0, 0};
}

double FeatureCountFinder::ErrorOfDrawings(Index num_random_features) const {
  const bool all = drawn_rows_.rows() == 0;
  const GramProblem drawn{problem_.map,
                          problem_.spec,
                          problem_.traits,
                          problem_.kernel,
                          all ? problem_.rows : drawn_rows_,
                          problem_.train,
                          problem_.pairs,
                          problem_.sampled,
                          problem_.seed};
  const double bytes = DrawnGramErrorBytes(drawn, num_random_features);
  if (bytes > kMostDrawnBytes) {
    throw InvalidInput(ProblemText(problem_) +
                       ": a drawing with D = " + std::to_string(num_random_features) +
                       ", which alone tells its error, takes " + FormatBytes(bytes) +
                       "; expected at most " + FormatBytes(kMostDrawnBytes));
  }
  const Index drawings = problem_.traits.deterministic ? 1 : kDrawings;
  double squares = 0;
  for (Index draw = 0; draw < drawings; ++draw) {
    // The same for every D, whose features then are the first of those of a larger one.
    const std::uint64_t seed = DeriveSeed(problem_.seed, {static_cast<std::uint64_t>(draw)});
    const double error = DrawnGramError(drawn, num_random_features, seed);
    squares += error * error / static_cast<double>(drawings);
  }
  return std::sqrt(squares);
}

FeatureCount FeatureCountFinder::LeastOfInverse(double target, Index most) const {
  const double ratio = At(grid_.least).error / target;
  const Index D = RoundedUp(static_cast<double>(grid_.least) * ratio * ratio, grid_, most);
  FeatureCount found = At(D);
  // Rounding of the square may be one step off.
  if (found.error > target && D < most) found = At(D + grid_.step);
  while (found.num_random_features > grid_.least) {
    const FeatureCount less = At(found.num_random_features - grid_.step);
    if (less.error > target) break;
    found = less;
  }
  return found;
}

Index FeatureCountFinder::LargestCount(std::optional<Index> max) const {
  Index most = max.value_or(theory_ ? kMostFeatures : kMostDrawnFeatures);
  // Landmarks are training rows; the laws of other maps that look at these bound no D.
  if (dynamic_cast<const NystroemSpec*>(&problem_.spec) != nullptr)
    most = std::min(most, problem_.train.rows());
  if (most >= grid_.least) return most - (most - grid_.least) % grid_.step;
  throw InvalidInput(ProblemText(problem_) + ": the largest D is " +
                     std::to_string(max.value_or(most)) + "; expected at least " +
                     std::to_string(grid_.least));
}

FeatureCount FeatureCountFinder::Least(double target, std::optional<Index> max) const {
  if (!(target > 0) || !std::isfinite(target)) {
    throw InvalidInput(ProblemText(problem_) + ": the target is " + FormatNumber(target) +
                       "; expected a relative Gram error above 0");
  }
  if (problem_.traits.takes_no_count) {
    const FeatureCount only = At(0);
    if (only.error <= target) return only;
    throw InvalidInput(ProblemText(problem_) + ": it takes no D, and its relative Gram error is " +
                       FormatNumber(only.error) + ", above " + FormatNumber(target));
  }
  const Index most = LargestCount(max);
  const FeatureCount first = At(grid_.least);
  if (theory_ && !std::isfinite(first.error)) {
    throw InvalidInput(ProblemText(problem_) +
                       ": the variance of some pair is infinite, so that no D is enough");
  }
  if (first.error <= target) return first;
  const bool at_once = theory_ && theory_->is_inverse();
  const FeatureCount found = at_once ? LeastOfInverse(target, most) : Bisected(first, target, most);
  if (found.error <= target) return found;
  throw InvalidInput(ProblemText(problem_) + ": no D up to " + std::to_string(most) +
                     " brings the relative Gram error to " + FormatNumber(target) +
                     "; there it is " + FormatNumber(found.error));
}

FeatureCount FeatureCountFinder::Bisected(FeatureCount fails, double target, Index most) const {
  // From a D that fails, by the law of the inverse root, to one that meets the target.
  FeatureCount meets = fails;
  while (meets.error > target) {
    fails = meets;
    const Index D = fails.num_random_features;
    if (D >= most) return fails;
    const double ratio = fails.error / target;
    const double factor = theory_ ? ratio * ratio : std::min(ratio * ratio, kGrowth);
    meets = At(std::max(RoundedUp(static_cast<double>(D) * factor, grid_, most), D + grid_.step));
  }
  // Next D: where error ∝ 1/√D predicts the target; from the fifth on, every second is the middle.
  const Index step = grid_.step;
  for (int guesses = 0; meets.num_random_features - fails.num_random_features > step; ++guesses) {
    const Index low = fails.num_random_features + step, high = meets.num_random_features - step;
    const double ratio = meets.error / target;
    Index D =
        RoundedUp(static_cast<double>(meets.num_random_features) * ratio * ratio, grid_, high);
    if (guesses >= 4 && guesses % 2 == 0) D = low + (high - low) / 2 / step * step;
    const FeatureCount tried = At(std::clamp(D, low, high));
    (tried.error <= target ? meets : fails) = tried;
  }
  return meets;
}

}  // namespace mercer
