#ifndef MERCER_TESTS_INTEGRATION_REPORT_SCRIPT_TREE_H_
#define MERCER_TESTS_INTEGRATION_REPORT_SCRIPT_TREE_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/files.h"

namespace mercer::testing {

/// A git repository, in which results/scratch/ is ignored, with one script of tools/ and what it
/// sources.
class ScriptTree : public ::testing::Test {
 protected:
  explicit ScriptTree(const std::string& script) : script_(script) {
    std::filesystem::create_directories(top() / "tools");
    for (const std::string& file : {script, std::string("setup.sh")})
      std::filesystem::copy_file(SourceDir() / "tools" / file, top() / "tools" / file);
    WriteFile(top() / ".gitignore", "/results/scratch/\n");
    Git("init -q");
  }

  std::filesystem::path top() const { return folder_ / "tree"; }

  void Git(const std::string& arguments) const {
    const CommandResult result = RunCommand(
        "cd '" + top().string() +
        "' && git -c user.name=a -c user.email=a@b.c -c commit.gpgsign=false " + arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }

  void Commit() const {
    Git("add -A");
    Git("commit -q -m all");
  }

  /// Runs the script with this build's program, from another folder than the tree's.
  CommandResult RunScript(const std::string& arguments) const {
    return RunCommand("cd '" + folder_.path().string() +
                      "' && MERCER_PROGRAM='" MERCER_BINARY "' tree/tools/" + script_ + " " +
                      arguments);
  }

  TemporaryFolder folder_;

 private:
  std::string script_;
};

}  // namespace mercer::testing

#endif  // MERCER_TESTS_INTEGRATION_REPORT_SCRIPT_TREE_H_
