#include "experiments/report/compare/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiments/report/compare/made_scores.h"
#include "tests/experiments/report/statistics/golden.h"

namespace mercer {
namespace {

using ::testing::Contains;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MadeTrials;
using testing::ScoresOfOne;
using ::testing::SizeIs;

using Parts = std::vector<std::vector<ResultRecord>>;

Comparison Compared(const Parts& parts, double alpha = 0.05, const std::string& metric = "") {
  return CompareMethods(ScoresOfOne(parts, {metric, {}}), alpha);
}

/// Methods m0, m1 … over data sets d0, d1 … with one repetition each: values[data set][method].
Parts TableParts(const std::vector<std::vector<double>>& values) {
  Parts parts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values[i].size(); ++j) {
      parts.push_back(MadeTrials("d" + std::to_string(i), "m" + std::to_string(j), {values[i][j]}));
    }
  }
  return parts;
}

TEST(OneDataSet, PairsAreTestedWithTheCorrectionOfTheirSplit) {
  // Differences 1/8, 1/4, 3/8: mean 1/4, s = 1/8; 60 rows train, 40 test.
  const Parts parts = {MadeTrials("alpha", "rm", {0.25, 0.25, 0.25}),
                       MadeTrials("alpha", "exact", {0.375, 0.5, 0.625})};
  const Comparison comparison = Compared(parts);
  ASSERT_TRUE(comparison.on_dataset.has_value());
  EXPECT_FALSE(comparison.over_datasets.has_value());
  const DatasetComparison& on = *comparison.on_dataset;
  EXPECT_THAT(on.methods, ElementsAre("exact", "rm")) << "the best first";
  ASSERT_THAT(on.pairs, SizeIs(1));
  const MethodPair& pair = on.pairs.front();
  EXPECT_EQ(pair.n, 3);
  EXPECT_DOUBLE_EQ(pair.mean_a, 0.5);
  EXPECT_DOUBLE_EQ(pair.mean_b, 0.25);
  EXPECT_DOUBLE_EQ(pair.test_train_ratio, 40.0 / 60);
  EXPECT_DOUBLE_EQ(pair.test->mean, 0.25);
  EXPECT_DOUBLE_EQ(pair.test->standard_error, 0.125 * std::sqrt(1.0 / 3 + 2.0 / 3));
  EXPECT_DOUBLE_EQ(pair.test->t, 2);
  EXPECT_FALSE(pair.differs) << "p = 1 − 2/√6 = 0.18";
  EXPECT_TRUE(Compared(parts, 0.2).on_dataset->pairs.front().differs);
}

TEST(OneDataSet, OneSplitForAllTakesThePlainTest) {
  const testing::Fields official = {{"split", "official"}, {"split_seed", "8"}};
  const Comparison comparison =
      Compared({MadeTrials("alpha", "rm", {0.25, 0.25, 0.25}, official),
                MadeTrials("alpha", "exact", {0.375, 0.5, 0.625}, official)});
  const MethodPair& pair = comparison.on_dataset->pairs.front();
  EXPECT_EQ(pair.test_train_ratio, 0);
  EXPECT_DOUBLE_EQ(pair.test->standard_error, 0.125 / std::sqrt(3.0));
}

TEST(OneDataSet, LowerErrorsAreBetter) {
  const Comparison comparison =
      Compared({MadeTrials("alpha", "rm", {0.5, 0.5}, {{"error_rate", "0.5"}}),
                MadeTrials("alpha", "exact", {0.75, 0.75}, {{"error_rate", "0.25"}})},
               0.05, "error_rate");
  EXPECT_THAT(comparison.on_dataset->methods, ElementsAre("exact", "rm"));
  EXPECT_DOUBLE_EQ(comparison.on_dataset->pairs.front().test->mean, -0.25);
}

TEST(OneDataSet, HolmsPIsOverAllPairs) {
  const Parts parts = {MadeTrials("alpha", "a", {0.91, 0.92, 0.93, 0.94}),
                       MadeTrials("alpha", "b", {0.90, 0.92, 0.91, 0.93}),
                       MadeTrials("alpha", "c", {0.50, 0.52, 0.51, 0.50})};
  const Comparison comparison = Compared(parts);
  const auto& pairs = comparison.on_dataset->pairs;
  ASSERT_THAT(pairs, SizeIs(3));
  EXPECT_DOUBLE_EQ(pairs[0].adjusted_p, pairs[0].test->p) << "a and b: the largest";
  EXPECT_DOUBLE_EQ(std::min(pairs[1].adjusted_p, pairs[2].adjusted_p),
                   3 * std::min(pairs[1].test->p, pairs[2].test->p));
  EXPECT_FALSE(pairs[0].differs);
  EXPECT_TRUE(pairs[1].differs);
  EXPECT_TRUE(pairs[2].differs);
  // A level between the p of a pair alone and Holm's.
  const std::size_t best = pairs[1].test->p < pairs[2].test->p ? 1 : 2;
  ASSERT_GT(2 * pairs[best].test->p, 1e-6);
  const Comparison strict = Compared(parts, 2 * pairs[best].test->p);
  EXPECT_FALSE(strict.on_dataset->pairs[best].differs);
}

TEST(OneDataSet, OneRepetitionTestsNothing) {
  const Comparison comparison =
      Compared({MadeTrials("alpha", "rm", {0.25}), MadeTrials("alpha", "exact", {0.5})});
  EXPECT_FALSE(comparison.on_dataset->pairs.front().test.has_value());
  EXPECT_FALSE(comparison.on_dataset->pairs.front().differs);
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("Nothing can be tested")));
}

TEST(OneDataSet, RepetitionsOfOtherSeedsAreNoPairs) {
  const Comparison comparison =
      Compared({MadeTrials("alpha", "rm", {0.25, 0.5}), MadeTrials("alpha", "exact", {0.5, 0.5}),
                MadeTrials("alpha", "h01", {0.5, 0.75}, {{"split_seed", "99"}})});
  const auto& pairs = comparison.on_dataset->pairs;
  int tested = 0;
  for (const MethodPair& pair : pairs) tested += pair.test ? 1 : 0;
  EXPECT_EQ(tested, 1);
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("2 of 3 pairs are not tested")));
  for (const MethodPair& pair : pairs) {
    if (!pair.test) continue;
    EXPECT_DOUBLE_EQ(pair.adjusted_p, pair.test->p) << "one test is adjusted for one";
  }
}

TEST(OneDataSet, EqualDifferencesAreToldNotNan) {
  const Comparison comparison =
      Compared({MadeTrials("alpha", "rm", {0.5, 0.5}), MadeTrials("alpha", "exact", {0.5, 0.5}),
                MadeTrials("alpha", "h01", {0.25, 0.25})});
  const auto& pairs = comparison.on_dataset->pairs;
  EXPECT_EQ(pairs[0].test->p, 1);
  EXPECT_FALSE(pairs[0].differs);
  EXPECT_EQ(pairs[1].test->p, 0);
  EXPECT_TRUE(pairs[1].differs);
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("In 3 of 3 pairs the difference is the same")));
}

TEST(OneDataSet, OneMethodIsNothingToCompare) {
  const Comparison comparison = Compared({MadeTrials("alpha", "rm", {0.25, 0.5})});
  EXPECT_FALSE(comparison.on_dataset.has_value());
  EXPECT_THAT(comparison.notes, ElementsAre(HasSubstr("Only rm has results on alpha")));
}

// Demšar 2006, Table 6 and section 3.2.3.
TEST(DataSets, AreRankedAsInDemsarsExample) {
  const auto values =
      testing::GoldenStatistics("friedman")[0]["values"].get<std::vector<std::vector<double>>>();
  const Comparison comparison = Compared(TableParts(values));
  EXPECT_FALSE(comparison.on_dataset.has_value());
  ASSERT_TRUE(comparison.over_datasets.has_value());
  const RankComparison& over = *comparison.over_datasets;
  EXPECT_THAT(over.datasets, SizeIs(14));
  EXPECT_THAT(over.methods, ElementsAre("m3", "m1", "m2", "m0")) << "the best first";
  EXPECT_THAT(over.mean_ranks, ElementsAre(DoubleEq(27.5 / 14), DoubleEq(2), DoubleEq(40.5 / 14),
                                           DoubleEq(44.0 / 14)));
  EXPECT_NEAR(over.friedman.chi_squared, 9.28, 0.005);
  EXPECT_NEAR(over.friedman.f, 3.69, 0.005);
  EXPECT_NEAR(over.critical_difference, 1.25, 0.005);
  EXPECT_TRUE(over.is_rough) << "fewer than five methods";
  EXPECT_NEAR(over.permutations->p, 0.0134, 0.001);
  EXPECT_TRUE(over.is_rejected);
  // The largest difference, 1.18, is below the critical one: "the post-hoc test is not powerful
  // enough".
  EXPECT_THAT(over.groups, ElementsAre(RankGroup{0, 3}));
  EXPECT_FALSE(over.Differ(0, 3));
  EXPECT_DOUBLE_EQ(over.values[0][0], 0.798) << "in the order of the methods";
  EXPECT_DOUBLE_EQ(over.ranks[0][0], 1);
}

TEST(DataSets, AreTheUnitsNotTheirTrials) {
  // A hundred repetitions of two data sets show no more than two.
  const std::vector<double> low(100, 0.5), high(100, 0.75);
  const Comparison comparison =
      Compared({MadeTrials("alpha", "rm", low), MadeTrials("alpha", "exact", high),
                MadeTrials("beta", "rm", low), MadeTrials("beta", "exact", high)});
  const RankComparison& over = *comparison.over_datasets;
  EXPECT_EQ(over.friedman.f_p, 0) << "as a law of many data sets";
  EXPECT_EQ(over.permutations->p, 0.5) << "two of four orders";
  EXPECT_FALSE(over.is_rejected);
  EXPECT_FALSE(over.Differ(0, 1));
  EXPECT_THAT(over.groups, ElementsAre(RankGroup{0, 1}));
}

TEST(DataSets, ManyOfThemTellMethodsApart) {
  const std::vector<std::vector<double>> values(12, {0.9, 0.8, 0.7, 0.6, 0.5});
  const Comparison comparison = Compared(TableParts(values));
  const RankComparison& over = *comparison.over_datasets;
  EXPECT_FALSE(over.is_rough);
  EXPECT_FALSE(over.permutations.has_value());
  EXPECT_TRUE(over.is_rejected);
  EXPECT_NEAR(over.critical_difference, 2.728 * std::sqrt(30 / 72.0), 0.001);
  EXPECT_TRUE(over.Differ(0, 2));
  EXPECT_FALSE(over.Differ(0, 1));
  EXPECT_THAT(over.groups,
              ElementsAre(RankGroup{0, 1}, RankGroup{1, 2}, RankGroup{2, 3}, RankGroup{3, 4}));
}

TEST(DataSets, AMethodThatLacksOneIsLeftOutAndNamed) {
  Parts parts = TableParts({{0.5, 0.6}, {0.5, 0.7}});
  parts.push_back(MadeTrials("d1", "rm", {0.9}));
  const Comparison comparison = Compared(parts);
  EXPECT_THAT(comparison.over_datasets->methods, ElementsAre("m1", "m0"));
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("parentheses: rm (d0).")));
}

TEST(DataSets, AnEqualRankIsShared) {
  const Comparison comparison = Compared(TableParts({{0.5, 0.5, 0.4}, {0.5, 0.6, 0.4}}));
  EXPECT_THAT(comparison.over_datasets->methods, ElementsAre("m1", "m0", "m2"));
  EXPECT_THAT(comparison.over_datasets->mean_ranks, ElementsAre(1.25, 1.75, 3));
}

TEST(DataSets, MeansAreOverRepetitionsThatAllFinished) {
  // rm did not finish the repetition that is hard for all.
  const Comparison comparison =
      Compared({MadeTrials("alpha", "exact", {0.75, 0.25}), MadeTrials("alpha", "rm", {0.625}),
                MadeTrials("beta", "exact", {0.5}), MadeTrials("beta", "rm", {0.25})});
  const RankComparison& over = *comparison.over_datasets;
  EXPECT_THAT(over.methods, ElementsAre("exact", "rm"));
  EXPECT_DOUBLE_EQ(over.values[0][0], 0.75);
  EXPECT_THAT(comparison.notes, Contains(HasSubstr("On alpha the means are over the 1 of 2")));
  const Comparison apart =
      Compared({MadeTrials("alpha", "exact", {0.75, 0.25}),
                MadeTrials("alpha", "rm", {0.625}, {{"split_seed", "9"}}),
                MadeTrials("beta", "exact", {0.5}), MadeTrials("beta", "rm", {0.25})});
  EXPECT_DOUBLE_EQ(apart.over_datasets->values[0][0], 0.5) << "exact, over both";
  EXPECT_THAT(apart.notes, Contains(HasSubstr("On alpha no repetition is common")));
}

TEST(DataSets, WithoutTwoMethodsOnEachThereIsNothingToCompare) {
  const Comparison none =
      Compared({MadeTrials("alpha", "exact", {0.5}), MadeTrials("beta", "rm", {0.5})});
  EXPECT_FALSE(none.over_datasets.has_value());
  EXPECT_THAT(none.notes, Contains(HasSubstr("No method has a result on each of the 2 data sets")));
  const Comparison one =
      Compared({MadeTrials("alpha", "exact", {0.5}), MadeTrials("beta", "exact", {0.5}),
                MadeTrials("beta", "rm", {0.5})});
  EXPECT_THAT(one.notes, Contains(HasSubstr("Only exact has a result on each of the 2 data sets")));
}

TEST(DataSets, KindsOfOneAreNotIndependent) {
  const auto kind = [](const char* labels) { return testing::Fields{{"labels", labels}}; };
  const Comparison comparison = Compared(
      {MadeTrials("alpha", "m0", {0.5}, kind("a")), MadeTrials("alpha", "m1", {0.6}, kind("a")),
       MadeTrials("alpha", "m0", {0.5}, kind("b")), MadeTrials("alpha", "m1", {0.6}, kind("b"))});
  ASSERT_TRUE(comparison.over_datasets.has_value());
  EXPECT_THAT(comparison.notes,
              Contains(HasSubstr("2 of the 2 data sets are kinds of alpha: the test treats them")));
  EXPECT_THAT(Compared(TableParts({{0.5, 0.6}, {0.5, 0.7}})).notes, IsEmpty());
}

}  // namespace
}  // namespace mercer
