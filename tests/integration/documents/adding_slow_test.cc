// ADDING.md as a new user would follow it, in a copy of the tree: every file, change and
// command, in the order of the page.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "tests/integration/documents/docs_page.h"

namespace mercer {
namespace {

using testing::CommandResult;
using ::testing::HasSubstr;
using testing::PageBlock;

/// A copy of the files that git knows, with a shell in it. A compiler cache, where there is one, is
/// told that the copy is like the tree.
class Copy {
 public:
  Copy() {
    const std::string tree = testing::SourceDir().string();
    testing::RunCommand("cd '" + tree + "' && git -c safe.directory='" + tree +
                        "' ls-files -z | xargs -0 cp --parents -t '" + folder() + "'");
  }

  bool IsThere() const { return std::filesystem::exists(path("CMakeLists.txt")); }
  std::filesystem::path path(const std::string& file) const { return folder_ / file; }

  CommandResult Run(const std::string& commands) const {
    const testing::TemporaryFolder script;
    testing::WriteFile(script / "commands.sh",
                       "cd '" + folder() + "'\n" +
                           "export MERCER_DATA=data MERCER_NO_PASSPORT=1 CCACHE_NOHASHDIR=1 "
                           "CCACHE_BASEDIR=\"$PWD\" CCACHE_SLOPPINESS="
                           "pch_defines,time_macros,include_file_mtime,include_file_ctime\n"
                           "set -e\n" +
                           commands);
    return testing::RunCommand("bash '" + (script / "commands.sh").string() + "'");
  }

 private:
  std::string folder() const { return folder_.path().string(); }

  testing::TemporaryFolder folder_;
};

/// Each line that the page shows is among those printed.
void ExpectPrinted(const std::string& shown, const std::string& printed) {
  std::istringstream lines(shown);
  for (std::string line; std::getline(lines, line);)
    EXPECT_THAT("\n" + printed, HasSubstr("\n" + line + "\n"));
}

TEST(AddingPage, LeadsToATestedKernelAndMap) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "the page builds a release tree of its own";
#endif
  const Copy copy;
  if (!copy.IsThere()) GTEST_SKIP() << "the sources are no git checkout to copy";
  std::string printed, suites, build;
  for (const PageBlock& block : testing::BlocksOf("ADDING.md")) {
    if (block.language == "text") {
      ExpectPrinted(block.text, printed);
      continue;
    }
    const CommandResult result =
        block.language == "sh" ? copy.Run(block.text) : testing::Apply(block, copy.path(""));
    ASSERT_EQ(result.exit_code, 0) << block.text << result.out << result.err;
    printed = result.out;
    if (block.text.find("ctest ") == block.text.npos) continue;
    build = block.text;
    suites = printed;
  }
  for (const char* test :
       {"DotProductProperty.ProfileIsTheSumOfItsSeries/inverse_polynomial",
        "MeanIsTheKernelWithinFiveStandardErrors/random_maclaurin__inverse_polynomial",
        "MeanIsTheKernelWithinFiveStandardErrors/gaussian_sketch__homogeneous_polynomial",
        "FirstFeaturesDoNotDependOnD/gaussian_sketch__homogeneous_polynomial",
        "MapTraits.AMapThatDeniesToBeUnbiasedIsBiased"})
    EXPECT_THAT(suites, HasSubstr(test));
  const std::string cells = testing::ReadFile(copy.path("sketch/summary.csv"));
  for (const char* cell :
       {"inverse_polynomial,exact", "inverse_polynomial,rm", "homogeneous_polynomial,sketch"})
    EXPECT_THAT(cells, HasSubstr(cell));

  // The suites are worth their time only if they fail.
  const CommandResult halved = copy.Run(
      "sed -i 's|setConstant(1 /|setConstant(0.5 /|' core/maps/polynomial/gaussian_sketch.cc\n"
      "grep -q 'setConstant(0.5 /' core/maps/polynomial/gaussian_sketch.cc\n" +
      build);
  EXPECT_EQ(halved.exit_code, 8) << "ctest says by 8 that a test failed" << halved.err;
  EXPECT_THAT(halved.out, HasSubstr("MeanIsTheKernelWithinFiveStandardErrors/gaussian_sketch"));
}

}  // namespace
}  // namespace mercer
