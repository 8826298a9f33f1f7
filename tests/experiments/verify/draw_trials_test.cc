#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "experiments/verify/recorded_trials.h"

namespace mercer {
namespace {

std::set<std::pair<std::size_t, std::size_t>> SetOf(const std::vector<DrawnTrial>& drawn) {
  std::set<std::pair<std::size_t, std::size_t>> set;
  for (const DrawnTrial& one : drawn) set.emplace(one.folder, one.trial);
  return set;
}

TEST(DrawTrials, TakesOneOfEachFolderInTurn) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<DrawnTrial> drawn = DrawTrials({5, 1, 3}, 5, seed);
    ASSERT_EQ(drawn.size(), 5U);
    EXPECT_EQ(SetOf(drawn).size(), 5U) << "a trial was drawn twice";
    std::set<std::size_t> first;
    for (std::size_t i = 0; i < 3; ++i) first.insert(drawn[i].folder);
    EXPECT_EQ(first.size(), 3U);
    // The folder of one trial has no more.
    EXPECT_EQ(std::ranges::count(drawn, std::size_t{1}, &DrawnTrial::folder), 1);
  }
}

TEST(DrawTrials, TakesAllWhereThereAreFewer) {
  const auto all = SetOf(DrawTrials({5, 0, 3}, 100, 7));
  EXPECT_EQ(all.size(), 8U);
  for (const auto& [folder, trial] : all) {
    EXPECT_NE(folder, 1U);
    EXPECT_LT(trial, folder == 0 ? 5U : 3U);
  }
}

TEST(DrawTrials, IsAFunctionOfTheSeed) {
  EXPECT_EQ(DrawTrials({50, 50}, 10, 3), DrawTrials({50, 50}, 10, 3));
  EXPECT_NE(SetOf(DrawTrials({50, 50}, 10, 3)), SetOf(DrawTrials({50, 50}, 10, 4)));
}

// Each of ten trials comes first in a tenth of 2,000 draws: 200 ± 4.5 standard deviations.
TEST(DrawTrials, EachTrialIsAsLikely) {
  std::vector<int> counts(10);
  for (std::uint64_t seed = 0; seed < 2000; ++seed)
    ++counts[DrawTrials({10}, 1, seed).front().trial];
  for (const int count : counts) EXPECT_NEAR(count, 200, 60);
}

}  // namespace
}  // namespace mercer
