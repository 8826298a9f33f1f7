// `mercer new config`: the file that it writes is a config, with comments, that runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;

TEST(NewConfig, ValidatesAndRuns) {
  const testing::TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return testing::RunCommand("cd '" + folder.path().string() + "' && " + MERCER_BINARY + " " +
                               arguments);
  };
  EXPECT_THAT(run("new config mine").out, HasSubstr("mine.json"));
  EXPECT_THAT(testing::ReadFile(folder / "mine.json"), HasSubstr("\n  // "));
  const testing::CommandResult valid = run("validate mine.json");
  EXPECT_EQ(valid.exit_code, 0) << valid.err;
  EXPECT_EQ(valid.out, "mine.json: ok: 9 trials\n");
  const testing::CommandResult ran =
      run("run mine.json --no-passport --only D=64,repetition=0 --out results");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Nursery"));
  EXPECT_THAT(run("report results").out, HasSubstr("mine"));
  const std::string before = testing::ReadFile(folder / "mine.json");
  const testing::CommandResult again = run("new config mine");
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("mine.json exists; expected a name that no file has"));
  EXPECT_EQ(testing::ReadFile(folder / "mine.json"), before);
}

TEST(NewConfig, SaysWhatIsWrong) {
  const auto fault = [](const std::string& arguments) {
    const testing::CommandResult result =
        testing::RunCommand(std::string(MERCER_BINARY) + " " + arguments);
    EXPECT_EQ(result.exit_code, 2);
    return result.err;
  };
  EXPECT_THAT(fault("new"), HasSubstr("expected what to make and its name: new config NAME"));
  EXPECT_THAT(fault("new kernel x"), HasSubstr("expected what to make"));
  EXPECT_THAT(fault("new map x --language cobol"), HasSubstr("'cobol'; known: python"));
  EXPECT_THAT(fault("new config x --language r"), HasSubstr("--language is of a map"));
  EXPECT_THAT(fault("new config a/b"), HasSubstr("'a/b' is no name; expected letters"));
  // No experiment has such a name.
  EXPECT_THAT(fault("new config _x"), HasSubstr("beginning with a letter or digit"));
}

}  // namespace
}  // namespace mercer
