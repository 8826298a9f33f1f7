#include "core/sizing/theory_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/kernels/kernel.h"

namespace mercer {
namespace {

// D of which every map takes both.
constexpr Index kReference = 64, kOther = 258;
constexpr std::size_t kLookedAt = 256;
constexpr Index kFewRows = 1000;

Vector RowOf(const Examples& x, Index i) { return x.DenseRows(i, 1).row(0).transpose(); }

}  // namespace

std::optional<TheoryCurve> TheoryCurve::Of(const GramProblem& problem) {
  if (!problem.traits.HasGramTheory()) return std::nullopt;
  TheoryCurve curve(problem, PairsOf(problem));
  if (!curve.Fill()) return std::nullopt;
  return curve;
}

std::optional<double> TheoryCurve::PairErrorAt(const std::pair<Index, Index>& pair,
                                               Index num_random_features) const {
  std::optional<double> error =
      problem_.spec.MeanSquaredError(problem_.kernel, RowOf(problem_.rows, pair.first),
                                     RowOf(problem_.rows, pair.second), num_random_features);
  // Rounding may take one that is 0 below it.
  if (error) *error = std::max(0.0, *error);
  return error;
}

std::optional<std::vector<double>> TheoryCurve::ErrorsAt(const GramStratum& stratum,
                                                         Index num_random_features) const {
  std::vector<double> errors;
  errors.reserve(stratum.pairs.size());
  for (const auto& pair : stratum.pairs) {
    const std::optional<double> error = PairErrorAt(pair, num_random_features);
    if (!error) return std::nullopt;
    errors.push_back(*error);
  }
  return errors;
}

// False where there is no formula.
bool TheoryCurve::Fill() {
  // Of few rows all values together cost less than those of single pairs.
  std::optional<Matrix> whole;
  if (problem_.rows.rows() <= kFewRows) whole = Gram(problem_.kernel, problem_.rows, problem_.rows);
  for (const GramStratum& stratum : strata_) {
    std::optional<std::vector<double>> errors = ErrorsAt(stratum, kReference);
    if (!errors) return false;
    Part& part = parts_.emplace_back(Part{std::move(*errors), {}});
    double sum = 0;
    for (const auto& [i, j] : stratum.pairs) {
      const double value =
          whole ? (*whole)(i, j)
                : KernelValue(problem_.kernel, RowOf(problem_.rows, i), RowOf(problem_.rows, j));
      part.kernel.push_back(value * value);
      sum += value * value;
    }
    squared_norm_ += stratum.Weight() * sum;
    pairs_ += static_cast<Index>(stratum.pairs.size());
  }
  if (!(squared_norm_ > 0)) {
    throw InvalidInput(ProblemText(problem_) +
                       ": the kernel is 0 on all pairs of these rows, so that no error is relative "
                       "to it; expected other rows");
  }
  is_inverse_ = LooksInverse();
  return true;
}

bool TheoryCurve::LooksInverse() const {
  constexpr double kTimes = static_cast<double>(kOther) / static_cast<double>(kReference);
  for (std::size_t s = 0; s < strata_.size(); ++s) {
    for (std::size_t k = 0; k < std::min(kLookedAt, strata_[s].pairs.size()); ++k) {
      const double here = parts_[s].errors[k];
      const double there = *PairErrorAt(strata_[s].pairs[k], kOther) * kTimes;
      if (std::abs(there - here) > 1e-12 * here) return false;
    }
  }
  return true;
}

ExpectedError TheoryCurve::At(Index num_random_features) const {
  const double factor =
      is_inverse_ ? static_cast<double>(kReference) / static_cast<double>(num_random_features) : 1;
  std::vector<std::vector<double>> computed;
  double sum = 0;
  for (std::size_t s = 0; s < strata_.size(); ++s) {
    computed.push_back(is_inverse_ ? parts_[s].errors : *ErrorsAt(strata_[s], num_random_features));
    for (const double error : computed.back()) sum += strata_[s].Weight() * factor * error;
  }
  if (!std::isfinite(sum)) return {std::numeric_limits<double>::infinity(), 0};
  const double squared = sum / squared_norm_;
  // The standard error of a ratio of sums over the same pairs, from the variance of
  // error² − ratio·kernel².
  double variance = 0;
  for (std::size_t s = 0; s < strata_.size(); ++s) {
    const auto n = static_cast<double>(computed[s].size());
    if (strata_[s].IsWhole() || n < 2) continue;
    double left = 0, squares = 0;
    for (std::size_t k = 0; k < computed[s].size(); ++k) {
      const double rest = factor * computed[s][k] - squared * parts_[s].kernel[k];
      left += rest / n;
      squares += rest * rest / n;
    }
    const double of_stratum = strata_[s].Weight() * n;
    variance += of_stratum * of_stratum * std::max(0.0, squares - left * left) / (n - 1);
  }
  const double error = std::sqrt(squared);
  return {error, error > 0 ? std::sqrt(variance) / squared_norm_ / (2 * error) : 0};
}

}  // namespace mercer
