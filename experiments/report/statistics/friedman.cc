#include "experiments/report/statistics/friedman.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include "core/base/error.h"

namespace mercer {
namespace {

using Ranks = std::vector<std::vector<double>>;

// Sums of ranks are multiples of 1/2, their squares of 1/4: less is rounding.
constexpr double kRounding = 1e-9;

double ChiSquaredTail(double chi_squared, double freedom) {
  const boost::math::chi_squared law(freedom);
  return boost::math::cdf(boost::math::complement(law, std::max(0.0, chi_squared)));
}

/// Σ (t³ − t) over the groups of equal numbers.
double TiesOf(std::vector<double> row) {
  std::sort(row.begin(), row.end());
  double ties = 0;
  for (auto begin = row.begin(); begin != row.end();) {
    const auto end = std::upper_bound(begin, row.end(), *begin);
    const auto t = static_cast<double>(end - begin);
    ties += t * t * t - t;
    begin = end;
  }
  return ties;
}

/// Counts orders of the ranks whose sums spread at least as much as the observed ones.
class Permuter {
 public:
  explicit Permuter(const Ranks& ranks) : ranks_(ranks), sums_(ranks.front().size()) {
    for (const auto& row : ranks) Add(row);
    observed_ = Spread();
  }

  PermutationTest Test() {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    if (NumOrders() <= kMostOrders) {
      // To name the methods in another order changes nothing: the first data set keeps its own.
      Add(ranks_.front());
      CountAll(1);
      return {static_cast<double>(as_wide_) / static_cast<double>(counted_), true};
    }
    Draw();
    return {static_cast<double>(1 + as_wide_) / static_cast<double>(1 + kDraws), false};
  }

 private:
  static constexpr double kMostOrders = 100000;
  static constexpr int kDraws = 99999;
  static constexpr std::mt19937_64::result_type kSeed = 20060101;

  double NumOrders() const {
    return std::pow(std::tgamma(static_cast<double>(sums_.size()) + 1),
                    static_cast<double>(ranks_.size() - 1));
  }

  void Add(const std::vector<double>& row, double sign = 1) {
    for (std::size_t j = 0; j < sums_.size(); ++j) sums_[j] += sign * row[j];
  }

  // Σ of squares: chi² grows with it, as the sum of the sums is always the same.
  double Spread() const {
    return std::inner_product(sums_.begin(), sums_.end(), sums_.begin(), 0.0);
  }

  void Count() {
    ++counted_;
    if (Spread() >= observed_ - kRounding) ++as_wide_;
  }

  void CountAll(std::size_t dataset) {
    if (dataset == ranks_.size()) return Count();
    const std::vector<double>& ranks = ranks_[dataset];
    std::vector<std::size_t> order(ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> row(ranks.size());
    do {
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = ranks[order[j]];
      Add(row);
      CountAll(dataset + 1);
      Add(row, -1);
    } while (std::next_permutation(order.begin(), order.end()));
  }

  void Draw() {
    std::mt19937_64 draw(kSeed);
    Ranks rows = ranks_;
    for (int i = 0; i < kDraws; ++i) {
      std::fill(sums_.begin(), sums_.end(), 0.0);
      for (std::vector<double>& row : rows) {
        for (std::size_t j = row.size(); j > 1; --j) std::swap(row[j - 1], row[draw() % j]);
        Add(row);
      }
      Count();
    }
  }

  const Ranks& ranks_;
  std::vector<double> sums_;
  double observed_ = 0;
  std::int64_t counted_ = 0, as_wide_ = 0;
};

}  // namespace

FriedmanTest TestFriedman(std::span<const double> mean_ranks, std::int64_t num_datasets) {
  MERCER_CHECK(mean_ranks.size() >= 2 && num_datasets >= 2);
  const auto k = static_cast<double>(mean_ranks.size());
  const auto n = static_cast<double>(num_datasets);
  // About (k + 1)/2, which is their mean: no difference of large numbers.
  double squares = 0;
  for (const double rank : mean_ranks) squares += (rank - (k + 1) / 2) * (rank - (k + 1) / 2);
  FriedmanTest test;
  test.chi_squared = 12 * n / (k * (k + 1)) * squares;
  test.chi_squared_p = ChiSquaredTail(test.chi_squared, k - 1);
  const double left = n * (k - 1) - test.chi_squared;
  if (left <= kRounding) {
    test.f = std::numeric_limits<double>::infinity();
    test.f_p = 0;
    return test;
  }
  test.f = (n - 1) * test.chi_squared / left;
  const boost::math::fisher_f law(k - 1, (k - 1) * (n - 1));
  test.f_p = boost::math::cdf(boost::math::complement(law, test.f));
  return test;
}

TiedChiSquared CorrectForTies(const FriedmanTest& test, const Ranks& ranks) {
  MERCER_CHECK(!ranks.empty() && ranks.front().size() >= 2);
  const auto k = static_cast<double>(ranks.front().size());
  double ties = 0;
  for (const auto& row : ranks) ties += TiesOf(row);
  const double factor = 1 - ties / (static_cast<double>(ranks.size()) * (k * k * k - k));
  if (factor <= kRounding) return {};
  const double chi_squared = test.chi_squared / factor;
  return {chi_squared, ChiSquaredTail(chi_squared, k - 1)};
}

PermutationTest TestByPermutations(const Ranks& ranks) {
  MERCER_CHECK(ranks.size() >= 2 && ranks.front().size() >= 2);
  return Permuter(ranks).Test();
}

}  // namespace mercer
