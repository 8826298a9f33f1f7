#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/computed_rows.h"
#include "tests/core/learners/problems.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::MakeProblem;
using testing::Message;
using testing::Problem;

// A classifier by the name of a learner: what its parameters need for that, and those of `wanted`
// that it has.
Params Classifier(const std::string& learner, const Params& wanted = {}) {
  Params params;
  for (const ParamSpec& spec : LearnerRegistry().Get(learner).params) {
    if (const ParamValue* value = wanted.Find(spec.name)) params.Set(spec.name, *value);
    // Learners that take a lambda or a cost have neither of their own.
    if (spec.name == "cost" && spec.optional && !wanted.Find("cost")) params.Set("cost", 1);
    if (spec.name == "target") params.Set("target", "classes");
    // Few terms, not to the last digit: enough for what is asked here.
    if (spec.name == "rank") params.Set("rank", 6);
    if (spec.name == "tolerance") params.Set("tolerance", 1e-2);
    if (spec.name == "signs") params.Set("signs", "random");
    if (spec.name == "beta") params.Set("beta", 0.01);
  }
  return params;
}

std::string FitError(const std::string& learner, const Examples& x, const Vector& y) {
  const auto kernel = MakeKernel("polynomial", {{"degree", 2}, {"offset", 1}});
  return Message([&] {
    MakeLearner(learner, Classifier(learner))->Fit({.x = x, .y = y, .kernel = kernel.get()});
  });
}

double TrainingAccuracy(const Model& model, const Problem& problem) {
  const Vector predicted = model.Predict(problem.x);
  return static_cast<double>((predicted.array() == problem.y.array()).count()) /
         static_cast<double>(problem.y.size());
}

// With a last column of ones, so that models of products of columns have linear parts too.
Problem WithOnes(Problem problem) {
  problem.x.conservativeResize(Eigen::NoChange, problem.x.cols() + 1);
  problem.x.rightCols(1).setOnes();
  return problem;
}

class EveryLearner : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryLearner, LearnsSeveralClassesWithLabelsOfAnyWholeValue) {
  const Problem train = WithOnes(MakeProblem(300, 6, {2000000000, -5, 0, 17}, 1));
  const auto kernel = MakeKernel("polynomial", {{"degree", 3}, {"offset", 1}});
  const Examples x = train.x;
  const auto model = MakeLearner(GetParam(), Classifier(GetParam()))
                         ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
  // The largest class holds less than half of the rows. Class sums of rows as they are fit nothing.
  EXPECT_GT(TrainingAccuracy(*model, train), GetParam() == "nadaraya_watson" ? 0.55 : 0.6);
}

// As the doubles that they are.
TEST_P(EveryLearner, LearnsOnFeaturesInFloats) {
  const Problem train = WithOnes(MakeProblem(300, 6, {-1, 1}, 1));
  const auto kernel = MakeKernel("polynomial", {{"degree", 3}, {"offset", 1}});
  const FloatMatrix z = train.x.cast<float>();
  const Examples doubles = Matrix(z.cast<double>());
  const FloatMatrixRows floats(z);
  const auto learner = MakeLearner(GetParam(), Classifier(GetParam()));
  const auto a = learner->Fit({.x = doubles, .y = train.y, .kernel = kernel.get()});
  const auto b = learner->Fit({.x = floats, .y = train.y, .kernel = kernel.get()});
  EXPECT_EQ(a->report().primal_objective, b->report().primal_objective);
  EXPECT_EQ(a->Predict(doubles), b->Predict(doubles));
}

// Each of the three is apart from the others together, so that a learner of two classes at a time
// must have tried all of them.
TEST_P(EveryLearner, TellsThreeClassesApart) {
  Problem train = WithOnes(MakeProblem(240, 2, {0, 1}, 1));
  for (Index i = 0; i < 240; ++i) {
    const double angle = 2.0943951023931953 * static_cast<double>(i % 3);  // thirds of a turn
    train.y[i] = std::vector<double>{7, -2, 4}[static_cast<std::size_t>(i % 3)];
    train.x(i, 0) = 2 * std::cos(angle) + 0.2 * train.x(i, 0);
    train.x(i, 1) = 2 * std::sin(angle) + 0.2 * train.x(i, 1);
  }
  const auto kernel = MakeKernel("linear", {});
  const Examples x = train.x;
  const auto model = MakeLearner(GetParam(), Classifier(GetParam(), {{"cost", 10}}))
                         ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
  EXPECT_EQ(TrainingAccuracy(*model, train), 1);
}

TEST_P(EveryLearner, FindsTheRareClass) {
  // 3 of 200 rows, far on one side.
  Problem train = WithOnes({Matrix::Zero(200, 2), Vector::Constant(200, 1)});
  for (Index i = 0; i < 200; ++i) {
    const bool rare = i % 70 == 5;
    train.y[i] = rare ? -1 : 1;
    train.x(i, 0) = rare ? 1 : -1;
    train.x(i, 1) = 0.001 * static_cast<double>(i);
  }
  const auto kernel = MakeKernel("linear", {});
  const Examples x = train.x;
  const auto model = MakeLearner(GetParam(), Classifier(GetParam(), {{"cost", 10}}))
                         ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
  EXPECT_EQ(TrainingAccuracy(*model, train), 1);
}

TEST_P(EveryLearner, SparseAndDenseRowsAndThreadsGiveTheSameLabels) {
  const Problem train = MakeProblem(200, 6, {-1, 1}, 1);
  const Examples test = MakeProblem(3000, 6, {-1, 1}, 2).x;
  const Examples dense = train.x;
  const Examples sparse = ToSparse(train.x);
  for (const char* kernel_name : {"polynomial", "vovk"}) {
    Params params = {{"degree", 3}};
    if (std::string(kernel_name) == "polynomial") params.Set("offset", 1);
    const auto kernel = MakeKernel(kernel_name, params);
    const auto learner = MakeLearner(GetParam(), Classifier(GetParam()));
    const auto a = learner->Fit({.x = dense, .y = train.y, .kernel = kernel.get()});
    const auto b = learner->Fit({.x = sparse, .y = train.y, .kernel = kernel.get(), .threads = 2});
    const Vector labels = a->Predict(test);
    EXPECT_EQ(labels, a->Predict(test, 2));
    EXPECT_EQ(labels, b->Predict(ToSparse(test), 2));
    EXPECT_EQ(a->report().iterations, b->report().iterations);
  }
}

TEST_P(EveryLearner, RefusesWhatItCannotLearnFrom) {
  const Matrix x = Matrix::Ones(3, 2);
  const Vector y = (Vector(3) << 1, -1, 1).finished();
  const std::string name = "learner '" + GetParam() + "'";
  EXPECT_EQ(FitError(GetParam(), x, Vector::Constant(3, 4)),
            name + ": all 3 training rows have the label 4; expected at least two classes");
  EXPECT_THAT(FitError(GetParam(), Matrix(0, 2), Vector()), HasSubstr("0 rows and 2 columns"));
  EXPECT_THAT(FitError(GetParam(), Matrix(3, 0), y), HasSubstr("3 rows and 0 columns"));
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Matrix broken = x;
    broken(1, 1) = bad;
    EXPECT_EQ(FitError(GetParam(), broken, y),
              name + ": row 1 holds the value " + FormatNumber(bad) + "; expected finite values");
    EXPECT_THAT(FitError(GetParam(), ToSparse(broken), y), HasSubstr("row 1 holds the value"));
  }
  for (const double bad : {0.5, 3e9, std::nan("")}) {
    Vector labels = y;
    labels[2] = bad;
    EXPECT_THAT(FitError(GetParam(), x, labels),
                HasSubstr("the label of training row 2 is " + FormatNumber(bad) +
                          "; expected a whole number"));
  }
}

TEST_P(EveryLearner, WholeNumbersThatAreNoClassesAreRefused) {
  Vector values(1010);
  for (Index i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i / 2);
  EXPECT_THAT(FitError(GetParam(), Matrix(Matrix::Ones(1010, 2)), values),
              HasSubstr("1010 training rows have 505 different labels; expected classes of 3 rows "
                        "or more on average, or a learner that predicts values"));
}

TEST_P(EveryLearner, RefusesTestRowsThatAreNotFinite) {
  const Problem train = MakeProblem(100, 6, {-1, 1}, 1);
  const auto kernel = MakeKernel("vovk", {{"degree", 3}});
  const Examples x = train.x;
  const auto model = MakeLearner(GetParam(), Classifier(GetParam()))
                         ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
  Matrix test = train.x;
  test(7, 2) = std::nan("");
  EXPECT_THAT(Message([&] { model->Predict(test); }), HasSubstr("row 7 holds the value nan"));
  EXPECT_EQ(model->Predict(Matrix(0, 6)).size(), 0);
}

TEST_P(EveryLearner, FitsAtTheSameTimeDoNotDisturbEachOther) {
  const Problem train = MakeProblem(300, 6, {-1, 1}, 1);
  const auto kernel = MakeKernel("polynomial", {{"degree", 3}, {"offset", 1}});
  const Examples x = train.x;
  const auto learner = MakeLearner(GetParam(), Classifier(GetParam(), {{"eps", 1e-5}}));
  const TrainingSet set{.x = x, .y = train.y, .kernel = kernel.get(), .seed = 3};
  const Index expected = learner->Fit(set)->report().iterations;
  std::vector<Index> iterations(6);
  ParallelFor(6, 1, 3, [&](Index i, Index) {
    iterations[static_cast<std::size_t>(i)] = learner->Fit(set)->report().iterations;
  });
  EXPECT_EQ(iterations, std::vector<Index>(6, expected));
}

TEST_P(EveryLearner, RefusesParametersOutOfRange) {
  const std::string name = GetParam();
  int positive = 0;
  for (const ParamSpec& spec : LearnerRegistry().Get(name).params) {
    EXPECT_FALSE(spec.help.empty()) << spec.name;
    if (spec.kind != ParamKind::kNumber || spec.min != 0 || !spec.open_min) continue;
    ++positive;
    for (const double bad : {0.0, -1.0}) {
      EXPECT_THAT(Message([&] {
                    MakeLearner(name, {{spec.name, bad}});
                  }),
                  HasSubstr("learner '" + name + "': " + spec.name + " is " + FormatNumber(bad) +
                            "; expected a number > 0"));
    }
    const std::string misspelt = spec.name + "x";
    EXPECT_THAT(Message([&] {
                  MakeLearner(name, {{misspelt, 1}});
                }),
                HasSubstr("did you mean '" + spec.name + "'?"));
  }
  // A cost, a lambda or a tolerance, of all that fit anything.
  EXPECT_TRUE(positive > 0 || LearnerRegistry().Get(name).on_rows ||
              LearnerRegistry().Get(name).params.empty());
}

INSTANTIATE_TEST_SUITE_P(All, EveryLearner, ::testing::ValuesIn(LearnerRegistry().Names()),
                         [](const ::testing::TestParamInfo<std::string>& c) { return c.param; });

TEST(Learners, UnknownNames) {
  EXPECT_THAT(Message([] { MakeLearner("liblinar", {}); }),
              HasSubstr("did you mean 'liblinear'? known: libsvm, liblinear, "));
  EXPECT_THAT(Message([] {
                MakeLearner("liblinear", {{"solver", "l2r_l1loss_svc"}});
              }),
              HasSubstr("l2r_l1loss_svc_dual"));
  EXPECT_THAT(Message([] {
                MakeLearner("liblinear", {{"bias", -2}});
              }),
              HasSubstr("bias is -2; expected a number >= -1"));
}

TEST(Learners, OnlyKernelMachinesTakeAKernel) {
  EXPECT_TRUE(LearnerRegistry().Get("libsvm").kernel_machine);
  EXPECT_FALSE(LearnerRegistry().Get("liblinear").kernel_machine);
}

}  // namespace
}  // namespace mercer
