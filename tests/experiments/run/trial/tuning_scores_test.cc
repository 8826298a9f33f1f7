#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/random.h"
#include "experiments/run/trial/pipeline.h"
#include "experiments/run/trial/tuning_run.h"

namespace mercer {
namespace {

using ::testing::Each;
using ::testing::Le;
using ::testing::SizeIs;

struct Rows {
  Matrix x;
  Vector y;
};

// y is a noisy product of the first two columns, or its sign.
Rows MadeRows(Index n, bool values, std::uint64_t index) {
  RandomStream stream(3, StreamPurpose::kTest, index);
  Rows rows{Matrix(n, 3), Vector(n)};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < 3; ++j) rows.x(i, j) = stream.Gaussian();
    const double y = rows.x(i, 0) * rows.x(i, 1) + 0.5 * stream.Gaussian();
    rows.y[i] = values ? y : (y < 0 ? -1 : 1);
  }
  return rows;
}

TrialData MadeData(bool values) {
  const Rows train = MadeRows(63, values, 0), test = MadeRows(40, values, 1);
  TrialData data;
  data.train_x = train.x;
  data.train_y = train.y;
  data.test_x = test.x;
  data.test_y = test.y;
  return data;
}

Trial MadeTrial(NamedParams learner, const TuningSpec& spec) {
  Trial trial;
  trial.cell.kernel = {"polynomial", {{"degree", 1}, {"offset", 1.0}, {"scale", 1.0}}};
  trial.cell.learner = std::move(learner);
  trial.seeds = {1, 2, 3, 4};
  trial.tuning = spec;
  return trial;
}

NamedParams Svm() { return {"libsvm", {{"cost", 1.0}}}; }
NamedParams KernelRidge() { return {"kernel_ridge", {{"lambda", 0.01}, {"target", "values"}}}; }

TuningSpec Folds(Index folds) {
  TuningSpec spec;
  spec.folds = folds;
  return spec;
}

TuningSpec OnTest() {
  TuningSpec spec;
  spec.on_test = true;
  return spec;
}

TuningSpec Degrees(TuningSpec spec) {
  spec.grid = {{"kernel.degree", {1, 2, 3}}};
  return spec;
}

std::vector<double> Scores(const Trial& trial, const TrialData& data, int threads = 1) {
  PhaseTimes times;
  return ScoreGrid(trial, GridPoints(*trial.tuning), data, {"run", threads, 0}, times);
}

// A fit and its predictions without the code under test.
Vector Predicted(Trial trial, const TunedValues& point, const Matrix& fit_x, const Vector& fit_y,
                 const Matrix& x) {
  for (const auto& [path, value] : point) trial.cell.kernel.params.Set("degree", value);
  const Examples fit(fit_x);
  const Machinery machinery = MakeMachinery(trial, fit);
  return machinery.learner->Fit({fit, fit_y, machinery.kernel.get(), trial.seeds.learner, 1})
      ->Predict(x, 1);
}

TEST(ScoreGrid, FoldsArePooledRowByRow) {
  const TrialData data = MadeData(false);
  const Trial trial = MadeTrial(Svm(), Degrees(Folds(5)));
  const auto points = GridPoints(*trial.tuning);
  const auto scores = Scores(trial, data);
  ASSERT_THAT(scores, SizeIs(3));
  bool weights_matter = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double right = 0, mean = 0;
    for (const TuningSplit& split : TuningSplits(*trial.tuning, 63, trial.seeds.split)) {
      const Matrix& x = data.train_x.dense();
      const Vector predicted = Predicted(trial, points[i], x(split.fit, Eigen::all),
                                         data.train_y(split.fit), x(split.scored, Eigen::all));
      const Vector y = data.train_y(split.scored);
      const auto count = static_cast<double>((predicted.array() == y.array()).count());
      right += count;
      mean += count / static_cast<double>(y.size()) / 5;
    }
    EXPECT_EQ(scores[i], right / 63);
    weights_matter = weights_matter || std::abs(mean - right / 63) > 1e-6;
  }
  EXPECT_TRUE(weights_matter) << "this data cannot tell a weighted mean from another";
  EXPECT_GT(scores[1], scores[0] + 0.1);  // the labels are a product: the kernel is put in
}

TEST(ScoreGrid, OfValuesTheErrorIsOfAllPredictionsTogether) {
  const TrialData data = MadeData(true);
  const Trial trial = MadeTrial(KernelRidge(), Degrees(Folds(4)));
  const auto points = GridPoints(*trial.tuning);
  const auto scores = Scores(trial, data);
  for (std::size_t i = 0; i < points.size(); ++i) {
    Vector all = Vector::Zero(63);
    for (const TuningSplit& split : TuningSplits(*trial.tuning, 63, trial.seeds.split)) {
      const Matrix& x = data.train_x.dense();
      all(split.scored) = Predicted(trial, points[i], x(split.fit, Eigen::all),
                                    data.train_y(split.fit), x(split.scored, Eigen::all));
    }
    EXPECT_NEAR(scores[i], 1 - (all - data.train_y).norm() / data.train_y.norm(), 1e-12);
  }
  EXPECT_GT(scores[1], scores[0]);
}

TEST(ScoreGrid, OnTheTestPartTheWholeTrainingPartIsFitted) {
  TrialData data = MadeData(false);
  const Trial trial = MadeTrial(Svm(), Degrees(OnTest()));
  const auto points = GridPoints(*trial.tuning);
  const auto scores = Scores(trial, data);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector predicted =
        Predicted(trial, points[i], data.train_x.dense(), data.train_y, data.test_x.dense());
    EXPECT_EQ(scores[i], (predicted.array() == data.test_y.array()).cast<double>().mean());
  }
  data.test_y = -data.test_y;
  const auto flipped = Scores(trial, data);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_NEAR(flipped[i], 1 - scores[i], 1e-12);
  data.test_x = Matrix(0, 3);
  data.test_y = Vector(0);
  EXPECT_THROW(Scores(trial, data), InvalidInput);
}

TEST(ScoreGrid, ElseNoTestRowIsLookedAt) {
  for (const TuningSpec& spec : {Folds(3), TuningSpec{}}) {
    for (const bool values : {false, true}) {
      TrialData data = MadeData(values);
      const Trial trial = MadeTrial(values ? KernelRidge() : Svm(), Degrees(spec));
      const auto scores = Scores(trial, data);
      data.test_x.dense().setConstant(std::numeric_limits<double>::quiet_NaN());
      data.test_y.setConstant(std::numeric_limits<double>::quiet_NaN());
      EXPECT_EQ(Scores(trial, data), scores);
      EXPECT_THAT(scores, Each(Le(1)));
    }
  }
}

// Features are kept from one point to the next only while they are the same.
TEST(ScoreGrid, APointsScoreDoesNotDependOnTheOtherPointsOrOnThreads) {
  const TrialData data = MadeData(false);
  Trial trial =
      MadeTrial({"liblinear", {{"solver", "l2r_l2loss_svc"}, {"cost", 1.0}}}, Degrees(Folds(3)));
  trial.cell.map = NamedParams{"random_maclaurin", {}};
  trial.cell.num_random_features = 50;
  trial.tuning->grid.emplace_back("learner.cost", ParamValue::List{0.01, 10.0});
  const auto together = Scores(trial, data);
  EXPECT_EQ(Scores(trial, data, 3), together);
  std::vector<double> alone;
  for (const TunedValues& point : GridPoints(*trial.tuning)) {
    Trial one = trial;
    one.tuning->grid.clear();
    for (const auto& [path, value] : point) one.tuning->grid.push_back({path, {value}});
    alone.push_back(Scores(one, data).front());
  }
  EXPECT_EQ(alone, together);
}

Trial WithLambdas(std::vector<double> lambdas) {
  Trial trial = MadeTrial(KernelRidge(), OnTest());
  trial.tuning->grid = {{"learner.lambda", {}}};
  for (const double lambda : lambdas) trial.tuning->grid[0].second.emplace_back(lambda);
  return trial;
}

// How often a fit was told to begin: points that are fitted side by side begin together.
int FitsTold(const Trial& trial, const TrialData& data, const TrialSettings& settings) {
  int told = 0;
  PhaseTimes times;
  times.on_phase = [&](const std::string& phase) { told += phase == "fit" ? 1 : 0; };
  ScoreGrid(trial, GridPoints(*trial.tuning), data, settings, times);
  EXPECT_GT(times.fit, 0);
  EXPECT_GT(times.predict, 0);
  EXPECT_GT(times.cpu, 0);
  return told;
}

TEST(ScoreGrid, PointsAreFittedSideBySideWhereThreadsAndMemoryAllow) {
  const TrialData data = MadeData(true);
  const Trial trial = WithLambdas({0.001, 0.01, 0.1});
  EXPECT_EQ(FitsTold(trial, data, {"run", 1, 0}), 3);
  EXPECT_EQ(FitsTold(trial, data, {"run", 2, 0}), 1);
  const Machinery machinery = MakeMachinery(trial, data.train_x);
  const double bytes =
      EstimateBytes(trial, machinery, {data.train_x, data.train_y, data.test_x, data.test_y});
  EXPECT_EQ(FitsTold(trial, data, {"run", 2, 1.9 * bytes}), 3);
  EXPECT_EQ(FitsTold(trial, data, {"run", 2, 2.1 * bytes}), 1);
  EXPECT_EQ(Scores(trial, data, 2), Scores(trial, data));
}

TEST(ScoreGrid, ThePointThatFailsFirstInTheGridIsToldForAnyNumberOfThreads) {
  const TrialData data = MadeData(true);
  const Trial trial = WithLambdas({0.1, 1e-300, 1e-200});
  for (const int threads : {1, 3}) {
    EXPECT_THAT([&] { Scores(trial, data, threads); },
                ::testing::ThrowsMessage<InvalidInput>(::testing::HasSubstr("lambda is 1e-300")));
  }
}

}  // namespace
}  // namespace mercer
