// The files of a map that is a program, named by absolute paths.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/integration/external/external_programs.h"

namespace mercer::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Method(const std::string& program, const std::string& more = "") {
  return R"({"id": "m", "D": 4, "map": {"name": "external", "command": ["python3", ")" + program +
         R"(", "right"])" + more + "}}";
}

TEST_F(External, AnAbsolutePathInTheFolderIsTheRelativeOne) {
  const TemporaryFolder folder, links;
  WriteFile(folder / "map.py", ReadFile(Hostile()));
  fs::create_directory_symlink(folder.path(), links / "link");
  WriteFile(folder / "x.json", Config(Method("map.py")));
  EXPECT_EQ(RunSweep(folder, "out").exit_code, 0);
  for (const fs::path& program : {folder / "map.py", links / "link" / "map.py"}) {
    WriteFile(folder / "x.json", Config(Method(program.string())));
    EXPECT_THAT(RunSweep(folder, "out").err, HasSubstr("0 ran now, 1 kept")) << program;
  }
  WriteFile(folder / "map.py", ReadFile(Hostile()) + "\n");
  EXPECT_THAT(RunSweep(folder, "out").err, HasSubstr("1 trials are stale"));
}

TEST_F(External, ResultsNameNoFolder) {
  const TemporaryFolder folder;
  const fs::path programs = folder / "programs";
  WriteFile(programs / "map.py", ReadFile(Hostile()));
  WriteFile(folder / "weights.npy", "1");
  const std::string named = R"(, "folder": ")" + programs.string() + R"(", "files": [")" +
                            (folder / "weights.npy").string() + R"("])";
  WriteFile(folder / "x.json", Config(Method((programs / "map.py").string(), named)));
  EXPECT_EQ(RunSweep(folder, "out").exit_code, 0);
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "out")) {
    if (!entry.is_regular_file()) continue;
    EXPECT_THAT(ReadFile(entry.path()), Not(HasSubstr(folder.path().string()))) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 3U);
  WriteFile(folder / "weights.npy", "2");
  EXPECT_THAT(RunSweep(folder, "out").err, HasSubstr("1 trials are stale"));
}

// The text in the results, which names no folder, is that of the same trials.
TEST_F(External, ProgramsNamedByAbsolutePathsAreFoundAgainByVerify) {
  const TemporaryFolder folder;
  const fs::path programs = folder / "programs";
  WriteFile(programs / "map.py", ReadFile(Hostile()));
  WriteFile(folder / "x.json", Config(Method((programs / "map.py").string(),
                                             R"(, "folder": ")" + programs.string() + R"(")")));
  EXPECT_EQ(RunSweep(folder, "out").exit_code, 0);
  const CommandResult verify = RunMercer("verify " + (folder / "out").string() + " --config " +
                                         (folder / "x.json").string() + " --allow-external");
  EXPECT_EQ(verify.exit_code, 0) << verify.out << verify.err;
  EXPECT_THAT(verify.out, HasSubstr("same"));
}

}  // namespace
}  // namespace mercer::testing
