// The completion files are those that the program makes, and bash completes with them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

std::string BashFile() { return (testing::SourceDir() / "tools/completions/mercer.bash").string(); }

/// What bash offers at the end of a line. `setup` runs before.
std::vector<std::string> Complete(const std::string& line, const std::string& setup = ":") {
  const auto result = testing::RunCommand(
      "bash -c 'source \"$0\"; " + setup +
      "; COMP_LINE=\"$1\"; COMP_POINT=${#COMP_LINE}; _mercer; " +
      "printf \"%s\\n\" \"${COMPREPLY[@]}\"' '" + BashFile() + "' '" + line + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  std::vector<std::string> words;
  std::istringstream lines(result.out);
  for (std::string word; std::getline(lines, word);) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

TEST(Completions, TheFilesAreThoseThatTheProgramMakes) {
  for (const auto& [shell, file] :
       {std::pair("bash", "mercer.bash"), std::pair("zsh", "_mercer")}) {
    const auto made = testing::RunMercer(std::string("completions ") + shell);
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_EQ(made.out, testing::ReadFile(testing::SourceDir() / "tools/completions" / file))
        << "make it again: mercer completions " << shell << " > tools/completions/" << file;
  }
  EXPECT_EQ(testing::RunMercer("completions fish").exit_code, 2);
  EXPECT_EQ(testing::RunMercer("completions").exit_code, 2);
}

TEST(Completions, BashKnowsThem) {
  const auto result =
      testing::RunCommand("bash -c 'source \"$0\"; complete -p mercer' '" + BashFile() + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("_mercer mercer"));
}

TEST(Completions, OffersCommandsAndOptions) {
  EXPECT_THAT(Complete("mercer re"), ElementsAre("report"));
  EXPECT_THAT(Complete("mercer run --on"), ElementsAre("--only"));
  EXPECT_THAT(Complete("mercer run x.json --out y --on"), ElementsAre("--only"));
  EXPECT_THAT(Complete("mercer merge --"), UnorderedElementsAre("--out", "--prefer", "--help"));
  EXPECT_THAT(Complete("mercer run --json-l"), ElementsAre("--json-log"));
}

TEST(Completions, OffersTheValuesOfOptions) {
  EXPECT_THAT(Complete("mercer run --retry fa"), ElementsAre("failed"));
  EXPECT_THAT(Complete("mercer run --retry failed,time"), ElementsAre("failed,timeout"));
  EXPECT_THAT(Complete("mercer run --only "),
              UnorderedElementsAre("dataset=", "kernel=", "method=", "map=", "D=", "repetition="));
  // Of a word with '=' bash replaces what stands behind it.
  EXPECT_THAT(Complete("mercer run --only dataset=nursery,ker"), ElementsAre("nursery,kernel="));
  EXPECT_THAT(Complete("mercer run --only=da"), ElementsAre("dataset="));
  EXPECT_THAT(Complete("mercer report --format m"), ElementsAre("markdown"));
  EXPECT_THAT(Complete("mercer list ker"), ElementsAre("kernels"));
}

TEST(Completions, OffersConfigsAndFolders) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "table1.json", "");
  testing::WriteFile(folder / "table1.csv", "");
  testing::WriteFile(folder / "tables/x", "");
  const std::string setup = "cd " + folder.path().string();
  EXPECT_THAT(Complete("mercer run ta", setup), UnorderedElementsAre("table1.json", "tables"));
  EXPECT_THAT(Complete("mercer report ta", setup), ElementsAre("tables"));
  EXPECT_THAT(Complete("mercer run x.json --out ta", setup), ElementsAre("tables"));
}

// A status or key that is offered is one that is taken.
TEST(Completions, WhatIsOfferedIsTaken) {
  const testing::Bench bench(testing::QuickConfig());
  for (const std::string& status : Complete("mercer run --retry "))
    EXPECT_EQ(bench.Run("--dry-run --retry " + status).exit_code, 0) << status;
  const std::string results = (testing::SourceDir() / "results/kar2012/nursery").string();
  for (const std::string command : {"report", "plot --output f.gp", "compare"}) {
    const std::string name = command.substr(0, command.find(' '));
    const std::vector<std::string> keys = Complete("mercer " + name + " --only ");
    EXPECT_GE(keys.size(), 3U) << name;
    for (const std::string& key : keys) {
      const auto result = testing::RunMercer(command + " " + results + " --only " + key + "none");
      EXPECT_THAT(result.err, Not(HasSubstr("unknown key"))) << command << " " << key;
    }
  }
}

}  // namespace
}  // namespace mercer
