// The wrapper against svm-train and svm-predict on the same made file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "tests/core/learners/problems.h"
#include "tests/core/learners/wrapped/programs.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::HasProgram;
using testing::MakeProblem;
using testing::NumbersAfter;
using testing::Output;
using testing::Problem;

// "label 0:serial 1:K(i, 1) …" with every digit of the Gram matrix.
std::string PrecomputedText(const Matrix& gram, const Vector& y) {
  std::string text;
  for (Index i = 0; i < gram.rows(); ++i) {
    text += FormatNumber(y[i]) + " 0:" + std::to_string(i + 1);
    for (Index j = 0; j < gram.cols(); ++j) {
      text += " " + std::to_string(j + 1) + ":" + FormatNumber(gram(i, j));
    }
    text += "\n";
  }
  return text;
}

TEST(Libsvm, AGramMatrixBeyondMemoryIsRefused) {
  constexpr Index kMany = 1000000;  // 16 TB
  Vector y = Vector::Ones(kMany);
  y[0] = -1;
  const Examples x = Matrix(Matrix::Constant(kMany, 1, 0.5));
  const auto kernel = MakeKernel("exponential", {{"sigma", 1}});
  EXPECT_THAT(testing::Message([&] {
                MakeLearner("libsvm", {})->Fit({.x = x, .y = y, .kernel = kernel.get()});
              }),
              ::testing::HasSubstr("learner 'libsvm' with 1000000 training rows needs"));
}

class LibsvmProgram : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HasProgram("svm-train") || !HasProgram("svm-predict")) {
      GTEST_SKIP() << "svm-train is not installed (package libsvm-tools)";
    }
  }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  // Trains and predicts both ways; texts are what the programs are given.
  void Compare(const std::string& options, const Params& learner_params, const Kernel& kernel,
               const Problem& train, const Problem& test, const std::string& train_text,
               const std::string& test_text) {
    SCOPED_TRACE(options);
    testing::WriteFile(folder_ / "train", train_text);
    testing::WriteFile(folder_ / "test", test_text);
    const std::string output =
        Output("svm-train " + options + " " + Path("train") + " " + Path("model"));
    Output("svm-predict " + Path("test") + " " + Path("model") + " " + Path("labels"));
    const Vector expected = testing::ReadLabels(folder_ / "labels");

    const Examples x = train.x;
    const auto learner = MakeLearner("libsvm", learner_params);
    const auto model = learner->Fit({.x = x, .y = train.y, .kernel = &kernel, .threads = 2});
    EXPECT_EQ(model->Predict(test.x), expected);
    EXPECT_EQ(model->Predict(ToSparse(test.x), 2), expected);

    const auto iterations = NumbersAfter(output, "#iter = ");
    EXPECT_EQ(static_cast<double>(model->report().iterations),
              std::accumulate(iterations.begin(), iterations.end(), 0.0));
    const auto total = NumbersAfter(output, "Total nSV = ");
    const auto one = NumbersAfter(output, "nSV = ");  // of one problem there is no total
    EXPECT_EQ(static_cast<double>(model->report().support_vectors),
              (total.empty() ? one : total)[0]);
    const auto objectives = NumbersAfter(output, "obj = ");
    if (model->report().dual_objective.has_value()) {
      EXPECT_NEAR(-*model->report().dual_objective,
                  std::accumulate(objectives.begin(), objectives.end(), 0.0), 1e-9);
    }
  }

  void CompareOwnKernel(const std::string& options, const std::string& kernel, const Params& params,
                        const std::vector<double>& labels) {
    const Problem train = MakeProblem(240, 6, labels, 1);
    const Problem test = MakeProblem(400, 6, labels, 2);
    Compare("-c 2 " + options, {{"cost", 2}}, *MakeKernel(kernel, params), train, test,
            testing::LibsvmText(train), testing::LibsvmText(test));
  }

  void ComparePrecomputed(const std::string& kernel_name, const Params& params,
                          const std::vector<double>& labels) {
    SCOPED_TRACE(kernel_name);
    const Problem train = MakeProblem(150, 6, labels, 1);
    const Problem test = MakeProblem(200, 6, labels, 2);
    const auto kernel = MakeKernel(kernel_name, params);
    Compare("-t 4 -c 0.5", {{"cost", 0.5}}, *kernel, train, test,
            PrecomputedText(Gram(*kernel, train.x, train.x), train.y),
            PrecomputedText(Gram(*kernel, test.x, train.x), test.y));
  }

  // The linear kernel on the fly, and another by its Gram matrix.
  void CompareType(const std::string& options, const Params& params, const Problem& train,
                   const Problem& test) {
    const auto linear = MakeKernel("linear", {});
    Compare("-t 0 " + options, params, *linear, train, test, testing::LibsvmText(train),
            testing::LibsvmText(test));
    const auto kernel = MakeKernel("exponential", {{"sigma", 1.25}});
    Compare("-t 4 " + options, params, *kernel, train, test,
            PrecomputedText(Gram(*kernel, train.x, train.x), train.y),
            PrecomputedText(Gram(*kernel, test.x, train.x), test.y));
  }

  testing::TemporaryFolder folder_;
};

TEST_F(LibsvmProgram, OwnKernels) {
  for (const std::vector<double>& labels :
       std::vector<std::vector<double>>{{-1, 1}, {4, 2}, {3, -7, 10}}) {
    CompareOwnKernel("-t 0", "linear", {}, labels);
    CompareOwnKernel("-t 1 -d 10 -g 1 -r 1", "polynomial", {{"degree", 10}, {"offset", 1}}, labels);
    CompareOwnKernel("-t 1 -d 3 -g 0.5 -r 0.25", "polynomial",
                     {{"degree", 3}, {"offset", 0.25}, {"scale", 0.5}}, labels);
    CompareOwnKernel("-t 2 -g 0.5", "gaussian", {{"gamma", 0.5}}, labels);
    CompareOwnKernel("-t 1 -d 2 -g 1 -r 0", "homogeneous_polynomial", {{"degree", 2}}, labels);
  }
}

TEST_F(LibsvmProgram, PrecomputedKernels) {
  for (const std::vector<double>& labels :
       std::vector<std::vector<double>>{{-1, 1}, {4, 2}, {3, -7, 10}}) {
    ComparePrecomputed("exponential", {{"sigma", 1.25}}, labels);
    ComparePrecomputed("vovk", {{"degree", 4}}, labels);
  }
}

TEST_F(LibsvmProgram, EpsAndShrinkingAreHandedOn) {
  const std::vector<double> labels = {-1, 1};
  const Problem train = MakeProblem(240, 6, labels, 1);
  const Problem test = MakeProblem(400, 6, labels, 2);
  const auto kernel = MakeKernel("polynomial", {{"degree", 3}, {"offset", 1}});
  const std::string train_text = testing::LibsvmText(train);
  const std::string test_text = testing::LibsvmText(test);
  Compare("-t 1 -d 3 -g 1 -r 1 -e 0.1", {{"eps", 0.1}}, *kernel, train, test, train_text,
          test_text);
  Compare("-t 1 -d 3 -g 1 -r 1 -e 1e-6 -h 0 -m 1",
          {{"eps", 1e-6}, {"shrinking", false}, {"cache_mib", 1}}, *kernel, train, test, train_text,
          test_text);
}

// Debian's svm-train reads -n and -p as floats: only values that a float holds can agree.

TEST_F(LibsvmProgram, RegressionTypes) {
  const Problem train = testing::MakeValues(150, 6, 1), test = testing::MakeValues(100, 6, 2);
  CompareType("-s 3", {{"type", "epsilon_svr"}}, train, test);
  CompareType("-s 3 -c 0.5 -p 0.375", {{"type", "epsilon_svr"}, {"cost", 0.5}, {"epsilon", 0.375}},
              train, test);
  CompareType("-s 4", {{"type", "nu_svr"}}, train, test);
  CompareType("-s 4 -c 2 -n 0.25", {{"type", "nu_svr"}, {"cost", 2}, {"nu", 0.25}}, train, test);
}

TEST_F(LibsvmProgram, NuClassesAndOneClass) {
  for (const std::vector<double>& labels :
       std::vector<std::vector<double>>{{-1, 1}, {4, 2}, {3, -7, 10}}) {
    const Problem train = MakeProblem(150, 6, labels, 1), test = MakeProblem(100, 6, labels, 2);
    CompareType("-s 1 -n 0.125", {{"type", "nu_svc"}, {"nu", 0.125}}, train, test);
    CompareType("-s 2", {{"type", "one_class"}}, train, test);
    CompareType("-s 2 -n 0.125", {{"type", "one_class"}, {"nu", 0.125}}, train, test);
  }
}

TEST_F(LibsvmProgram, ClassWeights) {
  const Problem two = MakeProblem(150, 6, {-1, 1}, 1), three = MakeProblem(150, 6, {3, -7, 10}, 1);
  const Params weights = {{"1", 3}, {"-1", 0.25}};
  CompareType("-w1 3 -w-1 0.25", {{"class_weights", weights}}, two,
              MakeProblem(100, 6, {-1, 1}, 2));
  CompareType("-w10 5 -w3 0.5", {{"class_weights", Params{{"10", 5}, {"3", 0.5}}}}, three,
              MakeProblem(100, 6, {3, -7, 10}, 2));
}

}  // namespace
}  // namespace mercer
