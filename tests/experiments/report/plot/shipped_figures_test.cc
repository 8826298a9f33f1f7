// Every figure that a shipped config names shows something of the committed results of that config.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "experiments/json/regular_file.h"
#include "experiments/report/plot/draw/page_layout.h"
#include "experiments/report/plot/figure.h"
#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/plot/panel_names.h"
#include "experiments/report/plot/shown_figures.h"
#include "experiments/report/summary/summarise.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

/// How many points of ours a figure has; why it cannot be drawn is a failure.
std::size_t MarksOf(const Summary& summary, const FigureSpec& spec, const fs::path& config) {
  std::size_t marks = 0;
  try {
    for (const Panel& panel : MakeFigure(summary, spec).panels)
      for (const Curve& curve : panel.curves)
        if (curve.role == Curve::Role::kOurs) marks += curve.points.size();
  } catch (const InvalidInput& error) {
    ADD_FAILURE() << config << ", figure " << spec.name << ": " << error.what();
  }
  return marks;
}

TEST(ShippedFigures, HaveMarksOfTheCommittedResults) {
  std::size_t figures = 0;
  const fs::path configs = testing::SourceDir() / "configs";
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(configs)) {
    const fs::path config = entry.path();
    const fs::path results = testing::SourceDir() / "results" /
                             fs::relative(config, configs).replace_extension().string();
    if (config.extension() != ".json" || !fs::is_directory(results)) continue;
    const std::vector<FigureSpec> specs =
        FiguresOfConfig(ReadRegularFile(config.string()), config.string());
    if (specs.empty()) continue;
    const Summary summary = LoadSummary(results);
    for (const FigureSpec& spec : specs) {
      ++figures;
      EXPECT_GE(MarksOf(summary, spec, config), 2U) << config << ", figure " << spec.name;
    }
  }
  EXPECT_GE(figures, 10U);
}

// Figure 1 of Atarashi et al.: seconds for mapping against the columns d of the data.
TEST(ShippedFigures, MappingTimesOfAtarashiAreAgainstTheColumnsOfTheData) {
  const fs::path config = testing::SourceDir() / "configs/atarashi2019/figure1.json";
  const Figure figure =
      MakeFigure(LoadSummary(testing::SourceDir() / "results/atarashi2019/figure1"),
                 FiguresOfConfig(ReadRegularFile(config.string()), config.string()).front());
  EXPECT_EQ(figure.methods, (std::vector<std::string>{"RK", "SCRK"}));
  ASSERT_EQ(figure.panels.size(), 1U);
  const Panel& panel = figure.panels.front();
  EXPECT_EQ(panel.x_values, (std::vector<double>{512, 1024, 2048, 4096}));
  ASSERT_EQ(panel.curves.size(), 2U);
  for (const Curve& curve : panel.curves) EXPECT_EQ(curve.points.size(), 4U) << curve.method;
  // Independent features take longer at each d, and their time rises with it.
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_GT(panel.curves[0].points[i].y, panel.curves[1].points[i].y);
  EXPECT_GT(panel.curves[0].points[3].y, 4 * panel.curves[0].points[0].y);
}

// Figure 4 of Yang et al.: errors after so many iterations, every fifth from 0 to 95, of each box.
TEST(ShippedFigures, ErrorsOfYangAreAgainstTheIterations) {
  const fs::path config = testing::SourceDir() / "configs/yang2014/figure4_housing.json";
  const Figure figure =
      MakeFigure(LoadSummary(testing::SourceDir() / "results/yang2014/figure4_housing"),
                 FiguresOfConfig(ReadRegularFile(config.string()), config.string()).front());
  EXPECT_EQ(KeyNames(figure.methods), (std::vector<std::string>{"quasi_fourier (box_scale=1)",
                                                                "quasi_fourier (box_scale=0.5)"}));
  ASSERT_EQ(figure.panels.size(), 4U);
  for (const Panel& panel : figure.panels) {
    ASSERT_EQ(panel.curves.size(), 4U) << panel.metric;  // the paper's and ours
    for (const Curve& curve : panel.curves) {
      ASSERT_EQ(curve.points.size(), 20U) << panel.metric;
      for (std::size_t i = 0; i < 20; ++i)
        EXPECT_EQ(curve.points[i].x, 5.0 * static_cast<double>(i));
    }
  }
}

// A picture that the config of an experiment names has its place on a page.
TEST(ShippedFigures, FitAPage) {
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(testing::SourceDir() / "results")) {
    if (!entry.is_directory() || !fs::exists(entry.path() / "summary.csv")) continue;
    const Summary summary = LoadSummary(entry.path());
    for (const FigureSpec& spec : FiguresOfExperiment(summary)) {
      EXPECT_EQ(HeightRemark(MakeFigure(summary, spec), FigureWidth::kPage), "")
          << entry.path() << ", figure " << spec.name;
    }
  }
}

}  // namespace
}  // namespace mercer
