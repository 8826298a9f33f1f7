#include "core/sizing/feature_count.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

// Features of cosines and sines come in pairs. Throws where the map takes neither 1 nor 2.
Index StepOf(const GramProblem& problem) {
  try {
    problem.spec.OutputDim(problem.kernel, problem.rows.cols(), 1);
    return 1;
  } catch (const InvalidInput&) {
    problem.spec.OutputDim(problem.kernel, problem.rows.cols(), 2);
    return 2;
  }
}

Index RoundedUp(double count, Index step, Index most) {
  if (!(count < static_cast<double>(most))) return most;
  const auto steps = static_cast<Index>(std::ceil(count / static_cast<double>(step)));
  return std::clamp(steps * step, step, most);
}

// Of one drawing: a step to a larger D is at most this, as a first error may be far off.
constexpr double kGrowth = 4;

constexpr double kMostDrawnBytes = 4294967296.0;

[[noreturn]] void RefuseTarget(const GramProblem& problem, double target,
                               const FeatureCount& at_most) {
  throw InvalidInput(ProblemText(problem) + ": no D up to " +
                     std::to_string(at_most.num_random_features) +
                     " brings the relative Gram error to " + FormatNumber(target) +
                     "; there it is " + FormatNumber(at_most.error));
}

}  // namespace

const char* NameOf(CountSource source) {
  return source == CountSource::kTheory ? "theory" : "drawing";
}

FeatureCountFinder::FeatureCountFinder(const GramProblem& problem)
    : problem_(problem), theory_(TheoryCurve::Of(problem)) {
  if (!problem.traits.takes_no_count) step_ = StepOf(problem);
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
  return {num_random_features, CountSource::kDrawing,
          DrawnGramError(drawn, num_random_features, problem_.seed), 0, 0};
}

FeatureCount FeatureCountFinder::LeastOfInverse(double target, Index max) const {
  const double of_step = At(step_).error;
  const double ratio = of_step / target;
  const Index D = RoundedUp(static_cast<double>(step_) * ratio * ratio, step_, max);
  FeatureCount found = At(D);
  // Rounding of the square may be one step off.
  if (found.error > target && D < max) found = At(D + step_);
  while (found.num_random_features > step_) {
    const FeatureCount less = At(found.num_random_features - step_);
    if (less.error > target) break;
    found = less;
  }
  return found;
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
  Index most = max.value_or(theory_ ? kMostFeatures : kMostDrawnFeatures);
  if (problem_.traits.data_dependent) most = std::min(most, problem_.train.rows());
  most -= most % step_;
  if (most < step_) {
    throw InvalidInput(ProblemText(problem_) + ": the largest D is " +
                       std::to_string(max.value_or(most)) + "; expected at least " +
                       std::to_string(step_));
  }
  FeatureCount meets = At(step_);
  if (!std::isfinite(meets.error)) {
    throw InvalidInput(ProblemText(problem_) +
                       ": the variance of some pair is infinite, so that no D is enough");
  }
  if (meets.error <= target) return meets;
  if (theory_ && theory_->is_inverse()) {
    meets = LeastOfInverse(target, most);
    if (meets.error > target) RefuseTarget(problem_, target, meets);
    return meets;
  }
  // From a D that fails, by the law of the inverse root, to one that meets the target.
  FeatureCount fails = meets;
  while (meets.error > target) {
    fails = meets;
    if (fails.num_random_features >= most) RefuseTarget(problem_, target, fails);
    const double ratio = fails.error / target;
    const double factor = theory_ ? ratio * ratio : std::min(ratio * ratio, kGrowth);
    const Index next =
        RoundedUp(static_cast<double>(fails.num_random_features) * factor, step_, most);
    meets = At(std::max(next, fails.num_random_features + step_));
  }
  // Between them: where that law expects the target, as long as that gets on, else the middle.
  for (int guesses = 0; meets.num_random_features - fails.num_random_features > step_; ++guesses) {
    const Index low = fails.num_random_features + step_, high = meets.num_random_features - step_;
    const double ratio = meets.error / target;
    Index D =
        RoundedUp(static_cast<double>(meets.num_random_features) * ratio * ratio, step_, high);
    if (guesses >= 4 && guesses % 2 == 0) D = (low + (high - low) / 2) / step_ * step_;
    const FeatureCount tried = At(std::clamp(D, low, high));
    (tried.error <= target ? meets : fails) = tried;
  }
  return meets;
}

}  // namespace mercer
