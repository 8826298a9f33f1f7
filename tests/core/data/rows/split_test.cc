#include "core/data/rows/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tests/support/error_message.h"

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
    EXPECT_EQ(testing::FaultOf([&] { RandomSplit(10, fraction, 0, 1); }),
              "train_fraction is " + FormatNumber(fraction) +
                  "; expected a number between 0 and 1, both excluded");
  for (const Index n : {0, 1}) {
    EXPECT_EQ(testing::FaultOf([&] { RandomSplit(n, 0.5, 0, 1); }),
              "a split of " + std::to_string(n) +
                  " rows by train_fraction 0.5 leaves a part empty; expected at least one row in "
                  "each");
  }
  EXPECT_EQ(testing::Message([&] { RandomSplit(3, 0.25, 0, 1); }),
            "a split of 3 rows by train_fraction 0.25 leaves a part empty; expected at least "
            "one row in each");
}

// Every row tests in one fold, trains in the others, and the sizes differ by one at most.
TEST(FoldSplit, EveryRowTestsOnce) {
  for (const auto& [n, folds] : {std::pair<Index, Index>{10, 5}, {11, 5}, {14, 5}, {7, 7}}) {
    std::vector<int> tested(static_cast<std::size_t>(n), 0);
    for (Index fold = 0; fold < folds; ++fold) {
      const Split split = FoldSplit(n, folds, fold, 3);
      EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
      EXPECT_TRUE(std::is_sorted(split.test.begin(), split.test.end()));
      EXPECT_GE(static_cast<Index>(split.test.size()), n / folds);
      EXPECT_LE(static_cast<Index>(split.test.size()), (n + folds - 1) / folds);
      std::vector<Index> all = split.train;
      all.insert(all.end(), split.test.begin(), split.test.end());
      std::sort(all.begin(), all.end());
      ASSERT_EQ(static_cast<Index>(all.size()), n);
      for (Index i = 0; i < n; ++i) ASSERT_EQ(all[static_cast<std::size_t>(i)], i);
      for (const Index i : split.test) ++tested[static_cast<std::size_t>(i)];
    }
    EXPECT_EQ(tested, std::vector<int>(static_cast<std::size_t>(n), 1)) << n;
  }
  EXPECT_NE(FoldSplit(1000, 5, 0, 3).test, FoldSplit(1000, 5, 0, 4).test);
}

TEST(FoldSplit, RefusesMoreFoldsThanRows) {
  EXPECT_EQ(testing::FaultOf([] { FoldSplit(10, 1, 0, 1); }),
            "a split of 10 rows into 1 folds; expected at least 2 folds and at most as many as "
            "rows");
  EXPECT_EQ(testing::Message([&] { FoldSplit(3, 4, 0, 1); }),
            "a split of 3 rows into 4 folds; expected at least 2 folds and at most as many as "
            "rows");
}

std::string GivenFault(const std::vector<Index>& train, const std::vector<Index>& test) {
  return testing::FaultOf([&] { GivenSplit(6, train, "a.idx", test, "b.idx"); });
}

TEST(GivenSplit, HasTheRowsOfTheFiles) {
  const Split both = GivenSplit(6, {4, 0, 2}, "a.idx", {5, 1}, "b.idx");
  EXPECT_EQ(both.train, (std::vector<Index>{0, 2, 4}));
  EXPECT_EQ(both.test, (std::vector<Index>{1, 5}));  // row 3 is in neither part
  const Split rest = GivenSplit(6, {4, 0, 2}, "a.idx", {}, "");
  EXPECT_EQ(rest.test, (std::vector<Index>{1, 3, 5}));
}

TEST(GivenSplit, NamesTheLineOfAFault) {
  EXPECT_EQ(GivenFault({4, 6}, {1}),
            "a.idx, line 2: row 6; the data set has 6 rows, numbered from 0");
  EXPECT_EQ(GivenFault({4}, {1, 1}), "b.idx, line 2: row 1, as in line 1; expected each row once");
  EXPECT_EQ(GivenFault({4, 2, 0}, {1, 2}),
            "b.idx, line 2: row 2 tests, and a.idx, line 2 has it train; expected each row in one "
            "of the two");
  EXPECT_EQ(GivenFault({0, 1, 2, 3, 4, 5}, {}),
            "the split by 'a.idx' leaves a part empty; expected at least one row in each");
}

TEST(OfficialSplit, TestsOnTheLastPart) {
  const Split split = OfficialSplit({2, 1, 3});
  EXPECT_EQ(split.train, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(split.test, (std::vector<Index>{3, 4, 5}));
  EXPECT_EQ(testing::FaultOf([] { OfficialSplit({6}); }),
            "the official split needs a training and a test part; the data set has 1 part");
  EXPECT_EQ(testing::FaultOf([] { OfficialSplit({}); }),
            "the official split needs a training and a test part; the data set has 0 parts");
  for (const std::vector<Index>& rows : {std::vector<Index>{6, 0}, {0, 6}}) {
    EXPECT_EQ(testing::FaultOf([&] { OfficialSplit(rows); }),
              "the official split leaves a part empty; expected at least one row in each");
  }
}

// What is said of the sizes before a split is what it has.
TEST(TrainRows, AreThoseOfTheSplit) {
  EXPECT_EQ(RandomSplitTrainRows(100, 0.29, 0), 29);
  EXPECT_EQ(RandomSplitTrainRows(100, 0.29, 7), 7);
  for (const auto& [n, folds] : {std::pair<Index, Index>{10, 5}, {11, 5}, {14, 5}, {7, 7}}) {
    const auto trained = static_cast<Index>(FoldSplit(n, folds, 0, 3).train.size());
    EXPECT_EQ(FoldSplitTrainRows(n, folds), trained) << n;
    EXPECT_GE(static_cast<Index>(FoldSplit(n, folds, folds - 1, 3).train.size()), trained) << n;
  }
}

}  // namespace
}  // namespace mercer
