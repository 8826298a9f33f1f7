// The README's tables are what the program prints, and its commands work.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/files.h"

namespace mercer {
namespace {

using testing::CommandResult;

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string Readme() { return testing::ReadFile(testing::SourceDir() / "README.md"); }

/// Each "<!-- made by: mercer … -->" with the lines up to "<!-- end -->".
std::vector<std::pair<std::string, std::string>> MadeBlocks() {
  static const std::string kStart = "<!-- made by: mercer ";
  std::vector<std::pair<std::string, std::string>> blocks;
  bool inside = false;
  for (const std::string& line : Lines(Readme())) {
    if (line.starts_with(kStart)) {
      blocks.emplace_back(line.substr(kStart.size(), line.rfind(" -->") - kStart.size()), "");
      inside = true;
    } else if (line == "<!-- end -->") {
      inside = false;
    } else if (inside) {
      blocks.back().second += line + "\n";
    }
  }
  return blocks;
}

TEST(Readme, TablesAreWhatTheProgramPrints) {
  const auto blocks = MadeBlocks();
  ASSERT_FALSE(blocks.empty());
  for (const auto& [arguments, text] : blocks) {
    const CommandResult result = testing::RunCommand("cd '" + testing::SourceDir().string() +
                                                     "' && " + MERCER_BINARY + " " + arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(text, result.out) << "mercer " << arguments;
  }
}

TEST(Readme, NamesTheTestCommand) {
  EXPECT_THAT(Lines(Readme()), ::testing::Contains("tools/test"));
}

TEST(Readme, ItsRunCommandPrintsThePapersTable) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "tools/run builds and runs the release tree, not this one";
#endif
  int found = 0;
  for (const std::string& line : Lines(Readme())) {
    if (!line.starts_with("tools/run ")) continue;
    ++found;
    const testing::TemporaryFolder folder;
    const CommandResult result =
        testing::RunCommand("cd '" + testing::SourceDir().string() + "' && " + line +
                            " --repetitions 1 --out '" + (folder / "results").string() + "'");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, ::testing::HasSubstr("nursery"));
    EXPECT_THAT(result.out, ::testing::HasSubstr("paper"));
    EXPECT_THAT(result.out, ::testing::HasSubstr("99.9"));  // the paper's exact polynomial accuracy
  }
  EXPECT_EQ(found, 1);
}

}  // namespace
}  // namespace mercer
