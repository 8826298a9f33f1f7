#include "experiments/report/plot/draw/gnuplot_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/experiments/report/plot/sweep_summary.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::MakeRow;
using testing::MakeSweep;
using ::testing::Not;

std::string ScriptOf(const Summary& summary, const std::string& output = "f.svg") {
  return GnuplotScript(MakeFigure(summary, {}), FigureWidth::kColumn, output);
}

TEST(GnuplotScript, HasTheDataAndTheEndsOfTheAxes) {
  const std::string script = ScriptOf(MakeSweep());
  EXPECT_THAT(script, HasSubstr("10 70 68 72\n100 80 78 82\n1000 90 88 92\nEND\n"));
  EXPECT_THAT(script, HasSubstr("10 71 71 71\n100 81 81 81\nEND\n"));
  EXPECT_THAT(script, HasSubstr("set yrange [66.92:96.08]\n"));
  EXPECT_THAT(script, HasSubstr("set logscale x\n"));
  EXPECT_THAT(script, HasSubstr("set xtics (10, 100, 1000)\n"));
  // A level line from end to end, and a key with every method and the paper.
  EXPECT_THAT(script, HasSubstr(" 95\n"));
  EXPECT_THAT(script, AllOf(HasSubstr("title 'rff'"), HasSubstr("title 'exact'"),
                            HasSubstr("title 'paper'"), Not(HasSubstr("title 'theory'"))));
}

TEST(GnuplotScript, TakesTheTerminalFromTheFilesEnding) {
  EXPECT_THAT(ScriptOf(MakeSweep()), HasSubstr("set terminal svg enhanced size 322,"));
  EXPECT_THAT(ScriptOf(MakeSweep(), "f.pdf"), HasSubstr("pdfcairo enhanced size 3.35in,"));
  EXPECT_THAT(ScriptOf(MakeSweep(), "f.png"), HasSubstr("pngcairo enhanced size 1005,"));
  EXPECT_THAT(ScriptOf(MakeSweep(), "some/f.gp"), HasSubstr("set output 'f.svg'"));
  EXPECT_THROW(ScriptOf(MakeSweep(), "f.jpg"), InvalidInput);
  EXPECT_THROW(ScriptOf(MakeSweep(), "f"), InvalidInput);
}

// Names come from configs and records: none ends a quoted text or runs a command.
TEST(GnuplotScript, QuotesNames) {
  Summary summary;
  summary.main_metric = "accuracy";
  const std::string name = "a'; system('touch x'); `touch x`\nset output";
  for (const std::int64_t size : {10, 100}) {
    summary.rows.push_back(MakeRow({name, "linear", name, size}, "accuracy", 0.5));
    summary.rows.push_back(MakeRow({"b", "linear", name, size}, "accuracy", 0.5));
  }
  const std::string script = ScriptOf(summary);
  // Two lines above the panel, and the key.
  EXPECT_THAT(script, HasSubstr("set label 'a''; system (''touch x'');' noenhanced"));
  EXPECT_THAT(script, HasSubstr("set label '`touch x` set output' noenhanced"));
  EXPECT_THAT(script, HasSubstr("title 'a''; system'"));  // key
  EXPECT_THAT(script, Not(HasSubstr("\nset output\"")));
}

TEST(GnuplotScript, PanelsAreNamedByWhatTellsThemApart) {
  Summary summary;
  summary.main_metric = "gram_mean_abs";
  for (const std::string dataset : {"unit_ball(d=10,law=uniform)", "unit_ball(d=20,law=uniform)"}) {
    for (const std::int64_t size : {10, 100})
      summary.rows.push_back(MakeRow({dataset, "linear", "rm", size}, "gram_mean_abs", 1));
  }
  EXPECT_THAT(ScriptOf(summary), AllOf(HasSubstr("'d=10'"), HasSubstr("'d=20'"),
                                       Not(HasSubstr("uniform")), Not(HasSubstr("'linear'"))));
}

// At D = 1, 2, …, 40 a column has no room for every number.
TEST(GnuplotScript, LeavesOutNumbersThatWouldMeet) {
  Summary summary;
  summary.main_metric = "accuracy";
  for (std::int64_t size = 1000; size <= 1040; ++size)
    summary.rows.push_back(MakeRow({"a", "linear", "rm", size}, "accuracy", 0.5));
  const Figure figure = MakeFigure(summary, {.x_scale = AxisScale::kLinear});
  const std::string script = GnuplotScript(figure, FigureWidth::kColumn, "f.svg");
  EXPECT_THAT(script, HasSubstr("set xtics (1000, 1006, 1012, 1018, 1024, 1030, 1036)\n"));
}

// A method of one D has a mark and no line; one without D a dotted line; the paper's as drawn.
TEST(GnuplotScript, TheKeyShowsWhatIsDrawn) {
  Summary summary = MakeSweep();
  SummaryRow single = MakeRow({"nursery", "polynomial", "one", 100}, "accuracy", 0.5);
  summary.rows.push_back(single);
  std::string script = ScriptOf(summary);
  EXPECT_THAT(script, HasSubstr("keyentry with linespoints linecolor rgb '#0072B2' dashtype 1 "
                                "pointtype 7 title 'rff'"));
  EXPECT_THAT(script, HasSubstr("keyentry with linespoints linecolor rgb '#D55E00' dashtype 3 "
                                "pointtype 5 pointinterval 2 title 'exact'"));
  EXPECT_THAT(script, HasSubstr("keyentry with points linecolor rgb '#009E73' dashtype 1 "
                                "pointtype 9 title 'one'"));
  EXPECT_THAT(script, HasSubstr("keyentry with linespoints linecolor rgb '#000000' dashtype 2 "
                                "pointtype 6 title 'paper'"));
  summary.rows[2].reported.reset();  // D = 100: the paper has one value
  EXPECT_THAT(ScriptOf(summary), HasSubstr("keyentry with points linecolor rgb '#000000'"));
}

TEST(FigureCaption, SaysWhatIsDrawn) {
  EXPECT_EQ(FigureCaption(MakeFigure(MakeSweep(), {})),
            "accuracy % against number of random features D. Bars: ± one standard deviation over "
            "repetitions. Open markers, dashed: the paper's numbers. Dotted: methods without "
            "random features.");
}

}  // namespace
}  // namespace mercer
