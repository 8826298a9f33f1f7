#include "experiments/report/plot/figure_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/experiments/report/plot/sweep_summary.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string FaultOf(const std::string& text) {
  try {
    FiguresOfConfig(text, "own.json");
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(FiguresOfConfig, ReadsWhatIsThere) {
  const auto figures = FiguresOfConfig(
      R"({// A comment.
          "figures": [{"name": "a"},
            {"name": "b", "metrics": ["accuracy", "train_s"], "x": "ops_per_row",
             "x_scale": "linear", "y_scale": "log", "datasets": ["adult"], "kernels": ["gaussian"],
             "methods": ["rff", "orf"]}]})",
      "own.json");
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].x, "D");
  EXPECT_FALSE(figures[0].x_scale);
  EXPECT_FALSE(figures[0].y_scale);
  EXPECT_THAT(figures[0].metrics, IsEmpty());
  EXPECT_EQ(figures[1].x, "ops_per_row");
  EXPECT_EQ(figures[1].x_scale, AxisScale::kLinear);
  EXPECT_EQ(figures[1].y_scale, AxisScale::kLog);
  EXPECT_THAT(figures[1].metrics, ElementsAre("accuracy", "train_s"));
  EXPECT_THAT(figures[1].datasets, ElementsAre("adult"));
  EXPECT_THAT(figures[1].methods, ElementsAre("rff", "orf"));
  EXPECT_THAT(FiguresOfConfig("{}", "own.json"), IsEmpty());
}

TEST(FiguresOfConfig, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(FaultOf("[]"), HasSubstr("own.json is no JSON object"));
  EXPECT_THAT(FaultOf(R"({"figures": [{"x": "D"}]})"), HasSubstr("/figures/0 has no 'name'"));
  EXPECT_THAT(FaultOf(R"({"figures": [{"name": "a"}, {"name": "b", "metrics": ["acuracy"]}]})"),
              ::testing::AllOf(HasSubstr("/figures/1/metrics"), HasSubstr("acuracy")));
  EXPECT_THAT(FaultOf(R"({"figures": [{"name": "a", "x": "d"}]})"),
              ::testing::AllOf(HasSubstr("/figures/0/x"), HasSubstr("ops_per_row"),
                               HasSubstr("map.PARAMETER")));
  EXPECT_THAT(FaultOf(R"({"figures": [{"name": "a", "x": "map."}]})"), HasSubstr("'map.'"));
  EXPECT_THAT(FaultOf(R"({"figures": [{"name": "a", "y_scale": "cubic"}]})"),
              HasSubstr("/figures/0/y_scale is 'cubic'; expected linear or log"));
}

TEST(FigureNamed, NamesThoseThereAre) {
  const std::vector<FigureSpec> figures = {{.name = "one"}, {.name = "two"}};
  EXPECT_EQ(&FigureNamed(figures, "two"), &figures[1]);
  try {
    FigureNamed(figures, "tow");
    ADD_FAILURE();
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), ::testing::AllOf(HasSubstr("'tow'"), HasSubstr("two")));
  }
}

TEST(DefaultFigure, HasTheFirstMetricWithACurve) {
  Summary summary = testing::MakeSweep();
  EXPECT_THAT(DefaultFigure(summary).metrics, ElementsAre("accuracy"));
  std::erase_if(summary.rows, [](const SummaryRow& row) {
    return row.metric == "accuracy" && row.cell.num_random_features > 10;
  });
  EXPECT_THAT(DefaultFigure(summary).metrics, IsEmpty());
}

}  // namespace
}  // namespace mercer
