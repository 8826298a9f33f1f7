#include "core/metrics/gram_theory.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/random.h"

namespace mercer {
namespace {

// The total of a population of pairs from some of them, and its squared standard error.
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

  Index count() const { return count_; }

  // Of a population of so many, of which these are all or independent draws.
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

// i < j, uniform.
std::pair<Index, Index> DrawPair(RandomStream& stream, Index n) {
  const auto i = static_cast<Index>(stream.Below(static_cast<std::uint64_t>(n)));
  const auto other = static_cast<Index>(stream.Below(static_cast<std::uint64_t>(n - 1)));
  const Index j = other + (other >= i ? 1 : 0);
  return {std::min(i, j), std::max(i, j)};
}

bool AddUpper(Errors& errors, Index n, std::uint64_t seed) {
  if (n * (n - 1) / 2 <= kTheoryPairs) {
    for (Index i = 0; i < n; ++i)
      for (Index j = i + 1; j < n; ++j)
        if (!errors.Add(i, j)) return false;
    return true;
  }
  RandomStream stream(seed, StreamPurpose::kGramTheory, 0);
  for (Index k = 0; k < kTheoryPairs; ++k) {
    const auto [i, j] = DrawPair(stream, n);
    if (!errors.Add(i, j)) return false;
  }
  return true;
}

bool AddDiagonal(Errors& errors, Index n, std::uint64_t seed) {
  RandomStream stream(seed, StreamPurpose::kGramTheory, 1);
  for (Index k = 0; k < std::min(n, kTheoryPairs); ++k) {
    const Index i =
        n <= kTheoryPairs ? k : static_cast<Index>(stream.Below(static_cast<std::uint64_t>(n)));
    if (!errors.Add(i, i)) return false;
  }
  return true;
}

}  // namespace

std::optional<GramTheory> ExpectedGramError(const PairError& error_of, const Examples& x,
                                            GramPairs pairs, double kernel_norm,
                                            std::uint64_t seed) {
  if (!(kernel_norm > 0)) return std::nullopt;
  const Index n = x.rows();
  const auto rows = static_cast<double>(n);
  Errors upper(error_of, x), diagonal(error_of, x);
  if (!AddUpper(upper, n, seed)) return std::nullopt;
  if (pairs != GramPairs::kStrictlyUpper && !AddDiagonal(diagonal, n, seed)) return std::nullopt;
  const Total above = upper.Of(rows * (rows - 1) / 2), equal = diagonal.Of(rows);
  const double times = pairs == GramPairs::kAll ? 2 : 1;
  return Finish(
      {times * above.sum + equal.sum, times * times * above.squared_error + equal.squared_error},
      kernel_norm, upper.count() + diagonal.count());
}

std::optional<GramTheory> ExpectedSampledGramError(const PairError& error_of, const Examples& x,
                                                   Index count, double kernel_norm,
                                                   std::uint64_t seed) {
  if (!(kernel_norm > 0)) return std::nullopt;
  Errors errors(error_of, x);
  const SampledPairs drawn = DrawGramPairs(x.rows(), count, seed);
  for (std::size_t k = 0; k < static_cast<std::size_t>(std::min(count, kTheoryPairs)); ++k)
    if (!errors.Add(drawn.left[k], drawn.right[k])) return std::nullopt;
  return Finish(errors.Of(static_cast<double>(count)), kernel_norm, errors.count());
}

}  // namespace mercer
