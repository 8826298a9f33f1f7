#include "experiments/report/summary/tuned.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/report/summary/summarise.h"
#include "experiments/report/tables/layout.h"
#include "experiments/report/tables/render_text.h"
#include "tests/experiments/report/made_results.h"

namespace mercer {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

const nlohmann::json kTuning = {
    {{"method", "exact"},
     {"grid", {{"learner.cost", {0.1, 1, 10, 100}}, {"kernel.sigma", {"mean_distance"}}}},
     {"share_with", {"rm"}}}};

// Trials that took these values of the cost, one for each repetition.
Summary Made(const std::vector<std::string>& costs, const std::string& method = "exact") {
  nlohmann::json config = testing::MadeConfig();
  config["tuning"] = kTuning;
  std::vector<ResultRecord> records;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    records.push_back(testing::MadeRecord({{"method", method},
                                           {"repetition", std::to_string(i)},
                                           {"accuracy", "0.9"},
                                           {"fit_s", "1"},
                                           {"tuned_params", "learner.cost=" + costs[i]},
                                           {"tuned_on", "train-folds (5 of 60 training rows)"}}));
  }
  return Summarise(testing::MadeResults(records, "", config), {});
}

TEST(Tuned, ValuesAreCountedTheMostFrequentFirst) {
  const Summary summary = Made({"1", "10", "10", "1", "10"});
  ASSERT_EQ(summary.tuned.size(), 1U);
  ASSERT_EQ(summary.tuned[0].choices.size(), 2U);
  EXPECT_EQ(summary.tuned[0].choices[0].values, "cost 10");
  EXPECT_EQ(summary.tuned[0].choices[0].trials, 3);
  EXPECT_EQ(summary.tuned[0].choices[1].trials, 2);
  EXPECT_THAT(Caption(summary), Contains("Tuned on the training part, exact: alpha cost 10 in 3 of "
                                         "5 trials, 1 in 2."));
  EXPECT_FALSE(summary.rows.at(0).at_grid_end);
}

// The end of a grid is told, of whoever takes the value.
TEST(Tuned, AValueAtTheEndOfItsGridIsMarked) {
  for (const char* method : {"exact", "rm"}) {
    for (const char* end : {"0.1", "100"}) {
      const Summary summary = Made({"1", end}, method);
      EXPECT_TRUE(summary.rows.at(0).at_grid_end) << end;
      const Document document = LayOut(summary);
      EXPECT_THAT(RenderText(document), HasSubstr("90.00±0.00‡"));
      EXPECT_THAT(RenderText(document), Not(HasSubstr(" 1‡"))) << "times do not depend on it so";
      EXPECT_THAT(document.notes, Contains(HasSubstr("‡ tuning chose the first or last value")));
      EXPECT_THAT(Caption(summary),
                  Contains(HasSubstr("of 2 trials, " + std::string(end) + "‡ in 1")));
    }
  }
  EXPECT_FALSE(Made({"100"}, "untuned").rows.at(0).at_grid_end) << "no grid is known";
}

TEST(Tuned, WordsAndGridsOfOneValueHaveNoEnds) {
  Provenance provenance;
  provenance.grids["exact"] = {{"learner.cost", {1}}, {"kernel.sigma", {1, 2, 3}}};
  const auto at_end = [&](const std::string& tuned) {
    return IsAtGridEnd(testing::MadeRecord({{"method", "exact"}, {"tuned_params", tuned}}),
                       provenance);
  };
  EXPECT_FALSE(at_end("learner.cost=1"));
  EXPECT_FALSE(at_end("kernel.sigma=mean_distance"));
  EXPECT_FALSE(at_end("kernel.sigma=2,learner.cost=1"));
  EXPECT_TRUE(at_end("kernel.sigma=3,learner.cost=1"));
  EXPECT_FALSE(at_end(""));
}

}  // namespace
}  // namespace mercer
