// docs/findings.md: its figures are those that the commands below them draw from the committed
// results.

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

}  // namespace
}  // namespace mercer
