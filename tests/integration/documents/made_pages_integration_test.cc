// What README.md and docs/ show of results is what the program makes of them: the blocks after a
// comment "made by: mercer …", and the pictures above a line "Drawn by `mercer plot …`".
// tools/publish makes them again.

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tests/integration/documents/made_pages.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using testing::CommandResult;
namespace fs = std::filesystem;

/// README.md and those of docs/, from the source tree.
std::vector<std::string> Pages() {
  std::vector<std::string> pages{"README.md"};
  for (const auto& entry : fs::directory_iterator(testing::SourceDir() / "docs"))
    if (entry.path().extension() == ".md")
      pages.push_back("docs/" + entry.path().filename().string());
  return pages;
}

CommandResult RunAtTheTop(const std::string& arguments) {
  return testing::RunCommand("cd '" + testing::SourceDir().string() + "' && '" + MERCER_BINARY +
                             "' " + arguments);
}

TEST(MadePages, EveryBlockIsWhatTheProgramPrints) {
  std::set<std::string> with_blocks;
  for (const std::string& page : Pages()) {
    for (const auto& block :
         testing::MadeBlocksOf(testing::ReadFile(testing::SourceDir() / page))) {
      with_blocks.insert(page);
      EXPECT_TRUE(block.ends) << page;
      const CommandResult result = RunAtTheTop(block.arguments);
      // `check` tells by 1 that a cell is worse than the paper's.
      EXPECT_LE(result.exit_code, block.arguments.starts_with("check") ? 1 : 0) << result.err;
      EXPECT_EQ(block.text, result.out)
          << page << ": mercer " << block.arguments << "\nmake it again: tools/publish --pages";
    }
  }
  for (const char* page : {"docs/compare.md", "docs/config.md", "docs/scoreboard.md"})
    EXPECT_TRUE(with_blocks.contains(page)) << page;
}

/// The line in which gnuplot says its version: another one draws other paths.
std::string Version(const std::string& svg) {
  const std::size_t at = svg.find("Produced by GNUPLOT");
  return svg.substr(at, svg.find('\n', at) - at);
}

TEST(MadePages, EveryPictureIsWhatItsCommandDraws) {
  if (testing::RunCommand("gnuplot -V").exit_code != 0) GTEST_SKIP() << "there is no gnuplot here";
  const testing::TemporaryFolder folder;
  const std::string drawn = (folder / "drawn.svg").string();
  std::size_t pictures = 0;
  for (const char* page : {"README.md", "docs/findings.md"}) {
    const fs::path path = testing::SourceDir() / page;
    for (const auto& picture : testing::DrawnPicturesOf(testing::ReadFile(path))) {
      // The README's example is of a run of the reader's own.
      if (picture.arguments.empty() && picture.image == "docs/images/own.svg") continue;
      ASSERT_FALSE(picture.arguments.empty()) << page << ": " << picture.image;
      const CommandResult result = RunAtTheTop(picture.arguments + " --output '" + drawn + "'");
      ASSERT_EQ(result.exit_code, 0) << picture.arguments << result.err;
      const std::string own = testing::ReadFile(drawn);
      const std::string committed = testing::ReadFile(path.parent_path() / picture.image);
      if (Version(own) != Version(committed)) GTEST_SKIP() << "drawn by another gnuplot";
      EXPECT_TRUE(own == committed)
          << page << ": " << picture.image << "\nmake it again: tools/publish --pages";
      ++pictures;
    }
  }
  EXPECT_GE(pictures, 7U);
}

}  // namespace
}  // namespace mercer
