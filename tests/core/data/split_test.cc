#include "core/data/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "core/base/error.h"

namespace mercer {
namespace {

std::size_t NumTrain(Index n, double fraction, Index max_train = 0) {
  return RandomSplit(n, fraction, max_train, 1).train.size();
}

TEST(RandomSplit, HasTheSizesOfThePaper) {
  EXPECT_EQ(NumTrain(12960, 0.6, 20000), 7776U);
  EXPECT_EQ(NumTrain(4601, 0.6, 20000), 2760U);
  EXPECT_EQ(NumTrain(59535, 0.6, 20000), 20000U);
}

TEST(RandomSplit, TakesTheFractionAsTheDecimalWritten) {
  for (Index hundredths = 1; hundredths < 100; ++hundredths) {
    const double fraction =
        std::stod("0." + std::string(hundredths < 10 ? "0" : "") + std::to_string(hundredths));
    EXPECT_EQ(NumTrain(100, fraction), static_cast<std::size_t>(hundredths));
    EXPECT_EQ(NumTrain(10000, fraction), static_cast<std::size_t>(100 * hundredths));
  }
  EXPECT_EQ(NumTrain(10, 0.59), 5U);
}

// Each row is in one part exactly, both are increasing, and the cap holds.
TEST(RandomSplit, IsDisjointAndComplete) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Index n = 2 + static_cast<Index>(seed) * 7;
    const Index cap = seed % 3 == 0 ? 5 : 0;
    const Split split = RandomSplit(n, 0.5, cap, seed);
    std::vector<Index> all = split.train;
    all.insert(all.end(), split.test.begin(), split.test.end());
    std::sort(all.begin(), all.end());
    ASSERT_EQ(all.size(), static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i) ASSERT_EQ(all[static_cast<std::size_t>(i)], i);
    EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
    EXPECT_TRUE(std::is_sorted(split.test.begin(), split.test.end()));
    EXPECT_EQ(static_cast<Index>(split.train.size()), cap == 0 ? n / 2 : std::min(n / 2, cap));
  }
}

TEST(RandomSplit, IsAFunctionOfTheSeed) {
  EXPECT_EQ(RandomSplit(1000, 0.6, 0, 7).train, RandomSplit(1000, 0.6, 0, 7).train);
  EXPECT_NE(RandomSplit(1000, 0.6, 0, 7).train, RandomSplit(1000, 0.6, 0, 8).train);
}

// Pinned: a recorded split seed means these rows for ever.
TEST(RandomSplit, StaysTheSame) {
  EXPECT_EQ(RandomSplit(10, 0.4, 0, 2012).train, (std::vector<Index>{1, 5, 7, 9}));
}

TEST(RandomSplit, RefusesWhatLeavesAPartEmpty) {
  for (const double fraction : {0.0, 1.0, -0.5, 1.5, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW(RandomSplit(10, fraction, 0, 1), InvalidInput) << fraction;
  EXPECT_THROW(RandomSplit(0, 0.5, 0, 1), InvalidInput);
  EXPECT_THROW(RandomSplit(1, 0.5, 0, 1), InvalidInput);
  try {
    RandomSplit(3, 0.25, 0, 1);
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(),
                 "a split of 3 rows by train_fraction 0.25 leaves a part empty; expected at least "
                 "one row in each");
  }
}

TEST(OfficialSplit, TestsOnTheLastPart) {
  const Split split = OfficialSplit({2, 1, 3});
  EXPECT_EQ(split.train, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(split.test, (std::vector<Index>{3, 4, 5}));
  EXPECT_THROW(OfficialSplit({6}), InvalidInput);
  EXPECT_THROW(OfficialSplit({}), InvalidInput);
}

}  // namespace
}  // namespace mercer
