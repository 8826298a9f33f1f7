// What tools/test shows of a run of ctest.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// ctest on three tests, of which one fails and two are skipped, and one that passes.
testing::CommandResult RunThrough(const testing::TemporaryFolder& folder, const std::string& tests,
                                  const std::string& options = "") {
  testing::WriteFile(folder / "CTestTestfile.cmake", tests);
  return testing::RunCommand("cd " + folder.path().string() +
                             " && bash -c 'set -o pipefail; ctest --output-on-failure " + options +
                             " 2>&1 | " + (testing::SourceDir() / "tools/test-lines").string() +
                             " Testing/Temporary/LastTest.log'");
}

constexpr char kPasses[] = R"(
add_test(unit/A.Passes "true")
set_tests_properties(unit/A.Passes PROPERTIES LABELS unit)
)";

constexpr char kOthers[] = R"(
add_test(unit/A.Fails "sh" "-c" "echo why it failed; exit 1")
set_tests_properties(unit/A.Fails PROPERTIES LABELS unit)
add_test(data/B.Skips/n_1 "sh" "-c" "echo first; echo 'x.cc:3: Skipped'; echo 'no data'
echo '[  SKIPPED ] B.Skips/n_1 (0 ms)'")
set_tests_properties(data/B.Skips/n_1 PROPERTIES LABELS data SKIP_REGULAR_EXPRESSION "SKIPPED")
add_test(slow/Web.Page "sh" "-c" "echo 'node is absent'; exit 77")
set_tests_properties(slow/Web.Page PROPERTIES LABELS slow SKIP_RETURN_CODE 77)
)";

TEST(TestLines, AFailureIsWholeAndPassedTestsAreASum) {
  const testing::TemporaryFolder folder;
  const auto result = RunThrough(folder, std::string(kPasses) + kOthers);
  EXPECT_EQ(result.exit_code, 8) << result.err;
  EXPECT_THAT(result.out, HasSubstr("unit/A.Fails ....."));
  EXPECT_THAT(result.out, HasSubstr("\nwhy it failed\n"));
  EXPECT_THAT(result.out, HasSubstr("1 tests failed out of 4"));
  EXPECT_THAT(result.out, HasSubstr("(2 tests)"));
  EXPECT_THAT(result.out, Not(HasSubstr("A.Passes")));
  EXPECT_THAT(result.out, Not(HasSubstr("Start")));
  EXPECT_THAT(result.out, HasSubstr("\nSkipped:\n  data/B.Skips/n_1: no data\n"
                                    "  slow/Web.Page: node is absent\n"));
}

TEST(TestLines, NothingIsSkipped) {
  const testing::TemporaryFolder folder;
  const auto result = RunThrough(folder, kPasses);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("100% tests passed"));
  EXPECT_THAT(result.out, HasSubstr("\nSkipped: none.\n"));
  const auto listed = RunThrough(folder, kPasses, "--show-only");
  EXPECT_THAT(listed.out, HasSubstr("unit/A.Passes"));
}

}  // namespace
}  // namespace mercer
