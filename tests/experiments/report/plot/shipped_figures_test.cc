// Every figure that a shipped config names shows something of the committed results of that config.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "experiments/json/regular_file.h"
#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/plot/panels.h"
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

}  // namespace
}  // namespace mercer
