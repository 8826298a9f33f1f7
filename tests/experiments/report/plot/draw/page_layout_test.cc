#include "experiments/report/plot/draw/page_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/report/plot/draw/text_fit.h"
#include "experiments/report/plot/draw/tics.h"
#include "tests/experiments/report/plot/sweep_summary.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::MakeRow;

Figure FigureOf(int datasets, double value = 1) {
  Summary summary;
  summary.main_metric = "gram_mean_abs";
  for (int i = 0; i < datasets; ++i) {
    for (const std::int64_t size : {10, 100}) {
      summary.rows.push_back(
          MakeRow({"data" + std::to_string(i), "homogeneous_polynomial", "rm", size},
                  "gram_mean_abs", value * static_cast<double>(size)));
    }
  }
  return MakeFigure(summary, {});
}

TEST(LayOut, HasMoreAndSmallerPanelsInARowWhereThePageEnds) {
  EXPECT_EQ(LayOut(FigureOf(6), FigureWidth::kPage).columns, 3u);
  const PageLayout many = LayOut(FigureOf(20), FigureWidth::kPage);
  EXPECT_GT(many.columns, 3u);
  EXPECT_LE(many.height, 72 * kPageHeight);
  EXPECT_EQ(HeightRemark(FigureOf(20), FigureWidth::kPage), "");
  // Where nothing helps, panels keep their usual size.
  EXPECT_EQ(LayOut(FigureOf(80), FigureWidth::kPage).columns, 3u);
  EXPECT_THAT(HeightRemark(FigureOf(80), FigureWidth::kPage), HasSubstr("--only dataset=NAME"));
}

TEST(LayOut, PutsMetricsOfOnePanelIntoRowsOfEqualLength) {
  Figure figure = FigureOf(1);
  figure.panels.resize(4, figure.panels.front());
  EXPECT_EQ(LayOut(figure, FigureWidth::kPage).columns, 2u);
  figure.panels.resize(5, figure.panels.front());
  EXPECT_EQ(LayOut(figure, FigureWidth::kPage).columns, 3u);
}

TEST(LayOut, LeavesRoomForTheNumbersAndTheTitleOfTheVerticalAxis) {
  const Figure figure = FigureOf(2, 0.000123);
  const PageLayout layout = LayOut(figure, FigureWidth::kColumn);
  const double axis = layout.first_cell + layout.plot_left;
  for (const double tic : layout.y_tics.front())
    EXPECT_GT(axis - TextWidth(TicText(tic)), layout.first_cell + layout.axis_title + kLine / 2);
}

TEST(LayOut, BreaksTitlesThatAreWiderThanACell) {
  Figure figure = FigureOf(2);
  figure.panels.back().kernel = "linear";
  const PageLayout layout = LayOut(figure, FigureWidth::kColumn);
  EXPECT_THAT(layout.titles.front(), ElementsAre("data0", "homogeneous_", "polynomial"));
  EXPECT_THAT(layout.titles.back(), ElementsAre("data1", "linear"));
}

}  // namespace
}  // namespace mercer
