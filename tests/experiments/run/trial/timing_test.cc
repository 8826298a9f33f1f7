#include "experiments/run/trial/timing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "tests/experiments/run/small_experiment.h"

namespace mercer {
namespace {

using ::testing::Each;
using testing::Json;
using testing::SmallConfig;
using testing::SmallRun;
using testing::Timeless;

constexpr const char* kPhases[] = {"draw", "transform_train", "fit", "transform_test", "predict"};

TEST(Timing, MedianAndMinimumOfEachPhase) {
  // draw, transform_train, fit, transform_test, predict, cpu
  std::vector<PhaseTimes> times = {
      {1, 30, 5, 7, 9, 100}, {3, 10, 5, 1, 8, 300}, {2, 20, 5, 4, 1, 200}};
  const PhaseTimes median = MedianTimes(times), least = LeastTimes(times);
  EXPECT_EQ(median.draw, 2);
  EXPECT_EQ(median.transform_train, 20);
  EXPECT_EQ(median.fit, 5);
  EXPECT_EQ(median.transform_test, 4);
  EXPECT_EQ(median.predict, 8);
  EXPECT_EQ(median.cpu, 200);
  EXPECT_EQ(least.draw, 1);
  EXPECT_EQ(least.transform_train, 10);
  EXPECT_EQ(least.transform_test, 1);
  EXPECT_EQ(least.predict, 1);
  times.push_back({10, 10, 5, 4, 1, 1000});
  EXPECT_EQ(MedianTimes(times).draw, 2.5);
  EXPECT_EQ(MedianTimes(times).cpu, 250);
}

TEST(Timing, ColumnsOfTheMethodsOwnPhases) {
  const std::vector<PhaseTimes> times = {
      {1, 2, 3, 4, 5, 15}, {2, 4, 6, 8, 10, 30}, {3, 6, 9, 12, 15, 45}};
  const MachineUse idle{30, 30, 0.5, 1, 0.25, 1000, 7, 3000, 2900};
  Cell cell;
  cell.learner = NamedParams{"libsvm"};
  ResultRecord record;
  SetTimes(times, idle, 1, false, cell, record);
  EXPECT_EQ(record.Text("draw_s"), "");
  EXPECT_EQ(record.Text("draw_min_s"), "");
  EXPECT_EQ(record.Text("transform_test_s"), "");
  EXPECT_EQ(record.Text("fit_s"), "6");
  EXPECT_EQ(record.Text("fit_min_s"), "3");
  EXPECT_EQ(record.Text("predict_min_s"), "5");
  EXPECT_EQ(record.Text("cpu_s"), "30");
  EXPECT_EQ(record.Text("other_cpu_s"), "0.5");
  EXPECT_EQ(record.Text("system_cpu_s"), "0.25");
  EXPECT_EQ(record.Text("page_faults"), "1000");
  EXPECT_EQ(record.Text("context_switches"), "7");
  EXPECT_EQ(record.Text("cpu_mhz"), "2900");
  EXPECT_EQ(record.Text("timing_valid"), "");
  EXPECT_EQ(record.Text("timing_note"), "");
  cell.map = NamedParams{"random_maclaurin"};
  ResultRecord once;
  SetTimes({times[0]}, {30, 30, 8.0, 1}, 1, false, cell, once);
  EXPECT_EQ(once.Text("draw_s"), "1");
  EXPECT_EQ(once.Text("transform_test_s"), "4");
  EXPECT_EQ(once.Text("draw_min_s"), "") << "of one repetition there is nothing to say";
  EXPECT_EQ(once.Text("timing_valid"), "false");
  EXPECT_EQ(once.Text("timing_note"), kOthersNote);
  EXPECT_EQ(once.Text("cpu_mhz"), "") << "the system does not tell";
}

TEST(Timing, RepeatingChangesTimesOnly) {
  Json config = SmallConfig();
  SmallRun once, thrice;
  once.Run(config);
  config["timing"] = {{"repeat", 3}};
  thrice.Run(config);
  const auto before = once.Rows(), after = thrice.Rows();
  EXPECT_EQ(Timeless(before), Timeless(after));
  for (std::size_t i = 0; i < after.size(); ++i) {
    for (const std::string phase : kPhases) {
      EXPECT_EQ(before[i].Text(phase + "_min_s"), "");
      const auto median = after[i].Number(phase + "_s"), least = after[i].Number(phase + "_min_s");
      ASSERT_EQ(median.has_value(), least.has_value()) << phase;
      if (median) {
        EXPECT_LE(*least, *median) << phase;
      }
    }
    EXPECT_LT(*after[i].Number("fit_min_s"), *after[i].Number("fit_s") + 1e-12);
  }
  EXPECT_EQ(thrice.Run(config).ran, 0U);
  config["timing"] = {{"repeat", 2}};
  EXPECT_EQ(thrice.Run(config).ran, 0U) << "how often it is timed is no part of a trial";
}

TEST(Timing, GramTrialsRepeatTheirTransform) {
  SmallRun run;
  run.Run(Json::parse(R"({
    "experiment": "test/gram", "seed": 3, "timing": {"repeat": 2},
    "datasets": [{"name": "unit_ball", "n": 40, "d": 6}],
    "kernels": [{"name": "polynomial", "degree": 2, "offset": 1}],
    "methods": [{"id": "rm", "map": {"name": "random_maclaurin"}, "D": [4000]}],
    "metrics": ["gram_mean_abs"]})"));
  const auto rows = run.Rows();
  EXPECT_GT(*rows[0].Number("transform_train_min_s"), 0);
  EXPECT_GT(*rows[0].Number("draw_min_s"), 0);
  EXPECT_EQ(rows[0].Text("fit_min_s"), "");
}

TEST(Timing, WarmingUpNeedsNothingOfItsRows) {
  Trial trial;
  trial.cell.kernel = {"polynomial", {{"degree", 2}, {"offset", 1.0}}};
  trial.cell.map = NamedParams{"random_maclaurin"};
  trial.cell.num_random_features = 1000000;
  trial.cell.learner = NamedParams{"liblinear", {{"cost", 1.0}}};
  const Examples x = Matrix(Matrix::Ones(300, 3)), none = Matrix(0, 3);
  Vector one_class = Vector::Ones(300), empty(0);
  const Machinery machinery = MakeMachinery(trial, x);
  WarmUp(trial, machinery, {x, one_class, none, empty}, 1);
  // Without an end of its own a learner warms up for as long as its budget of 5 ms.
  trial.cell.learner = NamedParams{"pegasos", {{"lambda", 1e-3}, {"epochs", 1000000000}}};
  trial.max_seconds = 3600;
  WarmUp(trial, MakeMachinery(trial, x), {x, one_class, none, empty}, 1);
  trial.max_seconds = 0;
  one_class[299] = 2;
  WarmUp(trial, machinery, {x, one_class, x, one_class}, 2);
  WarmUp(trial, MakeMachinery(trial, x), {x, one_class, x, one_class}, 1);
}

TEST(Timing, WarmingUpDoesNotSearchForItsPointsAsTheTrialDoes) {
  Trial trial;
  trial.cell.kernel = {"gaussian", {{"sigma", 1.0}}};
  trial.cell.map = NamedParams{"quasi_fourier", {{"sequence", "adaptive"}, {"iterations", 60}}};
  trial.cell.num_random_features = 64;
  trial.cell.learner = NamedParams{"liblinear", {{"cost", 1.0}}};
  const Examples x = Matrix(Matrix::Random(100, 20));
  Vector y = Vector::Ones(100);
  y.head(50).setConstant(-1);
  const Machinery machinery = MakeMachinery(trial, x);
  // On a loaded machine each of the two may wait for its core, but not every time.
  double warm_up_s = std::numeric_limits<double>::infinity(), draw_s = warm_up_s;
  for (int i = 0; i < 5 && warm_up_s >= draw_s / 2; ++i) {
    const Stopwatch warm_up;
    WarmUp(trial, machinery, {x, y, x, y}, 1);
    warm_up_s = std::min(warm_up_s, warm_up.Seconds());
    draw_s = std::min(draw_s, TimePhases(trial, machinery, {x, y, x, y}, 1).draw);
  }
  EXPECT_LT(warm_up_s, draw_s / 2);
}

}  // namespace
}  // namespace mercer
