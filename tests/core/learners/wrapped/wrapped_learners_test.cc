#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/wrapped/liblinear.h"
#include "core/learners/wrapped/solver_session.h"
#include "tests/core/learners/problems.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::MakeProblem;
using testing::Message;
using testing::Problem;

TEST(Libsvm, PrecomputedGramGivesWhatLibsvmGivesByItself) {
  // vovk of degree 2 is 1 + t, and so is the polynomial of degree 1: two paths, one kernel.
  const auto own = MakeKernel("polynomial", {{"degree", 1}, {"offset", 1}});
  const auto gram = MakeKernel("vovk", {{"degree", 2}});
  for (const std::vector<double>& labels : std::vector<std::vector<double>>{{-1, 1}, {3, -7, 10}}) {
    const Problem train = MakeProblem(250, 6, labels, 1);
    const Matrix test = MakeProblem(1000, 6, labels, 2).x;
    const Examples x = train.x;
    const auto learner = MakeLearner("libsvm", {{"cost", 2}});
    const auto a = learner->Fit({.x = x, .y = train.y, .kernel = own.get()});
    const auto b = learner->Fit({.x = x, .y = train.y, .kernel = gram.get(), .threads = 2});
    EXPECT_EQ(a->Predict(test), b->Predict(test, 2));
    EXPECT_EQ(a->report().support_vectors, b->report().support_vectors);
    EXPECT_EQ(a->report().iterations, b->report().iterations);
    EXPECT_GT(a->report().support_vectors, 0);
    EXPECT_FALSE(a->report().primal_objective.has_value());
  }
}

TEST(Libsvm, RefusesWhatAProblemDoesNotHave) {
  const auto error = [](const Params& params) {
    return Message([&] { MakeLearner("libsvm", params); });
  };
  EXPECT_EQ(error({{"nu", 0.5}}),
            "learner 'libsvm': type c_svc has no nu; expected it with nu_svc, nu_svr and one_class "
            "only");
  EXPECT_THAT(error({{"type", "nu_svr"}, {"epsilon", 0.1}}), HasSubstr("nu_svr has no epsilon"));
  const Params weights = {{"1", 2}};
  EXPECT_THAT(error({{"type", "nu_svc"}, {"class_weights", weights}}),
              HasSubstr("nu_svc has no class_weights"));
  EXPECT_THAT(error({{"type", "nu_svc"}, {"nu", 1.5}}), HasSubstr("> 0 and <= 1"));
  // ν may be at most twice the share of the smaller class.
  const Matrix x = Matrix::Identity(8, 8);
  const Vector y = (Vector(8) << 1, -1, -1, -1, -1, -1, -1, -1).finished();
  const Examples rows = x;
  const auto kernel = MakeKernel("linear", {});
  EXPECT_THAT(Message([&] {
                MakeLearner("libsvm", {{"type", "nu_svc"}, {"nu", 0.5}})
                    ->Fit({.x = rows, .y = y, .kernel = kernel.get()});
              }),
              HasSubstr("LIBSVM rejects its parameters: specified nu is infeasible"));
}

TEST(Libsvm, OneClassLearnsFromRowsOfOneLabelAndValuesNeedNoWholeOnes) {
  const Problem train = testing::MakeValues(100, 6, 1);
  const Examples x = train.x;
  const auto kernel = MakeKernel("linear", {});
  const Vector alike = Vector::Constant(100, 4);
  const auto one = MakeLearner("libsvm", {{"type", "one_class"}});
  EXPECT_EQ(one->target(), Target::kClasses);
  const Vector predicted = one->Fit({.x = x, .y = alike, .kernel = kernel.get()})->Predict(x);
  EXPECT_TRUE((predicted.array().abs() == 1).all());
  const auto values = MakeLearner("libsvm", {{"type", "epsilon_svr"}});
  EXPECT_EQ(values->target(), Target::kValues);
  EXPECT_GT(values->Fit({.x = x, .y = train.y, .kernel = kernel.get()})->report().iterations, 0);
}

TEST(ClassWeights, FaultsAreSaid) {
  const Problem train = MakeProblem(60, 4, {-1, 1}, 1);
  const Examples x = train.x;
  const auto kernel = MakeKernel("linear", {});
  for (const char* name : {"libsvm", "liblinear"}) {
    const std::string of = "learner '" + std::string(name) + "': class_weights: ";
    const auto error = [&](const Params& weights) {
      return Message([&] { MakeLearner(name, {{"class_weights", weights}}); });
    };
    EXPECT_THAT(error({{"one", 1}}), HasSubstr(of + "'one' is no label"));
    EXPECT_THAT(error({{"01", 1}}), HasSubstr(of + "'01' is no label"));
    EXPECT_EQ(error({{"1", 0}}), of + "the factor of label 1 is 0; expected a number > 0");
    EXPECT_THAT(error({{"1", "much"}}), HasSubstr("is much; expected a number > 0"));
    ::testing::internal::CaptureStderr();
    const Params weights = {{"9", 2}, {"1", 2}};
    const auto model = MakeLearner(name, {{"class_weights", weights}})
                           ->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    ASSERT_EQ(model->report().warnings.size(), 1U);
    EXPECT_EQ(model->report().warnings[0],
              std::string(name) + ": no training row has the label 9 of class_weights");
  }
  EXPECT_THAT(Message([] {
                MakeLearner("liblinear", {{"epsilon", 0.1}});
              }),
              HasSubstr("l2r_l2loss_svc_dual has no epsilon; expected it with the svr solvers"));
}

TEST(Liblinear, TheDualSolversBoundTheOptimumFromBelow) {
  const Problem classes = MakeProblem(300, 6, {-1, 1}, 1), values = testing::MakeValues(300, 6, 1);
  for (const char* solver : {"l2r_l2loss_svc_dual", "l2r_l1loss_svc_dual", "l2r_l2loss_svr_dual",
                             "l2r_l1loss_svr_dual"}) {
    SCOPED_TRACE(solver);
    const bool regression = IsLiblinearRegression(solver);
    const Problem& train = regression ? values : classes;
    const Examples x = train.x;
    const FitReport report = MakeLearner("liblinear", {{"solver", solver}, {"eps", 1e-5}})
                                 ->Fit({.x = x, .y = train.y})
                                 ->report();
    EXPECT_LE(*report.dual_objective, *report.primal_objective + 1e-6);
    EXPECT_NEAR(*report.dual_objective, *report.primal_objective, 1e-4 * *report.primal_objective);
  }
}

TEST(Libsvm, AKernelThatOverflowsIsRefusedBeforeTraining) {
  const auto kernel = MakeKernel("polynomial", {{"degree", 10}, {"offset", 1}});
  Problem train = MakeProblem(50, 6, {-1, 1}, 1);
  train.x(9, 0) = 1e40;
  const Examples x = train.x;
  EXPECT_THAT(Message([&] {
                MakeLearner("libsvm", {})->Fit({.x = x, .y = train.y, .kernel = kernel.get()});
              }),
              HasSubstr("row 9"));
}

TEST(Liblinear, SeedsAreUsedAndSeedOneIsTheDefault) {
  const Problem train = MakeProblem(300, 6, {-1, 1}, 1);
  const Examples x = train.x;
  const auto learner = MakeLearner("liblinear", {{"eps", 0.01}});
  const auto objective = [&](std::uint64_t seed) {
    return *learner->Fit({.x = x, .y = train.y, .seed = seed})->report().primal_objective;
  };
  EXPECT_EQ(objective(1), *learner->Fit({.x = x, .y = train.y})->report().primal_objective);
  EXPECT_EQ(objective(2), objective(2));
  EXPECT_NE(objective(1), objective(2));
}

TEST(Liblinear, SolversOfOneProblemReachOneObjective) {
  const Problem train = MakeProblem(300, 6, {-1, 1}, 1);
  const Examples x = train.x;
  const auto objective = [&](const char* solver) {
    const auto learner = MakeLearner("liblinear", {{"solver", solver}, {"eps", 1e-6}, {"bias", 1}});
    return *learner->Fit({.x = x, .y = train.y})->report().primal_objective;
  };
  const double primal = objective("l2r_l2loss_svc");
  EXPECT_NEAR(objective("l2r_l2loss_svc_dual"), primal, 1e-5 * primal);
}

TEST(SolverOutput, IterationsAndWarnings) {
  const FitReport dual = ParseSolverOutput(
      "liblinear", "....*\noptimization finished, #iter = 12\n\n#iter = 3\nWARNING: slow\n");
  EXPECT_EQ(dual.iterations, 15);
  EXPECT_EQ(dual.warnings, std::vector<std::string>{"liblinear: slow"});
  EXPECT_FALSE(dual.dual_objective.has_value());
  const FitReport pairs =
      ParseSolverOutput("libsvm", "obj = -3.5, rho = 1\nnSV = 3\nobj = -0.25, rho = 0\n");
  EXPECT_EQ(pairs.dual_objective, 3.75);
  const FitReport newton = ParseSolverOutput("liblinear", "iter  1 act 2\niter  2 act 1\n");
  EXPECT_EQ(newton.iterations, 2);
  EXPECT_TRUE(newton.warnings.empty());
  const FitReport twice = ParseSolverOutput("libsvm", "\nWARNING: slow\n*\nWARNING: slow\n");
  EXPECT_EQ(twice.warnings.size(), 1U);
  EXPECT_EQ(twice.iterations, -1);
  const std::string text = "#iter = 60\n#iter = 99\n#iter = 20\n";
  EXPECT_EQ(ParseSolverOutput("libsvm", text, 99).warnings,
            std::vector<std::string>{"libsvm: reaching max number of iterations"});
  EXPECT_TRUE(ParseSolverOutput("libsvm", text, 100).warnings.empty());
  EXPECT_TRUE(ParseSolverOutput("libsvm", text).warnings.empty());
}

}  // namespace
}  // namespace mercer
