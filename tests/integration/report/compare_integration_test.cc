// compare through the binary.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::QuickConfig;
using testing::RunMercer;
using ::testing::StartsWith;

std::string Results(const std::string& table) {
  return (testing::SourceDir() / "results" / table).string();
}

TEST(Compare, TestsThePairsOfARun) {
  const Bench bench(QuickConfig());
  ASSERT_EQ(bench.Run().exit_code, 0);
  const CommandResult csv = RunMercer("compare " + bench.out() + " --format csv");
  EXPECT_EQ(csv.exit_code, 0) << csv.err;
  std::istringstream lines(csv.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_THAT(line, StartsWith("test,dataset,metric,a,b,n,"));
  int rows = 0;
  for (; std::getline(lines, line); ++rows) EXPECT_THAT(line, HasSubstr(",accuracy,"));
  EXPECT_EQ(rows, 3) << "pairs of three methods";
  const CommandResult one =
      RunMercer("compare " + bench.out() + " --only repetition=0 --metric error_rate");
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.out, AllOf(HasSubstr("not tested"), HasSubstr("Nothing can be tested")));
}

TEST(Compare, WritesTheDiagramToAFile) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "differ.svg").string();
  const CommandResult result =
      RunMercer("compare " + Results("kar2012/table1b") + " --format svg --output " + file);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("Left out because no trial there has the metric: covertype."));
  EXPECT_THAT(testing::ReadFile(file), StartsWith("<svg "));
}

TEST(Compare, RefusesInASentence) {
  const auto error = [](const std::string& arguments) {
    const CommandResult result = RunMercer("compare " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    return result.err;
  };
  const std::string nursery = Results("kar2012/nursery");
  EXPECT_THAT(error(""), HasSubstr("no results folder given; expected one or more"));
  EXPECT_THAT(error(nursery + " --alpha 2"), HasSubstr("--alpha is 2; expected a level"));
  EXPECT_THAT(error(nursery + " --alpha nan"), HasSubstr("--alpha is nan; expected a level"));
  EXPECT_THAT(error(nursery + " --format sgv"), HasSubstr("did you mean 'svg'?"));
  EXPECT_THAT(error(nursery + " --metric acuracy"), HasSubstr("did you mean 'accuracy'?"));
  EXPECT_THAT(error(nursery + " --only method"), HasSubstr("expected key=value"));
  EXPECT_THAT(error(nursery + " " + nursery), HasSubstr("expected folders of different trials"));
  EXPECT_THAT(error(nursery + " --format svg"), HasSubstr("these are results on one data set"));
  EXPECT_THAT(error(nursery + "/none"), HasSubstr("none"));
}

}  // namespace
}  // namespace mercer
