// docs/howto.md: every block of commands works as it stands, in the order of the page.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/integration/documents/docs_page.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

bool Has(const std::string& command) {
  return testing::RunCommand(command + " > /dev/null 2>&1").exit_code == 0;
}

TEST(HowTo, EveryBlockWorks) {
  const testing::TemporaryFolder folder;
  fs::create_directory(folder / "bin");
  fs::create_symlink(MERCER_BINARY, folder / "bin/mercer");
  const std::string begin = "cd '" + folder.path().string() +
                            "' && export PATH=\"$PWD/bin:$PATH\"" +
                            " MERCER_DATA=data MERCER_NO_PASSPORT=1 && set -e\n";
  std::string left_out;
  int run = 0;
  for (const auto& [language, path, block] : testing::BlocksOf("docs/howto.md")) {
    if (language != "sh") continue;
    const bool python = block.find("\npython3 ") != block.npos;
    const bool gnuplot = block.find("mercer plot ") != block.npos;
    if ((python && !Has("python3 -c 'import matplotlib'")) || (gnuplot && !Has("gnuplot -V"))) {
      left_out += python ? " matplotlib" : " gnuplot";
      continue;
    }
    testing::WriteFile(folder / "block.sh", begin + block);
    const testing::CommandResult result =
        testing::RunCommand("bash '" + (folder / "block.sh").string() + "'");
    EXPECT_EQ(result.exit_code, 0) << block << result.out << result.err;
    ++run;
  }
  EXPECT_GE(run, 5);
  EXPECT_THAT(testing::ReadFile(folder / "table1a.html"), ::testing::HasSubstr("<html"));
  EXPECT_THAT(testing::ReadFile(folder / "table1a.tex"), ::testing::HasSubstr("\\toprule"));
  if (Has("gnuplot -V")) {
    const std::string curve = testing::ReadFile(folder / "curve.svg");
    EXPECT_THAT(curve, ::testing::HasSubstr("number of random features D"));
    EXPECT_THAT(curve, ::testing::HasSubstr("' transform='translate("));
  }
  if (!left_out.empty()) GTEST_SKIP() << "plots were not drawn, without" << left_out;
}

}  // namespace
}  // namespace mercer
