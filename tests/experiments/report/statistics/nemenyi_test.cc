#include "experiments/report/statistics/nemenyi.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace mercer {
namespace {

using ::testing::ElementsAre;

std::vector<RankGroup> Groups(const std::vector<double>& mean_ranks, double critical_difference) {
  return RankGroups(mean_ranks, critical_difference);
}

// Demšar 2006, section 3.2.3: four methods over 14 data sets.
TEST(Nemenyi, CriticalDifferenceIsThatOfDemsarsExample) {
  EXPECT_NEAR(CriticalDifference(4, 14, 0.05), 1.25, 0.005);
  EXPECT_NEAR(CriticalDifference(4, 14, 0.10), 1.12, 0.005);
}

TEST(Nemenyi, PIsTheLevelAtTheCriticalDifference) {
  for (const double alpha : {0.01, 0.05, 0.5})
    EXPECT_NEAR(NemenyiP(CriticalDifference(6, 11, alpha), 6, 11), alpha, 1e-10);
  EXPECT_EQ(NemenyiP(0, 6, 11), 1);
  EXPECT_EQ(NemenyiP(-1, 6, 11), NemenyiP(1, 6, 11));
}

TEST(RankGroups, AreTheWidestOfWhichNoTwoDiffer) {
  EXPECT_THAT(Groups({1.0, 1.4, 2.1, 2.4, 4.0}, 1.2),
              ElementsAre(RankGroup{0, 2}, RankGroup{1, 3}, RankGroup{4, 4}));
  EXPECT_THAT(Groups({1, 2, 3}, 5), ElementsAre(RankGroup{0, 2}));
  EXPECT_THAT(Groups({1, 2, 3}, 0.5),
              ElementsAre(RankGroup{0, 0}, RankGroup{1, 1}, RankGroup{2, 2}));
  EXPECT_THAT(Groups({2, 2}, 0.1), ElementsAre(RankGroup{0, 1}));
}

TEST(RankGroups, WhatIsApartByTheCriticalDifferenceDiffers) {
  EXPECT_THAT(Groups({1, 2}, 1), ElementsAre(RankGroup{0, 0}, RankGroup{1, 1}));
}

}  // namespace
}  // namespace mercer
