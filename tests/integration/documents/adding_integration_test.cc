// ADDING.md agrees with the tree: its files compile, its changes apply, its commands and paths
// name what there is. That they do what the page says is adding_slow_test.cc.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/integration/documents/docs_page.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::PageBlock;

const char* const kPage = "ADDING.md";
const char* const kProgram = "build/release/tools/mercer ";

fs::path BuildDir() { return fs::path(MERCER_BINARY).parent_path().parent_path(); }

std::vector<PageBlock> Blocks(const std::string& language) {
  std::vector<PageBlock> blocks = testing::BlocksOf(kPage);
  std::erase_if(blocks, [&](const PageBlock& block) { return block.language != language; });
  return blocks;
}

std::vector<std::string> Commands() {
  std::vector<std::string> commands;
  for (const PageBlock& block : Blocks("sh")) {
    std::istringstream lines(block.text);
    bool continues = false;
    for (std::string line; std::getline(lines, line);) {
      const bool ends = !line.ends_with('\\');
      if (!ends) line.pop_back();
      if (continues) {
        commands.back() += line;
      } else {
        commands.push_back(line);
      }
      continues = !ends;
    }
  }
  return commands;
}

std::vector<std::string> Matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it)
    found.push_back((*it)[1]);
  return found;
}

/// What the page registers.
std::vector<std::string> NewNames() {
  std::vector<std::string> names;
  for (const PageBlock& block : Blocks("cpp")) {
    for (const char* pattern : {"entry\\.name = \"(\\w+)\"", "kName = \"(\\w+)\""})
      for (const std::string& name : Matches(block.text, pattern)) names.push_back(name);
  }
  return names;
}

bool NamesANewThing(const std::string& text) {
  for (const std::string& name : NewNames())
    if (text.find(name) != text.npos) return true;
  return false;
}

/// The command by which this build compiles a source, without what it writes.
std::string CompileCommand(const std::string& source) {
  const auto commands =
      nlohmann::json::parse(testing::ReadFile(BuildDir() / "compile_commands.json"));
  for (const auto& entry : commands) {
    if (entry["file"] != (testing::SourceDir() / source).string()) continue;
    const std::string command = entry["command"];
    return command.substr(0, command.find(" -o "));
  }
  return "";
}

TEST(AddingPage, IsAKernelAndAMap) {
  EXPECT_EQ(NewNames().size(), 2U);
  EXPECT_EQ(Blocks("cpp").size(), 2U);
  EXPECT_EQ(Blocks("diff").size(), 2U);
}

TEST(AddingPage, ItsFilesCompileAndItsChangesApply) {
  const testing::TemporaryFolder folder;
  std::set<std::string> sources;
  for (const PageBlock& block : Blocks("cpp")) {
    ASSERT_NE(block.path, "");
    EXPECT_FALSE(fs::exists(testing::SourceDir() / block.path)) << block.path << " is there";
    testing::Apply(block, folder.path());
    if (block.path.ends_with(".cc")) sources.insert(block.path);
  }
  for (const PageBlock& block : Blocks("diff")) {
    testing::WriteFile(folder / block.path, testing::ReadFile(testing::SourceDir() / block.path));
    const CommandResult result = testing::Apply(block, folder.path());
    ASSERT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_NE(testing::ReadFile(folder / block.path),
              testing::ReadFile(testing::SourceDir() / block.path));
    sources.insert(block.path);
  }
  ASSERT_EQ(sources.size(), 4U);
  for (const std::string& source : sources) {
    const bool is_map = source.starts_with("core/maps/");
    const std::string command =
        CompileCommand(is_map ? "core/maps/builtin_maps.cc" : "core/kernels/builtin_kernels.cc");
    ASSERT_NE(command, "");
    const CommandResult result = testing::RunCommand(
        "cd '" + BuildDir().string() + "' && " + command + " -I'" + folder.path().string() +
        "' -fsyntax-only '" + (folder / source).string() + "'");
    EXPECT_EQ(result.exit_code, 0) << source << "\n" << result.err;
  }
}

/// The page without its blocks.
std::string Prose() {
  std::string prose;
  std::istringstream lines(testing::PageText(kPage));
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) inside = !inside;
    if (!inside) prose += line + "\n";
  }
  return prose;
}

TEST(AddingPage, ItsPathsAreThere) {
  const std::string page = Prose();
  std::set<std::string> made;
  for (const PageBlock& block : testing::BlocksOf(kPage)) made.insert(block.path);
  int seen = 0;
  for (const std::string& path : Matches(page, "`((?:core|tests|docs|tools|configs)/[\\w/.]+)`")) {
    EXPECT_TRUE(made.count(path) == 1 || fs::exists(testing::SourceDir() / path)) << path;
    ++seen;
  }
  EXPECT_GE(seen, 10);
  for (const std::string& link : Matches(page, "\\]\\(([^)#]+)"))
    EXPECT_TRUE(fs::exists(testing::SourceDir() / link)) << link;
}

TEST(AddingPage, ItsTargetsPresetAndTestsAreThere) {
  const std::string targets =
      testing::RunCommand("cmake --build '" + BuildDir().string() + "' --target help").out;
  const std::string presets = testing::ReadFile(testing::SourceDir() / "CMakePresets.json");
  std::string tests;
  for (const char* folder : {"tests/core/kernels", "tests/core/maps"})
    for (const auto& file : fs::directory_iterator(testing::SourceDir() / folder))
      tests += testing::ReadFile(file.path());
  int seen = 0;
  for (const std::string& command : Commands()) {
    for (const std::string& preset : Matches(command, "--preset (\\w+)"))
      EXPECT_THAT(presets, HasSubstr("{\"name\": \"" + preset + "\""));
    if (const auto at = command.find("--target "); at != command.npos) {
      for (const std::string& target : Matches(command.substr(at + 9), "(\\w+)")) {
        EXPECT_TRUE(std::regex_search(targets, std::regex("(^|\n)" + target + ":"))) << target;
        ++seen;
      }
    }
    for (const std::string& pattern : Matches(command, "-R '([^']+)'")) {
      for (const std::string& name : Matches(pattern, "(\\w+)")) {
        EXPECT_TRUE(NamesANewThing(name) || tests.find("TEST(" + name + ",") != tests.npos) << name;
        ++seen;
      }
    }
  }
  EXPECT_GE(seen, 8);
}

TEST(AddingPage, ItsCommandsLackNothingButWhatThePageAdds) {
  const testing::TemporaryFolder folder;
  for (const PageBlock& block : Blocks("json")) testing::Apply(block, folder.path());
  int seen = 0;
  for (const std::string& command : Commands()) {
    if (!command.starts_with(kProgram)) continue;
    const CommandResult result =
        testing::RunCommand("cd '" + folder.path().string() + "' && MERCER_DATA=data " +
                            MERCER_BINARY + " " + command.substr(std::string(kProgram).size()));
    EXPECT_EQ(result.exit_code, NamesANewThing(result.err) ? 2 : 0) << command << result.err;
    std::istringstream lines(result.err);
    for (std::string line; std::getline(lines, line);)
      EXPECT_TRUE(NamesANewThing(line) || line.ends_with(" faults")) << command << "\n" << line;
    ++seen;
  }
  EXPECT_GE(seen, 5);
}

}  // namespace
}  // namespace mercer
