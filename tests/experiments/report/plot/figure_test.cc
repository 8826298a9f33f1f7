#include "experiments/report/plot/figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "core/base/error.h"
#include "experiments/report/plot/panel_names.h"
#include "tests/experiments/report/plot/sweep_summary.h"

namespace mercer {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::MakeRow;
using testing::MakeSweep;
using ::testing::SizeIs;

const Curve& CurveOf(const Panel& panel, Curve::Role role, const std::string& method) {
  for (const Curve& curve : panel.curves)
    if (curve.role == role && curve.method == method) return curve;
  ADD_FAILURE() << "no curve of " << method;
  return panel.curves.front();
}

std::string FaultOf(const Summary& summary, const FigureSpec& spec) {
  try {
    MakeFigure(summary, spec);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(MakeFigure, HasOursThePapersAndLevelLinesInTheUnitOfTheAxis) {
  const Figure figure = MakeFigure(MakeSweep(), {});
  ASSERT_THAT(figure.panels, SizeIs(1));
  EXPECT_THAT(figure.methods, ElementsAre("rff", "exact"));
  const Panel& panel = figure.panels.front();
  EXPECT_EQ(panel.metric, "accuracy");
  const Curve& ours = CurveOf(panel, Curve::Role::kOurs, "rff");
  ASSERT_THAT(ours.points, SizeIs(3));
  EXPECT_EQ(ours.points[1].x, 100);
  EXPECT_DOUBLE_EQ(ours.points[1].y, 80);
  EXPECT_DOUBLE_EQ(*ours.points[1].spread, 2);
  const Curve& paper = CurveOf(panel, Curve::Role::kPaper, "rff");
  ASSERT_THAT(paper.points, SizeIs(2));
  EXPECT_NEAR(paper.points[1].y, 81, 1e-12);
  const Curve& exact = CurveOf(panel, Curve::Role::kOurs, "exact");
  EXPECT_TRUE(exact.is_level);
  EXPECT_DOUBLE_EQ(exact.points.front().y, 95);
  EXPECT_THAT(panel.x_values, ElementsAre(10, 100, 1000));
}

TEST(MakeFigure, AxesFitTheirData) {
  const Panel panel = MakeFigure(MakeSweep(), {}).panels.front();
  EXPECT_EQ(panel.x.scale, AxisScale::kLog);
  EXPECT_EQ(panel.y.scale, AxisScale::kLinear);
  // Values and bars from 68 to 95 per cent; a twenty-fifth of the span is free at each end.
  EXPECT_NEAR(panel.y.low, 68 - 0.04 * 27, 1e-9);
  EXPECT_NEAR(panel.y.high, 95 + 0.04 * 27, 1e-9);
  EXPECT_NEAR(panel.x.low, 10 / std::pow(100, 0.04), 1e-9);
  EXPECT_NEAR(panel.x.high, 1000 * std::pow(100, 0.04), 1e-9);
}

TEST(MakeFigure, SharesEndAtAHundredPerCent) {
  Summary summary = MakeSweep();
  summary.rows[4].measured.mean = 0.99;  // ± 2 points
  const Panel panel = MakeFigure(summary, {}).panels.front();
  EXPECT_NEAR(panel.y.high, 100 + 0.04 * 32, 1e-9);
}

TEST(MakeFigure, StandsAgainstACost) {
  const Panel panel = MakeFigure(MakeSweep(), {.x = "ops_per_row"}).panels.front();
  EXPECT_THAT(panel.x_values, ElementsAre(80, 800, 8000));
  EXPECT_EQ(panel.x.title, "operations per row");
}

// Methods of one size each, as a table has them, stand against what was measured.
TEST(MakeFigure, OnePlaceOfEachMethodIsEnoughOnAMeasuredAxis) {
  Summary summary;
  summary.main_metric = "accuracy";
  for (const auto& [method, size, ops] :
       {std::tuple{"rm", 10, 5.0}, {"exact", 0, 50.0}, {"h01", 20, 7.0}}) {
    summary.rows.push_back(MakeRow({"a", "linear", method, size}, "accuracy", 0.5));
    summary.rows.push_back(MakeRow({"a", "linear", method, size}, "ops_per_row", ops));
  }
  const Panel panel = MakeFigure(summary, {.x = "ops_per_row"}).panels.front();
  EXPECT_THAT(panel.x_values, ElementsAre(5, 7, 50));
  for (const Curve& curve : panel.curves) EXPECT_FALSE(curve.is_level) << curve.method;
  EXPECT_THAT(FaultOf(summary, {}), HasSubstr("two or more D"));
}

TEST(MakeFigure, ErrorsThatSpanDecadesAreLogarithmicInAllPanelsOfAMetric) {
  Summary summary;
  summary.main_metric = "gram_rel_frobenius";
  for (const std::int64_t size : {10, 100, 1000}) {
    const double d = static_cast<double>(size);
    summary.rows.push_back(MakeRow({"a", "gaussian", "rff", size}, "gram_rel_frobenius", 1 / d, 2));
    summary.rows.push_back(
        MakeRow({"b", "gaussian", "rff", size}, "gram_rel_frobenius", 1 + 1 / d));
  }
  const Figure figure = MakeFigure(summary, {});
  ASSERT_THAT(figure.panels, SizeIs(2));
  for (const Panel& panel : figure.panels) EXPECT_EQ(panel.y.scale, AxisScale::kLog);
  // A bar that reaches below 0 ends the axis at half the least value.
  EXPECT_NEAR(figure.panels[0].y.low, 0.0005 / std::pow(2.1 / 0.0005, 0.04), 1e-9);
  const Figure linear = MakeFigure(summary, {.y_scale = AxisScale::kLinear});
  EXPECT_NEAR(linear.panels[0].y.low, -0.04 * 2.1, 1e-9);
}

TEST(MakeFigure, LeavesOutWhatALogarithmicAxisHasNoPlaceFor) {
  Summary summary;
  summary.main_metric = "gram_mean_abs";
  for (const std::int64_t size : {10, 100, 1000}) {
    summary.rows.push_back(
        MakeRow({"a", "linear", "rm", size}, "gram_mean_abs", size == 100 ? 0.0 : 1.0));
  }
  const FigureSpec log{.y_scale = AxisScale::kLog};
  EXPECT_THAT(MakeFigure(summary, log).panels.front().curves.front().points, SizeIs(2));
}

TEST(MakeFigure, ShowsTheory) {
  Summary summary;
  summary.main_metric = "gram_rel_frobenius";
  for (const std::int64_t size : {10, 100}) {
    SummaryRow row = MakeRow({"a", "gaussian", "rff", size}, "gram_rel_frobenius", 0.1);
    row.theory = Theory{.value = 0.2};
    summary.rows.push_back(row);
  }
  const Figure figure = MakeFigure(summary, {});
  const Curve& theory = CurveOf(figure.panels.front(), Curve::Role::kTheory, "rff");
  ASSERT_THAT(theory.points, SizeIs(2));
  EXPECT_THAT(theory.points[0].y, DoubleNear(0.2, 1e-15));
}

TEST(MakeFigure, ChoosesByNameWithOrWithoutParameters) {
  Summary summary;
  summary.main_metric = "gram_mean_abs";
  for (const std::string dataset : {"unit_ball(d=10)", "unit_ball(d=20)", "adult"}) {
    for (const std::int64_t size : {10, 100})
      summary.rows.push_back(MakeRow({dataset, "linear", "rm", size}, "gram_mean_abs", 1));
  }
  EXPECT_THAT(MakeFigure(summary, {.datasets = {"unit_ball"}}).panels, SizeIs(2));
  EXPECT_THAT(MakeFigure(summary, {.datasets = {"unit_ball(d=20)"}}).panels, SizeIs(1));
  EXPECT_THAT(FaultOf(summary, {.datasets = {"adlut"}}), HasSubstr("adult"));
  EXPECT_THAT(FaultOf(summary, {.methods = {"h01"}}), HasSubstr("'h01'"));
}

// Times over the columns of generated data: each D of a method is a curve, over all data sets that
// differ in their columns alone.
TEST(MakeFigure, StandsAgainstTheColumnsOfTheData) {
  Summary summary;
  summary.main_metric = "transform_train_s";
  summary.names.methods = {{"rk", "RK"}};
  for (const int d : {512, 1024}) {
    for (const std::string rest : {"", ",n=10"}) {
      const std::string dataset = "gaussian(d=" + std::to_string(d) + rest + ")";
      summary.datasets.push_back({.label = dataset, .input_dim = std::to_string(d)});
      for (const auto& [method, size] : {std::pair{"rk", 64}, {"rk", 128}, {"exact", 0}})
        summary.rows.push_back(MakeRow({dataset, "anova", method, size}, "transform_train_s", d));
    }
  }
  const Figure figure = MakeFigure(summary, {.x = "input_dim"});
  ASSERT_THAT(figure.panels, SizeIs(2));
  EXPECT_EQ(figure.panels[0].dataset, "gaussian");
  EXPECT_EQ(figure.panels[1].dataset, "gaussian(n=10)");
  EXPECT_THAT(figure.methods, ElementsAre("RK, D = 64", "RK, D = 128", "exact"));
  for (const Panel& panel : figure.panels) {
    EXPECT_EQ(panel.x.title, "number of input columns d");
    EXPECT_THAT(panel.x_values, ElementsAre(512, 1024));
    ASSERT_THAT(panel.curves, SizeIs(3));
    for (const Curve& curve : panel.curves) {
      EXPECT_FALSE(curve.is_level) << curve.method;
      ASSERT_THAT(curve.points, SizeIs(2)) << curve.method;
      EXPECT_EQ(curve.points[1].y, 1024);
    }
  }
  // One data set has one place, however many methods it has.
  EXPECT_THAT(FaultOf(summary, {.x = "input_dim", .datasets = {"gaussian(d=512)"}}),
              HasSubstr("two or more input_dim"));
}

TEST(MakeFigure, LeavesOutDataWhoseColumnsWereNotRecorded) {
  Summary summary;
  summary.main_metric = "transform_train_s";
  for (const std::string d : {"2", "4", "8", "x", ""}) {
    const std::string dataset = "gaussian(d=" + d + ")";
    summary.datasets.push_back({.label = dataset, .input_dim = d});
    summary.rows.push_back(MakeRow({dataset, "anova", "rk", 64}, "transform_train_s", 1));
  }
  const Figure figure = MakeFigure(summary, {.x = "input_dim"});
  EXPECT_THAT(figure.panels.front().x_values, ElementsAre(2, 4, 8));
}

// Entries of a data set with other rows are one panel, and a method with several D has a curve for
// each; one without D is no level line there.
TEST(MakeFigure, StandsAgainstTheTrainingRows) {
  Summary summary;
  summary.main_metric = "accuracy";
  for (const auto& [rows, accuracy] : {std::tuple{200, 0.8}, {50, 0.6}}) {
    const std::string dataset = "a [subsample(count=" + std::to_string(rows) + ")]";
    summary.datasets.push_back({.label = dataset, .n_train = std::to_string(rows)});
    summary.rows.push_back(MakeRow({dataset, "linear", "exact", 0}, "accuracy", accuracy));
    summary.rows.push_back(MakeRow({dataset, "linear", "rm", 10}, "accuracy", accuracy - 0.1));
    summary.rows.push_back(MakeRow({dataset, "linear", "rm", 20}, "accuracy", accuracy - 0.05));
  }
  summary.datasets.push_back({.label = "b", .n_train = "70"});
  summary.rows.push_back(MakeRow({"b", "linear", "exact", 0}, "accuracy", 0.5));
  const Figure figure = MakeFigure(summary, {.x = "n_train"});
  ASSERT_THAT(figure.panels, SizeIs(1));  // b has one place
  const Panel& panel = figure.panels.front();
  EXPECT_EQ(panel.dataset, "a");
  EXPECT_EQ(panel.x.title, "training rows");
  EXPECT_THAT(panel.x_values, ElementsAre(50, 200));
  EXPECT_THAT(figure.methods, ElementsAre("exact", "rm, D = 10", "rm, D = 20"));
  for (const Curve& curve : panel.curves) {
    EXPECT_FALSE(curve.is_level) << curve.method;
    ASSERT_THAT(curve.points, SizeIs(2)) << curve.method;
    EXPECT_EQ(curve.points[0].x, 50) << curve.method;
  }
  EXPECT_NEAR(CurveOf(panel, Curve::Role::kOurs, "rm, D = 20").points[1].y, 75, 1e-12);
}

TEST(MakeFigure, StandsAgainstAGramError) {
  Summary summary = MakeSweep();
  for (const auto& [size, error] : {std::pair{10, 0.3}, {100, 0.1}, {1000, 0.03}}) {
    summary.rows.push_back(
        MakeRow({"nursery", "polynomial", "rff", size}, "gram_rel_frobenius", error));
  }
  const Panel panel = MakeFigure(summary, {.x = "gram_rel_frobenius"}).panels.front();
  EXPECT_THAT(panel.x_values, ElementsAre(0.03, 0.1, 0.3));
  EXPECT_EQ(panel.x.title, "Gram error, Frobenius");
}

TEST(MakeFigure, RefusesWhatIsNoSweep) {
  Summary summary;
  summary.main_metric = "accuracy";
  summary.rows.push_back(MakeRow({"a", "linear", "rm", 10}, "accuracy", 1));
  EXPECT_THAT(FaultOf(summary, {}),
              ::testing::AllOf(HasSubstr("two or more D"), HasSubstr("mercer report prints")));
}

/// Errors of a map after 0, 5 and 10 iterations: two boxes with an id for each number, and one
/// method whose number is a parameter in its name; and "exact", which has no map.
Summary MakeIterations() {
  Summary summary;
  summary.main_metric = "gram_rel_frobenius";
  const auto add = [&](const std::string& method, std::int64_t size, const MethodFacts& facts,
                       double error) {
    const CellKey cell{"a", "gaussian", method, size};
    summary.rows.push_back(MakeRow(cell, "gram_rel_frobenius", error));
    summary.rows.back().reported.emplace().value = error + 1;
    summary.methods[cell] = facts;
  };
  for (const int count : {10, 0, 5}) {
    const std::string number = std::to_string(count);
    const std::string iterations = "iterations=" + number + ",sequence=adaptive)";
    add("after_" + number, 100, {"quasi(box_scale=1," + iterations, ""}, 20 - count);
    add("half_" + number, 100, {"quasi(box_scale=0.5," + iterations, ""}, 40 - count);
    for (const int size : {100, 200})
      add("wolfe(" + iterations, size, {"quasi(curvature=2," + iterations, ""}, size - count);
  }
  add("exact", 0, {"", "ridge(lambda=1)"}, 7);
  // The paper has a number for 15 iterations, which were not run.
  summary.rows.push_back(
      {.cell = {"a", "gaussian", "after_15", 100}, .metric = "gram_rel_frobenius"});
  summary.rows.back().reported.emplace().value = 3;
  return summary;
}

TEST(MakeFigure, MethodsThatDifferInAParameterAreACurveAgainstIt) {
  Summary summary = MakeIterations();
  summary.names.methods = {{"wolfe", "Wolfe"}};
  const Figure figure = MakeFigure(summary, {.x = "map.iterations"});
  ASSERT_THAT(figure.panels, SizeIs(1));
  const Panel& panel = figure.panels.front();
  EXPECT_EQ(panel.x.title, "iterations");
  EXPECT_THAT(panel.x_values, ElementsAre(0, 5, 10));
  // A value of 0 has no place on a logarithmic axis.
  EXPECT_EQ(panel.x.scale, AxisScale::kLinear);
  EXPECT_THAT(KeyNames(figure.methods), ElementsAre("quasi (box_scale=1)", "quasi (box_scale=0.5)",
                                                    "Wolfe, D = 100", "Wolfe, D = 200", "exact"));
  const auto values = [&](Curve::Role role, std::size_t method) {
    std::vector<double> all;
    for (const CurvePoint& point : CurveOf(panel, role, figure.methods[method]).points)
      all.push_back(point.y);
    return all;
  };
  EXPECT_THAT(values(Curve::Role::kOurs, 0), ElementsAre(20, 15, 10));
  EXPECT_THAT(values(Curve::Role::kPaper, 0), ElementsAre(21, 16, 11));
  EXPECT_THAT(values(Curve::Role::kOurs, 1), ElementsAre(40, 35, 30));
  EXPECT_THAT(values(Curve::Role::kOurs, 3), ElementsAre(200, 195, 190));
  // What has no such parameter is a line; what was not run is not.
  EXPECT_TRUE(CurveOf(panel, Curve::Role::kOurs, "exact").is_level);
  EXPECT_THAT(panel.curves, SizeIs(10));
}

TEST(MakeFigure, AParameterIsOnALogarithmicAxisWithoutItsZero) {
  const FigureSpec spec{.x = "map.iterations", .x_scale = AxisScale::kLog};
  EXPECT_THAT(MakeFigure(MakeIterations(), spec).panels.front().x_values, ElementsAre(5, 10));
  Summary summary = MakeIterations();
  std::erase_if(summary.rows, [](const SummaryRow& row) {
    return row.cell.method.find("iterations=0") != std::string::npos ||
           row.cell.method.ends_with("_0");
  });
  std::erase_if(summary.methods, [](const auto& one) {
    return one.second.map.find("iterations=0") != std::string::npos;
  });
  const Panel panel = MakeFigure(summary, {.x = "map.iterations"}).panels.front();
  EXPECT_EQ(panel.x.scale, AxisScale::kLog);
}

TEST(MakeFigure, NamesTheParametersThereAre) {
  EXPECT_THAT(FaultOf(MakeIterations(), {.x = "map.iteration"}),
              HasSubstr("unknown parameter of the methods 'map.iteration'; did you mean "
                        "'map.iterations'?"));
  EXPECT_THAT(FaultOf(MakeIterations(), {.x = "learner.lambda"}),
              HasSubstr("--x D, map.iterations, map.box_scale"));
}

// Without a config's word: the parameter of most values, before any time.
TEST(AxisWithPanels, IsAParameterThatMethodsDifferIn) {
  Summary summary = MakeIterations();
  std::erase_if(summary.rows,
                [](const SummaryRow& row) { return row.cell.num_random_features == 200; });
  EXPECT_EQ(AxisWithPanels(summary, {}), "map.iterations");
}

// They were measured on another machine.
TEST(MakeFigure, ThePapersNumbersStandAtItsOwnTimes) {
  for (const char* axis : {"train_s", "transform_train_s"}) {
    Summary summary;
    summary.main_metric = "accuracy";
    for (const auto& [method, seconds] : {std::pair{"rm", 1.0}, {"h01", 2.0}}) {
      const CellKey cell{"a", "linear", method, 10};
      summary.rows.push_back(MakeRow(cell, "accuracy", 0.5));
      summary.rows.back().reported.emplace().value = 0.6;
      summary.rows.push_back(MakeRow(cell, axis, seconds));
      summary.rows.back().reported.emplace().value = 10 * seconds;
    }
    const Panel panel = MakeFigure(summary, {.x = axis}).panels.front();
    EXPECT_EQ(CurveOf(panel, Curve::Role::kOurs, "h01").points.front().x, 2) << axis;
    EXPECT_EQ(CurveOf(panel, Curve::Role::kPaper, "h01").points.front().x, 20) << axis;
  }
}

TEST(MakeFigure, APrintedTimeOfZeroHasNoPlaceOnALogarithmicAxis) {
  Summary summary;
  summary.main_metric = "accuracy";
  for (const double seconds : {0.0, 2.0}) {
    const CellKey cell{"a", "linear", seconds > 0 ? "h01" : "rm", 10};
    summary.rows.push_back(MakeRow(cell, "accuracy", 0.5));
    summary.rows.back().reported.emplace().value = 0.6;
    summary.rows.push_back(MakeRow(cell, "train_s", 1));
    summary.rows.back().reported.emplace().value = seconds;
  }
  const Panel panel =
      MakeFigure(summary, {.x = "train_s", .x_scale = AxisScale::kLog}).panels.front();
  EXPECT_THAT(panel.x_values, ElementsAre(1, 2));
}

TEST(MakeFigure, DrawsNoMetricAgainstItself) {
  const Figure figure =
      MakeFigure(MakeSweep(), {.metrics = {"ops_per_row", "accuracy"}, .x = "ops_per_row"});
  ASSERT_THAT(figure.panels, SizeIs(1));
  EXPECT_EQ(figure.panels.front().metric, "accuracy");
  EXPECT_THAT(FaultOf(MakeSweep(), {.metrics = {"ops_per_row"}, .x = "ops_per_row"}),
              HasSubstr("no metric besides its horizontal axis 'ops_per_row'"));
}

TEST(MakeFigure, NamesTheAxesOnWhichThereIsSomething) {
  Summary summary;
  summary.main_metric = "accuracy";
  summary.has_learner = true;
  for (const auto& [method, seconds] : {std::pair{"rm", 1.0}, {"h01", 2.0}}) {
    summary.rows.push_back(MakeRow({"a", "linear", method, 10}, "accuracy", 0.5));
    summary.rows.push_back(MakeRow({"a", "linear", method, 10}, "train_s", seconds));
    summary.rows.push_back(MakeRow({"a", "linear", method, 10}, "ops_per_row", seconds));
  }
  EXPECT_THAT(FaultOf(summary, {}), HasSubstr("--x ops_per_row, train_s"));
  EXPECT_EQ(AxisWithPanels(summary, {}), "train_s");
  EXPECT_EQ(AxisWithPanels(MakeSweep(), {}), "D");
}

}  // namespace
}  // namespace mercer
