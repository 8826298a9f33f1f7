#include "experiments/report/statistics/ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/experiments/report/statistics/golden.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;

TEST(Ranks, AreThoseOfScipy) {
  for (const auto& one : testing::GoldenStatistics("friedman")) {
    const std::vector<std::vector<double>> values = one["values"], ranks = one["ranks"];
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(RanksOf(values[i], true), ranks[i]);
  }
}

TEST(Ranks, EqualValuesShareTheMean) {
  const std::vector<double> values = {0.5, 0.9, 0.5, 0.1};
  EXPECT_THAT(RanksOf(values, true), ElementsAre(2.5, 1, 2.5, 4));
  EXPECT_THAT(RanksOf(values, false), ElementsAre(2.5, 4, 2.5, 1));
  EXPECT_THAT(RanksOf(std::vector<double>{1, 1, 1}, false), ElementsAre(2, 2, 2));
}

TEST(Ranks, MeanIsOverTheRows) {
  EXPECT_THAT(MeanRanks({{1, 2, 3}, {2, 1, 3}, {3, 1.5, 1.5}}), ElementsAre(2, 1.5, 2.5));
}

}  // namespace
}  // namespace mercer
