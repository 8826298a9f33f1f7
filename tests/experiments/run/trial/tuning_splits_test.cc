#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/base/error.h"
#include "experiments/run/trial/tuning_run.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAreArray;

TuningSpec Folds(Index folds, Index max_rows = 0) {
  TuningSpec spec;
  spec.folds = folds;
  spec.max_rows = max_rows;
  return spec;
}

TuningSpec Fraction(double fraction, Index max_rows = 0) {
  TuningSpec spec;
  spec.validation_fraction = fraction;
  spec.max_rows = max_rows;
  return spec;
}

std::vector<Index> Together(const TuningSplit& split) {
  std::vector<Index> all = split.fit;
  all.insert(all.end(), split.scored.begin(), split.scored.end());
  return all;
}

std::string MessageOf(const TuningSpec& spec, Index rows) {
  return testing::Message([&] { TuningSplits(spec, rows, 1); }, "");
}

TEST(TuningSplits, EveryRowIsScoredOnceAndNeverByAFitThatSawIt) {
  for (const Index folds : {2, 5, 23}) {
    const auto splits = TuningSplits(Folds(folds), 23, 7);
    ASSERT_THAT(splits, SizeIs(folds));
    std::vector<Index> all(23), scored;
    std::iota(all.begin(), all.end(), 0);
    for (const TuningSplit& split : splits) {
      EXPECT_THAT(Together(split), UnorderedElementsAreArray(all));
      EXPECT_TRUE(std::is_sorted(split.fit.begin(), split.fit.end()));
      EXPECT_TRUE(std::is_sorted(split.scored.begin(), split.scored.end()));
      scored.insert(scored.end(), split.scored.begin(), split.scored.end());
    }
    EXPECT_THAT(scored, UnorderedElementsAreArray(all));
  }
}

TEST(TuningSplits, SizesOfFoldsDifferByOneAtMost) {
  std::vector<std::size_t> sizes;
  for (const TuningSplit& split : TuningSplits(Folds(5), 23, 7))
    sizes.push_back(split.scored.size());
  EXPECT_THAT(sizes, ElementsAre(5, 5, 5, 4, 4));
}

TEST(TuningSplits, FoldsAreDrawnBySeedFromSoManyRows) {
  const TuningSpec spec = Folds(4, 12);
  std::set<Index> seen;
  const auto splits = TuningSplits(spec, 1000, 7);
  for (const TuningSplit& split : splits) {
    EXPECT_THAT(Together(split), SizeIs(12));
    seen.insert(split.scored.begin(), split.scored.end());
  }
  EXPECT_THAT(seen, SizeIs(12));
  EXPECT_GT(*seen.rbegin(), 12);  // not the first twelve
  EXPECT_EQ(TuningSplits(spec, 1000, 7)[2].scored, splits[2].scored);
  EXPECT_NE(TuningSplits(spec, 1000, 8)[2].scored, splits[2].scored);
}

TEST(TuningSplits, AFractionIsOneSplit) {
  const auto splits = TuningSplits(Fraction(0.25, 20), 100, 7);
  ASSERT_THAT(splits, SizeIs(1));
  EXPECT_THAT(splits[0].scored, SizeIs(5));
  EXPECT_THAT(splits[0].fit, SizeIs(15));
  const std::vector<Index> all = Together(splits[0]);
  EXPECT_THAT(std::set<Index>(all.begin(), all.end()), SizeIs(20));
}

TEST(TuningSplits, TooFewRows) {
  EXPECT_EQ(MessageOf(Folds(5), 4),
            "tuning: 5 folds of 4 training rows; expected at least 2 and at most as many as rows");
  EXPECT_EQ(MessageOf(Folds(4), 4), "");
  EXPECT_EQ(MessageOf(Fraction(0.2), 4),
            "tuning: a validation fraction of 0.2 of 4 training rows leaves no row on one side");
}

}  // namespace
}  // namespace mercer
