#include "core/learners/kernel/exact_blocked.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libsvm/svm.h>

#include <cmath>
#include <numeric>
#include <set>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/class_labels.h"
#include "core/learners/kernel/kernel_rows.h"
#include "core/learners/wrapped/solver_session.h"
#include "tests/core/kernels/cases.h"
#include "tests/core/learners/kernel/exact_fits.h"
#include "tests/core/learners/problems.h"

namespace mercer {
namespace {

using testing::DualTolerance;
using testing::FitExact;
using testing::MakeProblem;
using testing::MakeSmoothValues;
using testing::Problem;

// ε-SVR by LIBSVM on a Gram matrix: its dual objective, as a lower bound, and predictions.
struct LibsvmValues {
  double objective = 0;
  Vector predicted{};
};
LibsvmValues SvrByLibsvm(const Matrix& gram, const Vector& y, double cost, double epsilon,
                         const Matrix& test_gram) {
  const Index n = gram.rows();
  std::vector<std::vector<svm_node>> rows(static_cast<std::size_t>(n));
  std::vector<svm_node*> pointers;
  const auto fill = [n](std::vector<svm_node>& row, const auto& values, Index serial) {
    row = {{0, static_cast<double>(serial)}};
    for (Index j = 0; j < n; ++j) row.push_back({static_cast<int>(j + 1), values[j]});
    row.push_back({-1, 0});
  };
  for (Index i = 0; i < n; ++i) {
    fill(rows[static_cast<std::size_t>(i)], gram.row(i), i + 1);
    pointers.push_back(rows[static_cast<std::size_t>(i)].data());
  }
  Vector labels = y;
  const svm_problem problem{.l = static_cast<int>(n), .y = labels.data(), .x = pointers.data()};
  svm_parameter parameter{};
  parameter.svm_type = EPSILON_SVR;
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 100;
  parameter.eps = 1e-6;
  parameter.C = cost;
  parameter.p = epsilon;
  parameter.shrinking = 1;
  const SolverSession session(1);
  svm_set_print_string_function(&SolverSession::Collect);
  svm_model* model = svm_train(&problem, &parameter);
  LibsvmValues result{session.Report("libsvm").dual_objective.value(), Vector(test_gram.rows())};
  for (Index i = 0; i < test_gram.rows(); ++i) {
    std::vector<svm_node> row;
    fill(row, test_gram.row(i), 1);
    result.predicted[i] = svm_predict(model, row.data());
  }
  svm_free_and_destroy_model(&model);
  return result;
}

TEST(ExactBlocked, EveryKernelReachesTheOptimumOfLibsvm) {
  std::set<std::string> seen;
  for (const auto& [name, params] : testing::KernelCases()) {
    const auto kernel = MakeKernel(name, params);
    SCOPED_TRACE(kernel->Describe());
    seen.insert(name);
    // Rows of norm below 1, as some kernels want; skeletons and itemsets name 6 columns at most.
    Problem train = MakeProblem(240, 6, {-1, 1}, 1);
    Problem test = MakeProblem(300, 6, {-1, 1}, 2);
    for (Matrix* x : {&train.x, &test.x}) *x /= 2.6;
    const Examples x = train.x;
    for (const double cost : {0.5, 20.0}) {
      const auto reference = MakeLearner("libsvm", {{"cost", cost}, {"eps", 1e-6}})
                                 ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
      const auto model = FitExact({{"cost", cost}, {"eps", 1e-6}}, x, train.y, *kernel);
      const double expected = *reference->report().dual_objective;
      const double tolerance = DualTolerance(cost, kernel->Diagonal(x).maxCoeff());
      // A violation v of the optimality conditions leaves a gap of at most v n C, of either.
      const double gap = 1e-6 * 240 * cost;
      EXPECT_NEAR(*model->report().dual_objective, expected, tolerance * expected + gap);
      EXPECT_GE(*model->report().primal_objective, *model->report().dual_objective);
      EXPECT_LE(*model->report().primal_objective, *model->report().dual_objective + gap);
      const Vector ours = model->Predict(test.x), theirs = reference->Predict(test.x);
      EXPECT_GE((ours.array() == theirs.array()).count(), 298);
    }
  }
  const auto names = KernelRegistry().Names();
  EXPECT_EQ(seen, std::set<std::string>(names.begin(), names.end()));
}

TEST(ExactBlocked, ValuesAreThoseOfLibsvm) {
  const Problem train = MakeSmoothValues(250, 5, 1), test = MakeSmoothValues(200, 5, 2);
  for (const char* name : {"gaussian", "laplacian", "exponential"}) {
    const auto kernel = MakeKernel(name, {{"sigma", 1}});
    const Matrix gram = Gram(*kernel, train.x, train.x), test_gram = Gram(*kernel, test.x, train.x);
    for (const double cost : {0.3, 10.0}) {
      for (const double epsilon : {0.0, 0.1, 0.5}) {
        SCOPED_TRACE(std::string(name) + " " + FormatNumber(cost) + " " + FormatNumber(epsilon));
        const auto reference = SvrByLibsvm(gram, train.y, cost, epsilon, test_gram);
        const auto model =
            FitExact({{"target", "values"}, {"cost", cost}, {"epsilon", epsilon}, {"eps", 1e-6}},
                     train.x, train.y, *kernel);
        const double tolerance = DualTolerance(cost, gram.diagonal().maxCoeff());
        EXPECT_NEAR(*model->report().dual_objective, reference.objective,
                    tolerance * reference.objective + 1e-6);
        EXPECT_GE(*model->report().primal_objective, *model->report().dual_objective);
        EXPECT_LE(*model->report().primal_objective,
                  *model->report().dual_objective + 1e-6 * 250 * cost);
        EXPECT_LT((model->Predict(test.x) - reference.predicted).cwiseAbs().maxCoeff(), 1e-4);
      }
    }
  }
}

TEST(ExactBlocked, SeveralClassesVoteAsInLibsvm) {
  const std::vector<double> labels = {3, -7, 10};
  const Problem train = MakeProblem(300, 6, labels, 1), test = MakeProblem(1000, 6, labels, 2);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const Examples x = train.x;
  const auto reference = MakeLearner("libsvm", {{"cost", 3}, {"eps", 1e-5}})
                             ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
  const auto model = FitExact({{"cost", 3}, {"eps", 1e-5}}, x, train.y, *kernel);
  EXPECT_EQ(model->Predict(test.x), reference->Predict(test.x));
  EXPECT_EQ(model->report().support_vectors, reference->report().support_vectors);
  EXPECT_NEAR(*model->report().dual_objective, *reference->report().dual_objective,
              1e-6 * *reference->report().dual_objective);
}

TEST(ExactBlocked, ManyClassesDenseAndSparseVoteAsInLibsvm) {
  std::vector<double> labels(12);
  std::iota(labels.begin(), labels.end(), -3);
  const Problem train = MakeProblem(700, 10, labels, 1), test = MakeProblem(500, 10, labels, 2);
  const auto kernel = MakeKernel("gaussian", {{"gamma", 0.5}});
  const Examples dense = train.x, sparse = ToSparse(dense);
  const auto reference = MakeLearner("libsvm", {{"cost", 3}, {"eps", 1e-5}})
                             ->Fit({.x = dense, .y = train.y, .kernel = kernel.get()});
  const Vector expected = reference->Predict(test.x);
  EXPECT_GE(std::set<double>(expected.begin(), expected.end()).size(), 8U);
  for (const char* storage : {"float64", "float32"}) {
    for (const Examples* x : {&dense, &sparse}) {
      const auto model =
          FitExact({{"cost", 3}, {"eps", 1e-5}, {"storage", storage}}, *x, train.y, *kernel);
      EXPECT_EQ(model->report().support_vectors, reference->report().support_vectors);
      for (const int threads : {1, 2})
        EXPECT_GE((model->Predict(test.x, threads).array() == expected.array()).count(), 499);
    }
  }
}

TEST(ExactBlocked, FloatsAndDoublesPredictAlike) {
  const Problem train = MakeProblem(600, 6, {-1, 1}, 1);
  const Examples test = MakeProblem(2000, 6, {-1, 1}, 2).x;
  for (const double gamma : {0.1, 2.0}) {
    const auto kernel = MakeKernel("gaussian", {{"gamma", gamma}});
    const auto a = FitExact({{"storage", "float32"}}, train.x, train.y, *kernel);
    const auto b = FitExact({{"storage", "float64"}}, train.x, train.y, *kernel);
    EXPECT_EQ(*a->report().dual_objective, *b->report().dual_objective);
    const Vector c = a->Predict(test), d = b->Predict(test);
    EXPECT_GE((c.array() == d.array()).count(), 1998);
    EXPECT_EQ(c, a->Predict(ToSparse(test), 2));
    EXPECT_EQ(d, b->Predict(ToSparse(test), 2));
  }
}

TEST(ExactBlocked, RowsWithManyZerosAreTheSameDenseAndSparse) {
  Problem train = MakeProblem(500, 40, {-1, 1}, 1);
  RandomStream stream(4, StreamPurpose::kTest, 1);
  for (Index i = 0; i < train.x.size(); ++i)
    if (stream.Uniform() < 0.85) train.x.data()[i] = 0;
  const auto kernel = MakeKernel("gaussian", {{"gamma", 0.3}});
  const Examples dense = train.x, sparse = ToSparse(dense);
  const auto a = FitExact({{"cost", 5}}, dense, train.y, *kernel);
  const auto b = FitExact({{"cost", 5}}, sparse, train.y, *kernel);
  EXPECT_EQ(*a->report().dual_objective, *b->report().dual_objective);
  EXPECT_EQ(a->Predict(sparse), b->Predict(dense, 2));
  const auto reference = MakeLearner("libsvm", {{"cost", 5}})
                             ->Fit({.x = sparse, .y = train.y, .kernel = kernel.get()});
  EXPECT_NEAR(*a->report().dual_objective, *reference->report().dual_objective,
              1e-6 * *reference->report().dual_objective);
}

TEST(ExactBlocked, KernelsOfAnySizeOfValue) {
  // Values to 1e45 and down to 1e-45, beyond floats: the problem is that of values near 1.
  const Problem train = MakeProblem(200, 6, {-1, 1}, 1);
  const auto kernel = MakeKernel("homogeneous_polynomial", {{"degree", 3}});
  const auto expected = FitExact({{"cost", 1}}, train.x, train.y, *kernel);
  for (const double factor : {1e8, 1e-8}) {
    const Examples x = Matrix(factor * train.x);
    const double scale = std::pow(factor, 6);
    const auto model = FitExact({{"cost", 1 / scale}}, x, train.y, *kernel);
    EXPECT_NEAR(*model->report().dual_objective * scale, *expected->report().dual_objective,
                1e-5 * *expected->report().dual_objective);
    EXPECT_GE((model->Predict(x).array() == expected->Predict(train.x).array()).count(), 199);
  }
}

// The kernel values of classes 2 and 3 are at most 1e-16, those of class 1 are 1.
TEST(ExactBlocked, RowsOfTwoClassesMayAllBeShort) {
  Matrix x(4, 2);
  x << 1, 0, 0, 1, 1e-8, 0, 0, 1e-8;
  const Vector y = (Vector(4) << 1, 1, 2, 3).finished();
  const auto kernel = MakeKernel("linear", {});
  const auto model = FitExact({{"cost", 100}}, x, y, *kernel);
  EXPECT_EQ(model->Predict(Examples(x)), y);
}

TEST(ExactBlocked, ArithmeticIsFineEnoughForTheRows) {
  const Problem train = MakeProblem(300, 6, {-1, 1}, 1);
  const auto choose = [](const Kernel& kernel, const Matrix& x) {
    return ChooseArithmetic(kernel, x, kernel.Diagonal(x), 1);
  };
  const auto gaussian = MakeKernel("gaussian", {{"gamma", 1}});
  EXPECT_EQ(choose(*gaussian, train.x), KernelArithmetic::kFloats);
  const Matrix far = train.x.array() + 100;
  EXPECT_EQ(choose(*gaussian, far), KernelArithmetic::kDoubles);
  const Matrix farther = train.x.array() + 1e7;
  EXPECT_EQ(choose(*gaussian, farther), KernelArithmetic::kGram);
  EXPECT_EQ(choose(*MakeKernel("laplacian", {{"sigma", 1}}), train.x), KernelArithmetic::kGram);
  const auto near = FitExact({}, train.x, train.y, *gaussian);
  for (const Matrix& x : {far, farther}) {
    const auto model = FitExact({}, x, train.y, *gaussian);
    EXPECT_NEAR(*model->report().dual_objective, *near->report().dual_objective,
                1e-5 * *near->report().dual_objective);
    EXPECT_EQ(model->Predict(x), near->Predict(train.x));
  }
}

TEST(ExactBlocked, TheIterationLimitIsAWarning) {
  const Problem train = MakeProblem(300, 6, {-1, 1}, 1);
  const auto kernel = MakeKernel("gaussian", {{"gamma", 1}});
  const auto model = FitExact({{"max_iterations", 7}}, train.x, train.y, *kernel);
  EXPECT_EQ(model->report().iterations, 7);
  EXPECT_EQ(model->report().warnings,
            std::vector<std::string>{"exact_blocked: reached the limit of 7 iterations"});
  EXPECT_TRUE(FitExact({}, train.x, train.y, *kernel)->report().warnings.empty());
}

TEST(ExactBlocked, TheObjectiveRisesWithEveryIteration) {
  const Problem train = MakeProblem(200, 6, {-1, 1}, 1);
  const auto kernel = MakeKernel("gaussian", {{"gamma", 1}});
  double last = 0;
  for (int limit = 1; limit < 60; ++limit) {
    const auto model = FitExact({{"max_iterations", limit}}, train.x, train.y, *kernel);
    EXPECT_GT(*model->report().dual_objective, last);
    last = *model->report().dual_objective;
  }
}

TEST(ExactBlocked, EqualRowsOfBothClasses) {
  Problem train = MakeProblem(100, 4, {-1, 1}, 1);
  train.x.bottomRows(50) = train.x.topRows(50);
  for (Index i = 0; i < 50; ++i) train.y[i] = i % 2 == 0 ? 1 : -1;
  train.y.tail(50) = -train.y.head(50);
  const auto kernel = MakeKernel("gaussian", {{"gamma", 1}});
  const auto model = FitExact({{"cost", 2}}, train.x, train.y, *kernel);
  // Each pair of opposite rows costs 2 C whatever f is, so f = 0 is best.
  EXPECT_NEAR(*model->report().dual_objective, 200, 1e-3);
}

TEST(OneAgainstOne, ClassesInTheOrderOfTheirFirstRow) {
  const OneAgainstOne classes((Vector(5) << 4, 9, 4, -2, 9).finished());
  EXPECT_EQ(classes.labels(), (std::vector<double>{4, 9, -2}));
  ASSERT_EQ(classes.pairs().size(), 3U);
  const auto& pair = classes.pairs()[1];  // 4 against −2
  EXPECT_EQ(classes.Rows(pair), (std::vector<Index>{0, 2, 3}));
  EXPECT_EQ(classes.Signs(pair, {0, 2, 3}), (Vector(3) << 1, 1, -1).finished());
  EXPECT_EQ(OneAgainstOne((Vector(2) << -1, 1).finished()).labels(), (std::vector<double>{1, -1}));
  EXPECT_EQ(OneAgainstOne((Vector(2) << 2, 1).finished()).labels(), (std::vector<double>{2, 1}));
  const std::vector<double> labels = {4, 9, -2};
  EXPECT_EQ(MostVotes(labels, (Vector(3) << 1, 1, 1).finished()), 4);
  EXPECT_EQ(MostVotes(labels, (Vector(3) << -1, 1, 1).finished()), 9);
  EXPECT_EQ(MostVotes(labels, (Vector(3) << -1, -1, -1).finished()), -2);
  EXPECT_EQ(MostVotes(labels, (Vector(3) << 0, 1, -1).finished()), 4);  // one vote each
}

}  // namespace
}  // namespace mercer
