// Bounds are 5 standard deviations of the exact law of each statistic (false alarms 6e-7 each), or
// the chi-square quantile at 1 − 1e-6; seeds are fixed.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "core/base/random.h"

namespace mercer {
namespace {

double ChiSquare(const std::vector<int>& counts, double expected) {
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

TEST(RandomStatistics, BelowIsUniform) {
  RandomStream stream(1, StreamPurpose::kTest, 0);
  std::vector<int> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts[stream.Below(7)];
  EXPECT_LT(ChiSquare(counts, 10000), 38.26);  // 6 degrees of freedom
}

TEST(RandomStatistics, BelowIsNotBiasedForLargeBounds) {
  // A plain remainder by 3·2^62 would fall below 2^62 half of the time.
  RandomStream stream(2, StreamPurpose::kTest, 0);
  const int n = 30000;
  int small = 0;
  for (int i = 0; i < n; ++i) small += stream.Below(3ULL << 62) < (1ULL << 62) ? 1 : 0;
  EXPECT_NEAR(small / static_cast<double>(n), 1.0 / 3, 5 * std::sqrt(2.0 / 9 / n));
}

TEST(RandomStatistics, UniformMoments) {
  RandomStream stream(3, StreamPurpose::kTest, 0);
  const int n = 200000;
  double first = 0;
  double second = 0;
  for (int i = 0; i < n; ++i) {
    const double u = stream.Uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    first += u;
    second += u * u;
  }
  EXPECT_NEAR(first / n, 1.0 / 2, 5 * std::sqrt(1.0 / 12 / n));
  EXPECT_NEAR(second / n, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / n));
}

TEST(RandomStatistics, GaussianMoments) {
  RandomStream stream(4, StreamPurpose::kTest, 0);
  const int n = 200000;
  std::array<double, 5> sums{};
  double lagged = 0;
  double lagged_squares = 0;
  double last = 0;
  for (int i = 0; i < n; ++i) {
    const double g = stream.Gaussian();
    for (std::size_t k = 1; k < sums.size(); ++k) sums[k] += std::pow(g, static_cast<double>(k));
    lagged += g * last;
    lagged_squares += (g * g - 1) * (last * last - 1);
    last = g;
  }
  // Var g^k = E g^2k − (E g^k)²: 1, 2, 15, 96.
  EXPECT_NEAR(sums[1] / n, 0, 5 * std::sqrt(1.0 / n));
  EXPECT_NEAR(sums[2] / n, 1, 5 * std::sqrt(2.0 / n));
  EXPECT_NEAR(sums[3] / n, 0, 5 * std::sqrt(15.0 / n));
  EXPECT_NEAR(sums[4] / n, 3, 5 * std::sqrt(96.0 / n));
  // Both values of a Box-Muller pair are used: they must not depend on each other.
  EXPECT_NEAR(lagged / n, 0, 5 * std::sqrt(1.0 / n));
  EXPECT_NEAR(lagged_squares / n, 0, 5 * std::sqrt(4.0 / n) + 2.0 / n);
}

TEST(RandomStatistics, NeighbouringStreamsAreUncorrelated) {
  const int n = 100000;
  RandomStream base(5, StreamPurpose::kTest, 8);
  RandomStream next_index(5, StreamPurpose::kTest, 9);
  RandomStream far_index(5, StreamPurpose::kTest, 8 + (1ULL << 32));
  RandomStream next_seed(6, StreamPurpose::kTest, 8);
  RandomStream other_purpose(5, StreamPurpose::kMap, 8);
  std::array<double, 4> sums{};
  for (int i = 0; i < n; ++i) {
    const double u = base.Uniform() - 0.5;
    sums[0] += u * (next_index.Uniform() - 0.5);
    sums[1] += u * (far_index.Uniform() - 0.5);
    sums[2] += u * (next_seed.Uniform() - 0.5);
    sums[3] += u * (other_purpose.Uniform() - 0.5);
  }
  for (const double sum : sums) EXPECT_NEAR(sum / n, 0, 5.0 / 12 / std::sqrt(n));
}

TEST(RandomStatistics, PermutationsAreUniform) {
  RandomStream stream(7, StreamPurpose::kTest, 0);
  std::map<std::vector<Index>, int> seen;
  for (int i = 0; i < 60000; ++i) ++seen[RandomPermutation(stream, 3)];
  std::vector<int> counts;
  for (const auto& [order, count] : seen) counts.push_back(count);
  ASSERT_EQ(counts.size(), 6U);
  EXPECT_LT(ChiSquare(counts, 10000), 35.89);  // 5 degrees of freedom
}

}  // namespace
}  // namespace mercer
