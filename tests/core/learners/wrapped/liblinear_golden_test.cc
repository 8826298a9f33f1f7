// The wrapper against liblinear-train and liblinear-predict on the same made file.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <sstream>

#include "core/learners/builtin_learners.h"
#include "core/learners/wrapped/liblinear.h"
#include "tests/core/learners/problems.h"
#include "tests/core/learners/wrapped/programs.h"

namespace mercer {
namespace {

using testing::HasProgram;
using testing::MakeProblem;
using testing::NumbersAfter;
using testing::Output;
using testing::Problem;

struct Case {
  int number;  // -s
  std::string solver;
  int norm;
  int power;  // of the hinge loss, 0 where the solver is not an L1- or L2-loss SVM
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {0, "l2r_lr", 2, 0},         {1, "l2r_l2loss_svc_dual", 2, 2},
      {2, "l2r_l2loss_svc", 2, 2}, {3, "l2r_l1loss_svc_dual", 2, 1},
      {4, "mcsvm_cs", 2, 0},       {5, "l1r_l2loss_svc", 1, 2},
      {6, "l1r_lr", 1, 0},         {7, "l2r_lr_dual", 2, 0}};
  return cases;
}

struct ModelFile {
  std::vector<double> labels;
  Matrix weights;  // d (+ 1 with a bias) × scores
};

ModelFile ReadModel(const std::filesystem::path& path, Index rows) {
  const std::string text = testing::ReadFile(path);
  ModelFile model;
  const auto at = text.find("\nlabel ");  // of classes only
  std::istringstream labels(at == std::string::npos ? "" : text.substr(at + 7));
  for (double label = 0; labels >> label;) model.labels.push_back(label);
  std::istringstream numbers(text.substr(text.find("\nw\n") + 3));
  std::vector<double> values;
  for (double value = 0; numbers >> value;) values.push_back(value);
  const auto count = static_cast<Index>(values.size());
  EXPECT_EQ(count % rows, 0);
  model.weights = Eigen::Map<const Matrix>(values.data(), rows, count / rows);
  return model;
}

Matrix ScoresOf(const ModelFile& model, const Problem& problem, double bias) {
  Matrix z(problem.x.rows(), model.weights.rows());
  z.leftCols(problem.x.cols()) = problem.x;
  if (bias >= 0) z.rightCols(1).setConstant(bias);
  return z * model.weights;
}

double NormOf(const ModelFile& model, int norm) {
  return norm == 1 ? model.weights.cwiseAbs().sum() : model.weights.squaredNorm() / 2;
}

// R(w) + Σ C_i max(0, 1 − y s)^power, straight from its definition and the weights upstream wrote;
// factor(label, rest): of C, for the rows of a label, `rest` where it is one of several others.
double Objective(
    const ModelFile& model, const Problem& problem, double bias, double cost, const Case& c,
    const std::function<double(double, bool)>& factor = [](double, bool) { return 1.0; }) {
  const Matrix scores = ScoresOf(model, problem, bias);
  double loss = 0;
  for (Index i = 0; i < scores.rows(); ++i) {
    for (Index k = 0; k < scores.cols(); ++k) {
      const double y = problem.y[i] == model.labels[static_cast<std::size_t>(k)] ? 1 : -1;
      loss += factor(problem.y[i], y < 0 && scores.cols() > 1) *
              std::pow(std::max(0.0, 1 - y * scores(i, k)), c.power);
    }
  }
  return NormOf(model, c.norm) + cost * loss;
}

class LiblinearProgram : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HasProgram("liblinear-train") || !HasProgram("liblinear-predict")) {
      GTEST_SKIP() << "liblinear-train is not installed (package liblinear-tools)";
    }
  }

  std::string Train(const Problem& problem, const std::string& options) {
    testing::WriteFile(folder_ / "train", testing::LibsvmText(problem));
    return Output("liblinear-train " + options + " " + Path("train") + " " + Path("model"));
  }

  Vector Predict(const Problem& problem) {
    testing::WriteFile(folder_ / "test", testing::LibsvmText(problem));
    Output("liblinear-predict " + Path("test") + " " + Path("model") + " " + Path("labels"));
    return testing::ReadLabels(folder_ / "labels");
  }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  void Compare(const Case& c, const std::vector<double>& labels, double bias) {
    SCOPED_TRACE(c.solver + ", " + std::to_string(labels.size()) + " classes, bias " +
                 FormatNumber(bias));
    const Problem train = MakeProblem(240, 7, labels, 1);
    const Problem test = MakeProblem(400, 7, labels, 2);
    const double cost = 2;
    const std::string output =
        Train(train, "-s " + std::to_string(c.number) + " -c 2 -B " + FormatNumber(bias));
    const auto learner =
        MakeLearner("liblinear", {{"solver", c.solver}, {"cost", cost}, {"bias", bias}});
    const Examples x = train.x;
    const auto model = learner->Fit({.x = x, .y = train.y});
    EXPECT_EQ(model->Predict(test.x), Predict(test));
    EXPECT_EQ(model->Predict(ToSparse(test.x), 2), Predict(test));

    const auto totals = NumbersAfter(output, "#iter = ");
    const double iterations = totals.empty()
                                  ? static_cast<double>(NumbersAfter(output, "\niter ").size() +
                                                        (output.rfind("iter ", 0) == 0 ? 1 : 0))
                                  : std::accumulate(totals.begin(), totals.end(), 0.0);
    EXPECT_EQ(static_cast<double>(model->report().iterations), iterations) << output;
    EXPECT_GE(iterations, 1);

    ASSERT_EQ(model->report().primal_objective.has_value(), c.power != 0);
    if (c.power == 0) return;
    const Index rows = train.x.cols() + (bias >= 0 ? 1 : 0);
    const double expected = Objective(ReadModel(folder_ / "model", rows), train, bias, cost, c);
    // Equal weights: what is left is the rounding of sums of about a thousand terms.
    EXPECT_NEAR(*model->report().primal_objective, expected, 1e-12 * expected);
    if (c.solver == "l1r_l2loss_svc") {
      const auto printed = NumbersAfter(output, "Objective value = ");
      EXPECT_NEAR(expected, std::accumulate(printed.begin(), printed.end(), 0.0), 2e-6);
    }
  }

  testing::TemporaryFolder folder_;
};

TEST_F(LiblinearProgram, TwoClassesWithAndWithoutBias) {
  for (const Case& c : Cases()) {
    Compare(c, {-1, 1}, -1);
    Compare(c, {-1, 1}, 1);
  }
}

TEST_F(LiblinearProgram, ThreeClassesWithAndWithoutBias) {
  for (const Case& c : Cases()) {
    Compare(c, {3, -7, 10}, -1);
    Compare(c, {3, -7, 10}, 0.5);
  }
}

TEST_F(LiblinearProgram, LabelsOtherThanPlusMinusOneKeepTheOrderOfAppearance) {
  Compare(Cases()[1], {5, 2}, -1);
  Compare(Cases()[1], {2, 5}, -1);
  Compare(Cases()[4], {1, 0}, 1);
}

TEST_F(LiblinearProgram, EpsIsHandedOn) {
  const Problem train = MakeProblem(240, 7, {-1, 1}, 1);
  const std::string output = Train(train, "-s 1 -e 1e-6");
  const Examples x = train.x;
  const auto tight = MakeLearner("liblinear", {{"eps", 1e-6}})->Fit({.x = x, .y = train.y});
  const auto loose = MakeLearner("liblinear", {})->Fit({.x = x, .y = train.y});
  EXPECT_EQ(static_cast<double>(tight->report().iterations), NumbersAfter(output, "#iter = ")[0]);
  EXPECT_GT(tight->report().iterations, loose->report().iterations);
}

TEST_F(LiblinearProgram, TheLimitOfIterationsIsAWarning) {
  const Problem train = MakeProblem(240, 7, {-1, 1}, 1);
  const std::string output = Train(train, "-s 3 -c 1000 -e 1e-12");
  ASSERT_NE(output.find("WARNING: reaching max number of iterations"), std::string::npos) << output;
  const Examples x = train.x;
  const auto learner =
      MakeLearner("liblinear", {{"solver", "l2r_l1loss_svc_dual"}, {"cost", 1000}, {"eps", 1e-12}});
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const auto model = learner->Fit({.x = x, .y = train.y});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  ASSERT_EQ(model->report().warnings.size(), 1U);
  EXPECT_EQ(model->report().warnings[0], "liblinear: reaching max number of iterations");
  EXPECT_EQ(static_cast<double>(model->report().iterations), NumbersAfter(output, "#iter = ")[0]);
}

TEST_F(LiblinearProgram, Regression) {
  const std::vector<Case> cases = {{11, "l2r_l2loss_svr", 2, 2},
                                   {12, "l2r_l2loss_svr_dual", 2, 2},
                                   {13, "l2r_l1loss_svr_dual", 2, 1}};
  const Problem train = testing::MakeValues(240, 7, 1), test = testing::MakeValues(100, 7, 2);
  const Examples x = train.x;
  for (const Case& c : cases) {
    for (const double bias : {-1.0, 0.5}) {
      SCOPED_TRACE(c.solver + ", bias " + FormatNumber(bias));
      const std::string options = "-s " + std::to_string(c.number) + " -B " + FormatNumber(bias);
      const std::string output = Train(train, options + " -c 2 -p 0.25");
      const auto learner = MakeLearner(
          "liblinear", {{"solver", c.solver}, {"cost", 2}, {"bias", bias}, {"epsilon", 0.25}});
      EXPECT_EQ(learner->target(), Target::kValues);
      const auto model = learner->Fit({.x = x, .y = train.y});
      const Vector expected = Predict(test);
      EXPECT_LT((model->Predict(test.x) - expected).cwiseAbs().maxCoeff(), 1e-12);
      EXPECT_LT((model->Predict(ToSparse(test.x), 2) - expected).cwiseAbs().maxCoeff(), 1e-12);

      const ModelFile file = ReadModel(folder_ / "model", train.x.cols() + (bias >= 0 ? 1 : 0));
      const Matrix scores = ScoresOf(file, train, bias);
      const Eigen::ArrayXd outside = ((scores.col(0) - train.y).array().abs() - 0.25).max(0.0);
      const double loss = c.power == 1 ? outside.sum() : outside.square().sum();
      const double objective = NormOf(file, 2) + 2 * loss;
      EXPECT_NEAR(*model->report().primal_objective, objective, 1e-12 * objective);
      ASSERT_EQ(model->report().dual_objective.has_value(), c.number != 11);
      if (c.number == 11) continue;
      EXPECT_EQ(-*model->report().dual_objective, NumbersAfter(output, "Objective value = ").at(0));
      EXPECT_EQ(static_cast<double>(model->report().support_vectors),
                NumbersAfter(output, "nSV = ").at(0));
    }
  }
  Train(train, "-s 13");
  const auto model =
      MakeLearner("liblinear", {{"solver", "l2r_l1loss_svr_dual"}})->Fit({.x = x, .y = train.y});
  EXPECT_LT((model->Predict(test.x) - Predict(test)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_F(LiblinearProgram, ClassWeights) {
  for (const std::vector<double>& labels : std::vector<std::vector<double>>{{-1, 1}, {3, -7, 10}}) {
    const Problem train = MakeProblem(240, 7, labels, 1), test = MakeProblem(400, 7, labels, 2);
    const Examples x = train.x;
    const std::string first = FormatNumber(labels[0]), second = FormatNumber(labels[1]);
    const Params weights = {{first, 4}, {second, 0.25}};
    const auto factor = [&](double label, bool rest) {
      return rest ? 1.0 : label == labels[0] ? 4.0 : label == labels[1] ? 0.25 : 1.0;
    };
    for (const Case& c : Cases()) {
      SCOPED_TRACE(c.solver + ", " + std::to_string(labels.size()) + " classes");
      Train(train, "-s " + std::to_string(c.number) + " -w" + first + " 4 -w" + second + " 0.25");
      const auto model =
          MakeLearner("liblinear", {{"solver", c.solver}, {"class_weights", weights}})
              ->Fit({.x = x, .y = train.y});
      EXPECT_EQ(model->Predict(test.x), Predict(test));
      if (c.power == 0) continue;
      const double expected =
          Objective(ReadModel(folder_ / "model", train.x.cols()), train, -1, 1, c, factor);
      EXPECT_NEAR(*model->report().primal_objective, expected, 1e-12 * expected);
    }
  }
}

}  // namespace
}  // namespace mercer
