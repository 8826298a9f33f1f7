#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/kernel/exact_blocked.h"
#include "core/learners/kernel/kernel_rows.h"
#include "tests/core/learners/kernel/exact_fits.h"
#include "tests/core/learners/problems.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::DualTolerance;
using ::testing::HasSubstr;
using testing::MakeProblem;
using testing::Message;
using testing::Problem;

// Rows of norm below 1, a third of their values 0.
Problem SmallRows(Index n, std::uint64_t index) {
  Problem problem = MakeProblem(n, 6, {-1, 1}, index);
  problem.x /= 2.6;
  return problem;
}

const std::vector<std::pair<std::string, Params>> kKernels = {
    {"anova", {{"order", 1}}},
    {"anova", {{"order", 2}}},
    {"anova", {{"order", 3}}},
    {"anova", {{"order", 20}}},
    {"all_subsets", {}},
    {"linear", {}},
    {"polynomial", {{"degree", 3}, {"offset", 1}}},
    {"homogeneous_polynomial", {{"degree", 2}}},
    {"gaussian", {{"sigma", 0.7}}}};

TEST(PairValues, AreThoseOfTheGramMatrix) {
  const Problem rows = SmallRows(70, 1);
  const Examples sparse = ToSparse(rows.x);
  Vector values(70);
  for (const auto& [name, params] : kKernels) {
    const auto kernel = MakeKernel(name, params);
    SCOPED_TRACE(kernel->Describe());
    const Matrix exact = Gram(*kernel, rows.x, rows.x);
    const PairValues pairs("exact_pairs", *kernel);
    for (Index i = 0; i < 70; ++i) {
      pairs.Row(sparse, i, sparse, values.data());
      const double largest = exact.row(i).cwiseAbs().maxCoeff();
      EXPECT_LE((values.transpose() - exact.row(i)).cwiseAbs().maxCoeff(), 1e-14 * largest);
    }
  }
}

TEST(ExactPairs, ReachesTheOptimumOfExactBlocked) {
  const Problem train = SmallRows(240, 1), test = SmallRows(300, 2);
  for (const auto& [name, params] : kKernels) {
    const auto kernel = MakeKernel(name, params);
    SCOPED_TRACE(kernel->Describe());
    const Vector diagonal = kernel->Diagonal(train.x);
    if (diagonal.maxCoeff() == 0) continue;  // an order above the number of columns
    const double cost = 10 / diagonal.mean();
    const Params given = {{"cost", cost}, {"eps", 1e-6}};
    const auto blocked = testing::FitExact(given, train.x, train.y, *kernel);
    for (const bool is_sparse : {false, true}) {
      const Examples rows = is_sparse ? ToSparse(train.x) : Examples(train.x);
      const auto pairs =
          MakeLearner("exact_pairs", given)->Fit({.x = rows, .y = train.y, .kernel = kernel.get()});
      const double optimum = blocked->report().dual_objective.value();
      EXPECT_NEAR(pairs->report().dual_objective.value(), optimum,
                  optimum * DualTolerance(cost, diagonal.maxCoeff()));
      EXPECT_GE(pairs->report().primal_objective.value(),
                pairs->report().dual_objective.value() * (1 - 1e-6));
      EXPECT_EQ(pairs->report().warnings, blocked->report().warnings);
      const Vector expected = blocked->Predict(test.x, 1);
      for (const bool test_is_sparse : {false, true}) {
        const Examples tested = test_is_sparse ? ToSparse(test.x) : Examples(test.x);
        const Vector predicted = pairs->Predict(tested, 2);
        // A row whose score is 0 but for rounding may fall on either side: of 300, none does here.
        EXPECT_EQ((predicted.array() != expected.array()).count(), 0);
      }
    }
  }
}

TEST(ExactPairs, KernelsAndParametersItRefuses) {
  const Problem train = SmallRows(20, 1);
  const auto listed =
      MakeKernel("itemset", {{"itemsets", ParamValue::List{ParamValue::List{0, 1}}}});
  EXPECT_THAT(Message([&] {
                MakeLearner("exact_pairs", {})
                    ->Fit({.x = Examples(train.x), .y = train.y, .kernel = listed.get()});
              }),
              HasSubstr("learner 'exact_pairs' has kernel itemset"));
  EXPECT_THAT(Message([] {
                MakeLearner("exact_pairs", {{"storage", "float32"}});
              }),
              HasSubstr("learner 'exact_pairs'"));
}

}  // namespace
}  // namespace mercer
