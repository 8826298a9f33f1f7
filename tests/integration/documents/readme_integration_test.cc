// The README's tables are what the program prints, and its commands work.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
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

TEST(Scoreboard, HasALineForEachTableAndClaimOnRequest) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "kar2012");
  std::filesystem::create_symlink(testing::SourceDir() / "results/kar2012/nursery",
                                  folder / "kar2012/nursery");
  const std::string check = "check --all --results '" + folder.path().string() + "'";
  const std::string plain = testing::RunMercer(check).out;
  const std::string tables = testing::RunMercer(check + " --tables").out;
  const std::string claims = testing::RunMercer(check + " --claims").out;
  EXPECT_THAT(plain, ::testing::HasSubstr("Cells and claims of each paper"));
  EXPECT_EQ(tables.substr(0, plain.size()), plain);
  EXPECT_EQ(claims.substr(0, plain.size()), plain);
  const std::string table = "\nnursery table 1 ", claim = "In each case the error drops as D grows";
  EXPECT_THAT(tables, ::testing::HasSubstr(table));
  EXPECT_THAT(tables, ::testing::Not(::testing::HasSubstr(claim)));
  EXPECT_THAT(claims, ::testing::HasSubstr(claim));
  EXPECT_THAT(claims, ::testing::Not(::testing::HasSubstr(table)));
}

TEST(Readme, IsReadInAFewMinutes) { EXPECT_LT(Lines(Readme()).size(), 120u); }

/// The lines of the block that begins with a fence of the language, the n-th of them.
std::string BlockOf(const std::string& fence, std::size_t which) {
  std::string block;
  std::size_t met = 0;
  bool inside = false;
  for (const std::string& line : Lines(Readme())) {
    if (inside && line == "```") {
      if (met++ == which) return block;
      inside = false;
      block.clear();
    } else if (inside) {
      block += line + "\n";
    } else if (line.starts_with("```")) {
      inside = line == fence;
    }
  }
  return "";
}

TEST(Readme, ShowsTheExampleConfig) {
  EXPECT_EQ(BlockOf("```json", 0), testing::ReadFile(testing::SourceDir() / "examples/own.json"));
}

// Lines of a report without what a rerun decides anew: the README shows some of them.
TEST(Readme, ShowsLinesOfTheCommittedTable) {
  const std::string report =
      testing::RunMercer("report '" + (testing::SourceDir() / "results/kar2012/nursery").string() +
                         "'")
          .out;
  const std::vector<std::string> lines = Lines(BlockOf("```text", 0));
  ASSERT_GE(lines.size(), 6u);
  for (const std::string& line : lines) EXPECT_THAT(report, ::testing::HasSubstr(line + "\n"));
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
    EXPECT_THAT(result.out,
                ::testing::HasSubstr("only 1 of the 5 repetitions of the config are here"));
  }
  EXPECT_EQ(found, 1);
}

/// The lines of the blocks marked sh, continued ones joined, without their comments.
std::vector<std::string> ShellCommands() {
  std::vector<std::string> commands;
  bool inside = false, continued = false;
  for (std::string line : Lines(Readme())) {
    if (line.starts_with("```")) {
      inside = line == "```sh";
      continue;
    }
    if (!inside) continue;
    line = line.substr(0, line.find(" #"));
    const bool goes_on = line.ends_with("\\");
    if (goes_on) line.pop_back();
    if (continued) {
      commands.back() += line;
    } else {
      commands.push_back(line);
    }
    continued = goes_on;
  }
  return commands;
}

/// A folder in which a reader could type them: the repository's folders and files of his own.
void Furnish(const testing::TemporaryFolder& folder) {
  for (const char* name : {"configs", "datasets", "results", "examples"})
    std::filesystem::create_symlink(testing::SourceDir() / name, folder / name);
  testing::WriteFile(folder / "train.libsvm", "1 1:0.5 2:-1\n-1 1:0.25 3:0.125\n1 3:1\n");
  testing::WriteFile(folder / "test.libsvm", "1 2:0.5\n-1 1:0.75\n");
}

TEST(Readme, ItsOtherCommandsWork) {
  const testing::TemporaryFolder folder;
  Furnish(folder);
  const std::string program = "build/release/tools/mercer";
  int run = 0;
  for (std::string command : ShellCommands()) {
    if (!command.starts_with(program)) continue;
    command.replace(0, program.size(), MERCER_BINARY);
    // An hour's sweep is planned only; a folder without data stands for the reader's.
    if (command.find(" run configs/") != std::string::npos) command += " --dry-run";
    if (const auto at = command.find("DIR"); at != std::string::npos) command.replace(at, 3, ".");
    // One repetition of the example, as quick as it is.
    if (command.find(" run examples/") != std::string::npos)
      command += " --repetitions 1 --no-passport";
    if (command.find(" plot ") != std::string::npos &&
        testing::RunCommand("gnuplot -V").exit_code != 0) {
      continue;
    }
    // Tests download nothing.
    if (command.find(" fetch ") != std::string::npos) command += " --from .";
    const CommandResult result =
        testing::RunCommand("cd '" + folder.path().string() + "' && MERCER_DATA=data " + command);
    // `check` tells by 1 that a cell is worse than the paper's.
    const int most = command.find(" check ") != std::string::npos ? 1 : 0;
    EXPECT_LE(result.exit_code, most) << command << "\n" << result.err;
    ++run;
  }
  EXPECT_GE(run, 9);
}

}  // namespace
}  // namespace mercer
