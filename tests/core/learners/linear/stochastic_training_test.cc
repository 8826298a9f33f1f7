// What the learners that compute features on the fly have in common.

#include "core/learners/linear/stochastic_training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/learners/builtin_learners.h"
#include "tests/core/learners/computed_rows.h"
#include "tests/core/learners/problems.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::MakeProblem;
using testing::Message;
using testing::Problem;
using testing::RowsOfMatrix;

class Stochastic : public ::testing::TestWithParam<std::string> {};

// 5,000 rows of 1,000 features are three blocks.
TEST_P(Stochastic, LearnsOnFeaturesThatAreComputedAsOnStoredOnes) {
  const Problem problem = MakeProblem(5000, 1000, {1, 2, 5}, 4);
  const Examples stored = problem.x;
  const RowsOfMatrix features(problem.x);
  const auto learner = MakeLearner(GetParam(), {{"cost", 0.01}, {"epochs", 3}, {"trace", true}});
  const auto a = learner->Fit({.x = stored, .y = problem.y, .seed = 4});
  EXPECT_EQ(features.seconds(), 0);
  const auto b = learner->Fit({.x = features, .y = problem.y, .seed = 4, .threads = 2});
  EXPECT_EQ(*a->report().primal_objective, *b->report().primal_objective);
  EXPECT_EQ(a->Predict(stored), b->Predict(stored));
  EXPECT_GT(features.seconds(), 0);
  ASSERT_EQ(b->report().trace.size(), 3U);
  for (std::size_t e = 0; e < 3; ++e)
    EXPECT_EQ(a->report().trace[e].objective, b->report().trace[e].objective);
  EXPECT_EQ(b->report().trace[2].objective, *b->report().primal_objective);
  EXPECT_GT(b->report().trace[2].seconds, b->report().trace[0].seconds);
  const auto other = learner->Fit({.x = stored, .y = problem.y, .seed = 5});
  EXPECT_NE(*a->report().primal_objective, *other->report().primal_objective);
}

TEST_P(Stochastic, SparseFeaturesStaySparse) {
  Problem problem = MakeProblem(5000, 1000, {1, 2, 5}, 4);
  for (Index i = 0; i < problem.x.size(); ++i)
    if (i % 17 != 0) problem.x.data()[i] = 0;
  const Examples stored = ToSparse(problem.x);
  const testing::RowsOfSparse features(stored.sparse());
  const auto learner = MakeLearner(GetParam(), {{"cost", 0.01}, {"epochs", 3}});
  const auto a = learner->Fit({.x = stored, .y = problem.y, .seed = 4});
  const auto b = learner->Fit({.x = features, .y = problem.y, .seed = 4});
  EXPECT_EQ(*a->report().primal_objective, *b->report().primal_objective);
  EXPECT_EQ(a->Predict(stored), b->Predict(stored));
  const auto dense = learner->Fit({.x = Examples(problem.x), .y = problem.y, .seed = 4});
  EXPECT_NEAR(*dense->report().primal_objective, *a->report().primal_objective, 1e-9);
}

TEST_P(Stochastic, TakesLambdaOrCost) {
  const Problem problem = MakeProblem(200, 5, {-1, 1}, 4);
  const Examples x = problem.x;
  const auto objective = [&](const char* name, double value) {
    return *MakeLearner(GetParam(), {{name, value}, {"epochs", 2}})
                ->Fit({.x = x, .y = problem.y})
                ->report()
                .primal_objective;
  };
  EXPECT_EQ(objective("lambda", 1 / (0.25 * 200)), objective("cost", 0.25));
  EXPECT_EQ(Message([] { MakeLearner(GetParam(), {}); }),
            "learner '" + GetParam() +
                "': neither lambda nor cost is given; expected exactly one of them");
  EXPECT_EQ(
      Message([] {
        MakeLearner(GetParam(), {{"lambda", 1}, {"cost", 1}});
      }),
      "learner '" + GetParam() + "': lambda and cost are both given; expected exactly one of them");
}

TEST_P(Stochastic, SaysWhichFeatureIsNotFinite) {
  const Problem problem = MakeProblem(20, 5, {-1, 1}, 4);
  Matrix z = problem.x;
  z(7, 2) = std::nan("");
  const RowsOfMatrix features(z);
  EXPECT_THAT(Message([&] {
                MakeLearner(GetParam(), {{"cost", 1}})->Fit({.x = features, .y = problem.y});
              }),
              HasSubstr("learner '" + GetParam() + "': feature 2 of training row 7 is nan"));
  const testing::RowsOfSparse sparse(ToSparse(Examples(z)).sparse());
  EXPECT_THAT(Message([&] {
                MakeLearner(GetParam(), {{"cost", 1}})->Fit({.x = sparse, .y = problem.y});
              }),
              HasSubstr("learner '" + GetParam() + "': feature 2 of training row 7 is nan"));
}

INSTANTIATE_TEST_SUITE_P(Learners, Stochastic, ::testing::Values("pegasos", "sdca"),
                         [](const ::testing::TestParamInfo<std::string>& c) { return c.param; });

TEST(RowBlocks, AnEpochVisitsEveryRowOnceInAnOrderOfItsOwn) {
  Matrix z(5000, 1000);
  for (Index i = 0; i < 5000; ++i) z.row(i).setConstant(static_cast<double>(i));
  const RowsOfMatrix features(z);
  RowBlocks rows("test", features, 3);
  std::vector<std::vector<Index>> orders;
  for (const Index epoch : {0, 1, 0}) {
    std::vector<Index> order;
    rows.Epoch(epoch, [&](Index i, const RowView& row) {
      ASSERT_EQ(row.values[999], static_cast<double>(i));
      order.push_back(i);
    });
    orders.push_back(order);
  }
  EXPECT_NE(orders[0], orders[1]);
  EXPECT_EQ(orders[0], orders[2]);
  std::vector<Index> sorted = orders[0], all(5000);
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), Index{0});
  EXPECT_EQ(sorted, all);
  std::vector<Index> in_order;
  rows.InOrder([&](Index i, const RowView& row) {
    ASSERT_EQ(row.values[0], static_cast<double>(i));
    in_order.push_back(i);
  });
  EXPECT_EQ(in_order, all);
}

}  // namespace
}  // namespace mercer
