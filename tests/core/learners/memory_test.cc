// The memory that a learner announces against what the process takes (Linux only).

#include <gtest/gtest.h>
#include <malloc.h>

#include <string>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "tests/core/learners/problems.h"
#include "tests/core/learners/process_memory.h"

namespace mercer {
namespace {

using testing::MakeProblem;
using testing::Problem;
using testing::ResetPeak;
using testing::StatusBytes;

// Every value stored, so that the estimate, which counts stored values, can be right.
Problem FullProblem(Index n, Index d) {
  Problem problem = MakeProblem(n, d, {-1, 1}, 1);
  problem.x = (problem.x.array() == 0).select(0.5, problem.x);
  return problem;
}

class LearnerMemory : public ::testing::Test {
 protected:
  void SetUp() override {
#ifdef MERCER_SANITIZED
    GTEST_SKIP() << "sanitizers take memory of their own";
#endif
    if (!ResetPeak()) GTEST_SKIP() << "this system does not let a process reset its peak memory";
  }

  // Peak of fit and predict beyond what was held before, over the estimate. Predicts 64 rows.
  double Ratio(const Learner& learner, const Problem& train, const Kernel* kernel,
               Index classes = 2) {
    const Examples x = train.x;
    const double estimate = learner.EstimatedBytes({.n = x.rows(),
                                                    .columns = x.cols(),
                                                    .stored = static_cast<double>(x.StoredValues()),
                                                    .m = 64,
                                                    .classes = classes,
                                                    .kernel = kernel});
    const Examples test = x.DenseRows(0, 64);
    malloc_trim(0);  // what earlier tests freed is not held
    const double before = StatusBytes("VmRSS:");
    EXPECT_TRUE(ResetPeak());
    const auto model = learner.Fit({.x = x, .y = train.y, .kernel = kernel});
    EXPECT_EQ(model->Predict(test).size(), 64);
    return (StatusBytes("VmHWM:") - before) / estimate;
  }
};

// 110 MB of Gram matrix, so that what the allocator and the program hold besides is below a fifth.
TEST_F(LearnerMemory, PrecomputedGram) {
  const Problem train = MakeProblem(2600, 5, {-1, 1}, 1);
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  const auto learner = MakeLearner("libsvm", {{"cost", 0.1}});
  const double ratio = Ratio(*learner, train, kernel.get());
  EXPECT_GT(ratio, 0.75);
  EXPECT_LT(ratio, 1.15);
}

TEST_F(LearnerMemory, OwnKernel) {
  const Problem train = FullProblem(800, 2000);
  const auto kernel = MakeKernel("linear", {});
  const auto learner = MakeLearner("libsvm", {{"cost", 0.001}, {"cache_mib", 1}, {"eps", 0.5}});
  const double ratio = Ratio(*learner, train, kernel.get());
  EXPECT_GT(ratio, 0.75);
  EXPECT_LT(ratio, 1.15);
}

TEST_F(LearnerMemory, LinearMachines) {
  const Problem train = FullProblem(5000, 500);
  for (const char* solver : {"l2r_l1loss_svc_dual", "l2r_l2loss_svc", "l1r_l2loss_svc"}) {
    SCOPED_TRACE(solver);
    const auto learner =
        MakeLearner("liblinear", {{"solver", solver}, {"cost", 0.001}, {"eps", 0.5}});
    const double ratio = Ratio(*learner, train, nullptr);
    EXPECT_GT(ratio, 0.75);
    EXPECT_LT(ratio, 1.15);
  }
}

// Weights, and of a hundred classes dual variables, are more than the rows.
TEST_F(LearnerMemory, ManyClasses) {
  Problem train = FullProblem(4000, 400);
  for (Index i = 0; i < 4000; ++i) train.y[i] = static_cast<double>(i % 300);
  for (const auto& [name, params] : std::vector<std::pair<std::string, Params>>{
           {"pegasos", {{"lambda", 1}, {"epochs", 1}, {"average", "weighted"}}},
           {"sdca", {{"lambda", 1}, {"epochs", 1}, {"average", true}}},
           {"dense_dual", {{"cost", 0.001}, {"max_passes", 1}}},
           {"ridge", {{"lambda", 1}}},
           {"liblinear", {{"solver", "mcsvm_cs"}, {"cost", 0.001}, {"eps", 10}}}}) {
    SCOPED_TRACE(name);
    const auto learner = MakeLearner(name, params);
    EXPECT_LT(Ratio(*learner, train, nullptr, 300), 1.15);
  }
}

// 60,000 rows whose Gram matrix would take 28.8 GB: the cache is what they take, and little more.
TEST_F(LearnerMemory, ExactBlockedNeverHoldsTheGramMatrix) {
  Problem train = MakeProblem(60000, 10, {-1, 1}, 1);
  const auto kernel = MakeKernel("gaussian", {{"gamma", 0.5}});
  const auto learner =
      MakeLearner("exact_blocked", {{"cost", 1}, {"cache_mib", 256}, {"eps", 0.01}});
  const Examples x = std::move(train.x);
  const Examples test = x.DenseRows(0, 64);
  malloc_trim(0);
  const double before = StatusBytes("VmRSS:");
  ASSERT_TRUE(ResetPeak());
  const auto model = learner->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
  EXPECT_EQ(model->Predict(test).size(), 64);
  const double taken = StatusBytes("VmHWM:") - before;
  EXPECT_TRUE(model->report().warnings.empty());
  EXPECT_LT(taken, 340.0 * 1048576);
  const double estimate = learner->EstimatedBytes({.n = 60000,
                                                   .columns = 10,
                                                   .stored = static_cast<double>(x.StoredValues()),
                                                   .m = 64,
                                                   .kernel = kernel.get()});
  EXPECT_LT(taken, estimate);
  EXPECT_LT(estimate, 512.0 * 1048576);
}

// A row has a coefficient for each other class: with one for each of the 4950 pairs of classes the
// model alone would take 79 MB.
TEST_F(LearnerMemory, ExactBlockedKeepsTheCoefficientsOfEachClass) {
  Problem train = FullProblem(2000, 10);
  for (Index i = 0; i < 2000; ++i) train.y[i] = static_cast<double>(i % 100);
  const auto kernel = MakeKernel("gaussian", {{"gamma", 0.5}});
  const auto learner = MakeLearner("exact_blocked", {{"cost", 1}, {"cache_mib", 1}});
  EXPECT_LT(learner->EstimatedBytes({.n = 2000, .columns = 10, .stored = 20000, .classes = 100}),
            30e6);
  EXPECT_LT(Ratio(*learner, train, kernel.get(), 100), 1);
}

TEST(LearnerEstimates, TheExactRunOnTwentyThousandRowsStaysBelowSevenGibibytes) {
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  const auto learner = MakeLearner("libsvm", {});
  const double bytes = learner->EstimatedBytes(
      {.n = 20000, .columns = 123, .stored = 20000.0 * 123, .m = 561012, .kernel = kernel.get()});
  EXPECT_GT(bytes, 16.0 * 20000 * 20000);
  EXPECT_LT(bytes, 7.0 * (1 << 30));
}

}  // namespace
}  // namespace mercer
