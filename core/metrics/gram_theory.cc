#include "core/metrics/gram_theory.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mercer {
namespace {

// The total of the pairs' errors over a population, and its squared standard error.
struct Total {
  double sum = 0, squared_error = 0;
};

// Sums of single pairs' squared errors, in their order.
class Errors {
 public:
  Errors(const PairError& error_of, const Examples& x) : error_of_(error_of), x_(x) {}

  // False where there is no formula.
  bool Add(Index i, Index j) {
    const Matrix left = x_.DenseRows(i, 1), right = x_.DenseRows(j, 1);
    const std::optional<double> error =
        error_of_(left.row(0).transpose(), right.row(0).transpose());
    if (!error) return false;
    sum_ += *error;
    squares_ += *error * *error;
    ++count_;
    return true;
  }

  // The estimated total over a population of `population` pairs, of which those added are all or
  // independent draws.
  Total Of(double population) const {
    if (count_ == 0) return {};
    const auto n = static_cast<double>(count_);
    if (n >= population) return {sum_, 0};
    const double mean = sum_ / n;
    const double variance = std::max(0.0, squares_ / n - mean * mean);
    return {mean * population, variance / std::max(1.0, n - 1) * population * population};
  }

 private:
  const PairError& error_of_;
  const Examples& x_;
  Index count_ = 0;
  double sum_ = 0, squares_ = 0;
};

GramTheory Finish(const Total& total, double kernel_norm, Index pairs) {
  if (!std::isfinite(total.sum)) return {std::numeric_limits<double>::infinity(), 0, pairs};
  const double root = std::sqrt(total.sum);
  const double error = root > 0 ? std::sqrt(total.squared_error) / (2 * root) : 0;
  return {root / kernel_norm, error / kernel_norm, pairs};
}

std::optional<GramTheory> Expected(const PairError& error_of, const Examples& x,
                                   const std::vector<GramStratum>& strata, double kernel_norm) {
  Total total;
  Index pairs = 0;
  for (const GramStratum& stratum : strata) {
    Errors errors(error_of, x);
    for (const auto& [i, j] : stratum.pairs)
      if (!errors.Add(i, j)) return std::nullopt;
    const Total part = errors.Of(stratum.population);
    total.sum += stratum.times * part.sum;
    total.squared_error += stratum.times * stratum.times * part.squared_error;
    pairs += static_cast<Index>(stratum.pairs.size());
  }
  return Finish(total, kernel_norm, pairs);
}

}  // namespace

std::optional<GramTheory> ExpectedGramError(const PairError& error_of, const Examples& x,
                                            GramPairs pairs, double kernel_norm,
                                            std::uint64_t seed) {
  if (!(kernel_norm > 0)) return std::nullopt;
  return Expected(error_of, x, SampleGramPairs(x.rows(), pairs, seed), kernel_norm);
}

std::optional<GramTheory> ExpectedSampledGramError(const PairError& error_of, const Examples& x,
                                                   Index count, double kernel_norm,
                                                   std::uint64_t seed) {
  if (!(kernel_norm > 0)) return std::nullopt;
  return Expected(error_of, x, SampleDrawnGramPairs(x.rows(), count, seed), kernel_norm);
}

}  // namespace mercer
