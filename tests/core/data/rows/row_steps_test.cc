#include "core/data/rows/row_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/base/error.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

// Labels 0, 1, 2 with 10, 20 and 30 rows.
Vector Labels() {
  Vector y(60);
  for (Index i = 0; i < 60; ++i) y[i] = i % 6 == 0 ? 0 : i % 3 == 1 ? 1 : 2;
  return y;
}

std::vector<Index> Chosen(const std::string& name, const Params& params, std::uint64_t seed = 1,
                          std::uint64_t place = 0) {
  return ChooseRows(name, params, Labels(), seed, place);
}

std::string FaultOf(const std::string& name, const Params& params, const Vector& y = Labels()) {
  return testing::FaultOf([&] { ChooseRows(name, params, y, 1, 0); });
}

TEST(Subsample, HasDistinctRowsInOrder) {
  for (const Params& params : {Params{{"count", 15}}, Params{{"fraction", 0.25}}}) {
    const std::vector<Index> rows = Chosen("subsample", params);
    ASSERT_EQ(rows.size(), 15U);
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    EXPECT_EQ(std::set<Index>(rows.begin(), rows.end()).size(), 15U);
    EXPECT_GE(rows.front(), 0);
    EXPECT_LT(rows.back(), 60);
  }
  EXPECT_EQ(Chosen("subsample", {{"count", 60}}).size(), 60U);
  EXPECT_EQ(Chosen("subsample", {{"fraction", 1}}).size(), 60U);
}

TEST(Subsample, TakesTheFractionAsTheDecimalWritten) {
  EXPECT_EQ(ChooseRows("subsample", {{"fraction", 0.29}}, Vector::Zero(100), 1, 0).size(), 29U);
  EXPECT_EQ(ChooseRows("subsample", {{"fraction", 0.59}}, Vector::Zero(10), 1, 0).size(), 5U);
}

// Each row is kept with probability 1/4: 2,000 draws give 500 ± 19.4; 6 standard deviations, all 60
// rows: a false alarm once in 8 million.
TEST(Subsample, KeepsEveryRowEquallyOften) {
  std::vector<int> kept(60, 0);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    for (const Index i : Chosen("subsample", {{"count", 15}}, seed))
      ++kept[static_cast<std::size_t>(i)];
  }
  for (const int count : kept) EXPECT_NEAR(count, 500, 6 * 19.4);
}

TEST(Balance, KeepsAsManyRowsOfEachLabel) {
  for (const Index per_class : {Index{10}, Index{4}}) {
    const Params params =
        per_class == 10 ? Params{} : Params{{"per_class", static_cast<int>(per_class)}};
    std::map<double, Index> counts;
    const std::vector<Index> rows = Chosen("balance", params);
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    for (const Index i : rows) ++counts[Labels()[i]];
    EXPECT_EQ(counts, (std::map<double, Index>{{0, per_class}, {1, per_class}, {2, per_class}}));
  }
}

// Of the 30 rows of label 2 ten are kept: 2,000 draws keep each 667 ± 21.1 times.
TEST(Balance, DropsAtRandom) {
  std::vector<int> kept(60, 0);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    for (const Index i : Chosen("balance", {}, seed)) ++kept[static_cast<std::size_t>(i)];
  }
  for (Index i = 0; i < 60; ++i) {
    const double expected = 2000 * 10.0 / (Labels()[i] == 0 ? 10 : Labels()[i] == 1 ? 20 : 30);
    EXPECT_NEAR(kept[static_cast<std::size_t>(i)], expected, 6 * 22.4) << i;
  }
}

TEST(RowSteps, AreFunctionsOfSeedAndPlace) {
  const Params count{{"count", 15}};
  EXPECT_EQ(Chosen("subsample", count, 5), Chosen("subsample", count, 5));
  EXPECT_NE(Chosen("subsample", count, 5), Chosen("subsample", count, 6));
  EXPECT_NE(Chosen("subsample", count, 5, 0), Chosen("subsample", count, 5, 1));
  const Params own{{"count", 15}, {"seed", 9}};
  EXPECT_EQ(Chosen("subsample", own, 5), Chosen("subsample", own, 6));
  EXPECT_EQ(Chosen("subsample", own, 5), Chosen("subsample", count, 9));
}

// Pinned: a recorded seed means these rows for ever.
TEST(RowSteps, StayTheSame) {
  EXPECT_EQ(ChooseRows("subsample", {{"count", 3}}, Vector::Zero(10), 2012, 0),
            (std::vector<Index>{0, 2, 9}));
}

TEST(RowSteps, RefuseWhatTheRowsCannotGive) {
  EXPECT_EQ(FaultOf("subsample", {{"count", 61}}),
            "row step 'subsample' asks for 61 of 60 rows; expected at least one and at most all");
  EXPECT_EQ(FaultOf("subsample", {{"fraction", 0.01}}),
            "row step 'subsample' asks for 0 of 60 rows; expected at least one and at most all");
  EXPECT_EQ(FaultOf("subsample", {}),
            "row step 'subsample' has neither count nor fraction; expected one of them");
  EXPECT_EQ(FaultOf("subsample", {{"count", 3}, {"fraction", 0.5}}),
            "row step 'subsample' has both count and fraction; expected one of them");
  EXPECT_EQ(FaultOf("balance", {{"per_class", 11}}),
            "row step 'balance': per_class is 11, and label 0 has 10 rows; expected at most as "
            "many");
  EXPECT_EQ(FaultOf("balance", {}, Vector::Zero(5)),
            "row step 'balance': the rows have 1 label; expected at least two");
  EXPECT_EQ(FaultOf("balance", {}, Vector::LinSpaced(2000, 0, 1999)),
            "row step 'balance': the rows have more than 1000 labels; expected classes");
  EXPECT_NE(FaultOf("subsample", {{"count", 3}, {"of", "test"}}), "accepted");
  EXPECT_NE(FaultOf("sample", {{"count", 3}}), "accepted");
}

}  // namespace
}  // namespace mercer
