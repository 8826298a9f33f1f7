#include "experiments/report/statistics/friedman.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "experiments/report/statistics/ranks.h"
#include "tests/experiments/report/statistics/golden.h"

namespace mercer {
namespace {

using Ranks = std::vector<std::vector<double>>;

FriedmanTest TestOf(const Ranks& ranks) {
  return TestFriedman(MeanRanks(ranks), static_cast<std::int64_t>(ranks.size()));
}

// Demšar 2006, section 3.2.3.
TEST(Friedman, IsThatOfDemsarsExample) {
  const FriedmanTest test = TestFriedman(std::vector<double>{3.143, 2.000, 2.893, 1.964}, 14);
  EXPECT_NEAR(test.chi_squared, 9.28, 0.005);
  EXPECT_NEAR(test.f, 3.69, 0.005);
  EXPECT_LT(test.f_p, 0.05);  // the critical value of F(3, 39) is 2.85
  EXPECT_GT(test.f_p, 0.01);
}

TEST(Friedman, IsThatOfScipy) {
  for (const auto& one : testing::GoldenStatistics("friedman")) {
    const Ranks ranks = one["ranks"];
    const FriedmanTest test = TestOf(ranks);
    EXPECT_NEAR(test.chi_squared, one["chi_squared"], 1e-10);
    EXPECT_NEAR(test.chi_squared_p, one["chi_squared_p"], 1e-12);
    EXPECT_NEAR(test.f, one["f"], 1e-10);
    EXPECT_NEAR(test.f_p, one["f_p"], 1e-12);
    const TiedChiSquared tied = CorrectForTies(test, ranks);
    EXPECT_NEAR(tied.chi_squared, one["tied_chi_squared"], 1e-10);
    EXPECT_NEAR(tied.p, one["tied_p"], 1e-12);
  }
}

TEST(Friedman, EqualMethodsDoNotDiffer) {
  const Ranks ranks = {{2, 2, 2}, {2, 2, 2}};
  const FriedmanTest test = TestOf(ranks);
  EXPECT_EQ(test.chi_squared, 0);
  EXPECT_EQ(test.chi_squared_p, 1);
  EXPECT_EQ(test.f, 0);
  EXPECT_EQ(test.f_p, 1);
  EXPECT_EQ(CorrectForTies(test, ranks).chi_squared, 0);
  EXPECT_EQ(CorrectForTies(test, ranks).p, 1);
  EXPECT_EQ(TestByPermutations(ranks).p, 1);
}

TEST(Friedman, WhatAllDataSetsRankAlikeIsInfinite) {
  const FriedmanTest test = TestOf({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}});
  EXPECT_DOUBLE_EQ(test.chi_squared, 6);  // N (k − 1)
  EXPECT_EQ(test.f, HUGE_VAL);
  EXPECT_EQ(test.f_p, 0);
}

TEST(Permutations, AreCountedByHand) {
  // Two methods: the sign of each data set, up to all signs.
  EXPECT_EQ(TestByPermutations({{1, 2}, {1, 2}}).p, 0.5);
  EXPECT_EQ(TestByPermutations({{1, 2}, {1, 2}, {1, 2}, {1, 2}}).p, 0.125);
  EXPECT_EQ(TestByPermutations({{1, 2}, {1, 2}, {1, 2}, {2, 1}}).p, 0.625);  // (2 + 2 · 4) of 16
  // A tie cannot be turned.
  EXPECT_EQ(TestByPermutations({{1, 2}, {1, 2}, {1.5, 1.5}}).p, 0.5);
  // Friedman's table for k = 3, N = 3: chi² = 6 has probability 0.028, 4.667 or more 0.194.
  EXPECT_DOUBLE_EQ(TestByPermutations({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}).p, 1.0 / 36);
  EXPECT_DOUBLE_EQ(TestByPermutations({{1, 2, 3}, {1, 2, 3}, {1, 3, 2}}).p, 7.0 / 36);
  EXPECT_TRUE(TestByPermutations({{1, 2, 3}, {1, 2, 3}, {1, 3, 2}}).is_exact);
}

TEST(Permutations, OfManyOrdersAreDrawn) {
  // 18 data sets that all prefer the first of two methods: 2 of 2^18 orders, 7.6e-6.
  const PermutationTest rare = TestByPermutations(Ranks(18, {1, 2}));
  EXPECT_FALSE(rare.is_exact);
  EXPECT_LT(rare.p, 1e-4);  // more than ten of 99,999 draws have a probability below 1e-9
  // 9 of 18: any order has as wide a spread.
  Ranks even(9, {1, 2});
  even.insert(even.end(), 9, {2, 1});
  EXPECT_EQ(TestByPermutations(even).p, 1);
  // 13 of 18 by the binomial law: 2 · 12616 / 2^18 = 0.09625; 5 standard errors of 99,999 draws are
  // 0.0047, passed with probability 6e-7, and the seed is fixed.
  Ranks uneven(13, {1, 2});
  uneven.insert(uneven.end(), 5, {2, 1});
  EXPECT_NEAR(TestByPermutations(uneven).p, 0.09625, 0.0047);
}

}  // namespace
}  // namespace mercer
