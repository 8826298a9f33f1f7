// A test with parameters says in words which they are: gtest prints a type that it cannot print as
// its bytes.

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

/// The test programs that are built, this one among them.
std::vector<fs::path> TestPrograms() {
  std::vector<fs::path> programs;
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().filename().string().ends_with("_tests"))
      programs.push_back(entry.path());
  }
  return programs;
}

TEST(TestNames, NoParameterIsPrintedAsBytes) {
  const std::vector<fs::path> programs = TestPrograms();
  ASSERT_FALSE(programs.empty());
  for (const fs::path& program : programs) {
    const auto listed = testing::RunCommand(program.string() + " --gtest_list_tests");
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    EXPECT_NE(listed.out.find("\n  "), std::string::npos) << program << " lists no test";
    std::istringstream lines(listed.out);
    std::string suite;
    for (std::string line, faulty; std::getline(lines, line);) {
      if (!line.starts_with(" ")) suite = line;
      if (line.find("-byte object") == std::string::npos || suite == faulty) continue;
      faulty = suite;
      ADD_FAILURE() << program.filename() << ": the parameter of " << suite
                    << " has neither operator<< nor PrintTo: " << line;
    }
  }
}

}  // namespace
}  // namespace mercer
