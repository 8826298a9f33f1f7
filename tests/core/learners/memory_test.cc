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
  double Ratio(const Learner& learner, const Problem& train, const Kernel* kernel) {
    const Examples x = train.x;
    const double estimate = learner.EstimatedBytes(
        x.rows(), x.cols(), static_cast<double>(x.StoredValues()), 64, kernel);
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

TEST(LearnerEstimates, TheExactRunOnTwentyThousandRowsStaysBelowSevenGibibytes) {
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  const auto learner = MakeLearner("libsvm", {});
  const double bytes = learner->EstimatedBytes(20000, 123, 20000.0 * 123, 561012, kernel.get());
  EXPECT_GT(bytes, 16.0 * 20000 * 20000);
  EXPECT_LT(bytes, 7.0 * (1 << 30));
}

}  // namespace
}  // namespace mercer
