#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/data/rows/label_rules.h"
#include "core/data/rows/split.h"

namespace mercer {
namespace {

// Over T seeds the count of row i in training is Binomial(T, m/n), variance T·(m/n)·(1 − m/n).
// 20 rows beyond 4.9 standard deviations: false alarm 2e-5 in all (the seeds are fixed).
TEST(RandomSplit, TrainsOnEveryRowEquallyOften) {
  constexpr int kSeeds = 4000;
  constexpr Index kRows = 20;
  std::vector<int> counts(kRows, 0);
  for (int seed = 0; seed < kSeeds; ++seed) {
    for (const Index i : RandomSplit(kRows, 0.3, 0, static_cast<std::uint64_t>(seed)).train)
      ++counts[static_cast<std::size_t>(i)];
  }
  const double bound = 4.9 * std::sqrt(kSeeds * 0.3 * 0.7);
  for (const int count : counts) EXPECT_NEAR(count, kSeeds * 0.3, bound);
}

// The rows of a pair train together with probability m(m−1)/(n(n−1)) = 30/380; 19 neighbour pairs.
TEST(RandomSplit, DoesNotTieNeighbours) {
  constexpr int kSeeds = 4000;
  constexpr Index kRows = 20;
  std::vector<int> counts(kRows - 1, 0);
  for (int seed = 0; seed < kSeeds; ++seed) {
    std::vector<bool> trains(kRows, false);
    for (const Index i : RandomSplit(kRows, 0.3, 0, static_cast<std::uint64_t>(seed)).train)
      trains[static_cast<std::size_t>(i)] = true;
    for (std::size_t i = 0; i + 1 < kRows; ++i) counts[i] += trains[i] && trains[i + 1];
  }
  const double p = 30.0 / 380;
  for (const int count : counts)
    EXPECT_NEAR(count, kSeeds * p, 4.9 * std::sqrt(kSeeds * p * (1 - p)));
}

// Ten choices of two classes among five, 1/10 each: chi-square with 9 degrees of freedom is above
// 38.0 with probability 1.7e-5.
TEST(RandomHalves, DrawsEachChoiceEquallyOften) {
  Dataset data;
  data.name = "five";
  data.y = (Vector(5) << 0, 1, 2, 3, 4).finished();
  data.class_names = {"a", "b", "c", "d", "e"};
  constexpr int kSeeds = 3000;
  std::vector<int> counts(32, 0);
  for (int seed = 0; seed < kSeeds; ++seed) {
    const Vector y = ApplyLabelRule("random_halves", {}, data, static_cast<std::uint64_t>(seed)).y;
    std::size_t choice = 0;
    for (Index i = 0; i < 5; ++i) choice += y[i] < 0 ? std::size_t{1} << i : 0;
    ++counts[choice];
  }
  double chi_square = 0;
  int reached = 0;
  for (const int count : counts) {
    reached += count > 0;
    if (count > 0) chi_square += std::pow(count - kSeeds / 10.0, 2) / (kSeeds / 10.0);
  }
  EXPECT_EQ(reached, 10);
  EXPECT_LT(chi_square, 38.0);
}

}  // namespace
}  // namespace mercer
