// docs/findings.md: its figures and tables are those that their commands make of the committed
// results.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/files.h"

namespace mercer {
namespace {

struct DrawnFigure {
  std::string image, command;
};

std::vector<DrawnFigure> FiguresOf(const std::string& page) {
  std::vector<DrawnFigure> figures;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("![")) {
      const std::size_t begin = line.rfind('(') + 1;
      figures.push_back({line.substr(begin, line.rfind(')') - begin), ""});
    }
    const std::string start = "Drawn by `mercer ";
    if (line.starts_with(start) && !figures.empty())
      figures.back().command = line.substr(start.size(), line.rfind('`') - start.size());
  }
  return figures;
}

/// The line in which gnuplot says its version: another one draws other paths.
std::string Version(const std::string& svg) {
  const std::size_t at = svg.find("Produced by GNUPLOT");
  return svg.substr(at, svg.find('\n', at) - at);
}

TEST(Findings, EveryFigureIsWhatItsCommandDraws) {
  if (testing::RunCommand("gnuplot -V").exit_code != 0) GTEST_SKIP() << "there is no gnuplot here";
  const std::filesystem::path docs = testing::SourceDir() / "docs";
  const std::vector<DrawnFigure> figures = FiguresOf(testing::ReadFile(docs / "findings.md"));
  EXPECT_GE(figures.size(), 6U);
  const testing::TemporaryFolder folder;
  for (const DrawnFigure& figure : figures) {
    ASSERT_FALSE(figure.command.empty()) << figure.image;
    const std::string drawn = (folder / "drawn.svg").string();
    const auto result =
        testing::RunCommand("cd '" + testing::SourceDir().string() + "' && '" + MERCER_BINARY "' " +
                            figure.command + " --output '" + drawn + "'");
    ASSERT_EQ(result.exit_code, 0) << figure.command << result.err;
    const std::string own = testing::ReadFile(drawn);
    const std::string committed = testing::ReadFile(docs / figure.image);
    if (Version(own) != Version(committed)) GTEST_SKIP() << "drawn by another gnuplot";
    EXPECT_TRUE(own == committed) << "make it again: mercer " << figure.command << " --output docs/"
                                  << figure.image;
  }
}

TEST(Findings, EveryTableIsWhatItsCommandPrints) {
  const std::string begin = "<!-- made by: ", end = "<!-- end -->\n";
  const std::string page = testing::ReadFile(testing::SourceDir() / "docs/findings.md");
  int seen = 0;
  for (std::size_t at = page.find(begin); at != page.npos; at = page.find(begin, at + 1)) {
    const std::size_t name = at + begin.size(), line = page.find('\n', at);
    const std::string command = page.substr(name, page.rfind(" -->", line) - name);
    const auto result = testing::RunCommand("cd '" + testing::SourceDir().string() +
                                            "' && PYTHONDONTWRITEBYTECODE=1 python3 " + command);
    ASSERT_EQ(result.exit_code, 0) << command << result.err;
    EXPECT_EQ(page.substr(line + 1, page.find(end, line) - line - 1), result.out)
        << "make it again: tools/findings/page.py";
    ++seen;
  }
  EXPECT_GE(seen, 1);
}

// Six maps of one data set and kernel, two trials each. By the largest error they stand in the
// order of their accuracies, by the Frobenius error in the opposite one, and the mean error swaps
// the first two: rho = 1 − 6·2/(6·35) = 0.943.
TEST(Findings, PredictorsAreTheErrorsOfWhichTheOrderIsThatOfTheAccuracies) {
  const testing::TemporaryFolder folder;
  std::string csv =
      "status,metric,experiment,dataset,encode,labels,split,preprocess,kernel,method,map,"
      "map_params,D,output_dim,repetition,accuracy,gram_rel_frobenius,gram_rel_spectral,"
      "gram_mean_abs,gram_max_abs\n";
  for (int map = 1; map <= 6; ++map) {
    const int swapped = map > 2 ? map : 3 - map;
    for (int repetition = 0; repetition < 2; ++repetition) {
      // The means count: trials lie far apart.
      const double spread = repetition == 0 ? 0.4 : -0.4;
      csv += "ok,accuracy,own/a,set,,,,,gaussian,m" + std::to_string(map) + ",fourier,,8,8," +
             std::to_string(repetition) + "," + std::to_string(0.5 + 0.01 * map + spread) + "," +
             std::to_string(map) + ",1," + std::to_string(10 - swapped) + "," +
             std::to_string(10 - map) + "\n";
    }
  }
  csv += "failed,accuracy,own/a,set,,,,,gaussian,m7,fourier,,8,8,0,,,,,\n";
  testing::WriteFile(folder / "own/a/trials.csv", csv);
  const auto result =
      testing::RunCommand("PYTHONDONTWRITEBYTECODE=1 python3 '" +
                          (testing::SourceDir() / "tools/findings/predictors.py").string() + "' '" +
                          folder.path().string() + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* line :
       {"Accuracy and Gram errors of 6 maps at some D, in 1 group of 1 experiment:\n",
        "| relative, Frobenius | 1 | −1.00 | −1.00 |", "| mean absolute | 1 | 0.94 | 0.94 |",
        "| largest | 1 | 1.00 | 1.00 |"}) {
    EXPECT_THAT(result.out, ::testing::HasSubstr(line));
  }
  // The spectral error is the same for all, and so has no order.
  EXPECT_THAT(result.out, ::testing::Not(::testing::HasSubstr("spectral")));
}

}  // namespace
}  // namespace mercer
