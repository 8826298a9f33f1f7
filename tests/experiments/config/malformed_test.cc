#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/experiments/config/config_support.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::FaultsOf;
using testing::FaultsOfText;
using ::testing::HasSubstr;
using testing::Json;
using ::testing::SizeIs;
using testing::SoundConfig;
using ::testing::StartsWith;

TEST(MalformedConfigTest, SaysLineColumnAndWhatWasExpected) {
  const auto faults = FaultsOfText("{\n  \"experiment\": \"a\",\n  \"seed\" 5\n}\n");
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_THAT(faults[0], AllOf(StartsWith("line 3, column 10: the text is not JSON: "),
                               HasSubstr("unexpected number literal"), HasSubstr("expected ':'")));
}

TEST(MalformedConfigTest, EmptyTextAndTrailingCommaAreOneFaultEach) {
  EXPECT_THAT(FaultsOfText(""), ElementsAre(HasSubstr("the text is not JSON: ")));
  EXPECT_THAT(FaultsOfText("{\"seed\": 1,}"),
              ElementsAre("line 1, column 11: expected no trailing comma, got one before '}'"));
  EXPECT_THAT(FaultsOfText("{} {}"), ElementsAre(HasSubstr("expected end of input")));
}

TEST(MalformedConfigTest, EndlessNestingAndNumbersBeyondDoublesAreFaultsToo) {
  EXPECT_THAT(FaultsOfText(std::string(200000, '[')),
              ElementsAre(HasSubstr("deeper than 100 levels")));
  EXPECT_THAT(FaultsOfText("{\"seed\": 1e999}"),
              ElementsAre("line 1, column 10: expected a number below 1.8e308, got '1e999'"));
}

TEST(MalformedConfigTest, AListIsNoConfig) {
  EXPECT_THAT(FaultsOfText("[1]"), ElementsAre(": the config is [1]; expected an object"));
}

TEST(MalformedConfigTest, AKeyWrittenTwiceIsAFault) {
  std::string text = SoundConfig().dump();
  text.insert(text.find("\"degree\""), "\"degree\":3,");
  EXPECT_THAT(FaultsOfText(text),
              ElementsAre("/kernels/0/degree: key 'degree' is written twice; expected once"));
}

TEST(MalformedConfigTest, EveryMissingTopLevelKeyIsNamed) {
  EXPECT_THAT(
      FaultsOfText("{}"),
      ::testing::UnorderedElementsAre(
          HasSubstr("the config has no 'experiment'"),
          HasSubstr("the config has no 'datasets'; expected a list of at least one item"),
          HasSubstr("the config has no 'kernels'"), HasSubstr("the config has no 'methods'"),
          HasSubstr("the config has no 'metrics'")));
}

TEST(MalformedConfigTest, WholeNumbersMayBeWrittenAsReals) {
  Json config = SoundConfig();
  config["methods"][1]["D"] = {500.0};
  config["kernels"][0]["degree"] = 1e1;
  EXPECT_THAT(FaultsOf(config), SizeIs(0));
  config["kernels"][0]["degree"] = 2.5;
  EXPECT_THAT(FaultsOf(config),
              ElementsAre(AllOf(StartsWith("/kernels/0/degree: "),
                                HasSubstr("degree is 2.5; expected a whole number"))));
}

TEST(MalformedConfigTest, AShippedConfigHasItsNameFromAnyFolder) {
  const testing::TemporaryFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto shipped = ReadConfig("configs/kar2012/nursery.json", testing::TestCatalogue());
  testing::WriteFile(folder / "configs/kar2012/nursery.json", "{}");
  const auto own = ReadConfig("configs/kar2012/nursery.json", testing::TestCatalogue());
  std::filesystem::current_path(before);
  EXPECT_TRUE(shipped.experiment.has_value());
  EXPECT_FALSE(own.experiment.has_value()) << "a file of that name that is there comes first";
}

TEST(MalformedConfigTest, APipeIsNotWaitedFor) {
  const testing::TemporaryFolder folder;
  const std::string pipe = (folder / "pipe.json").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto result = ReadConfig(pipe, testing::TestCatalogue());
  ASSERT_THAT(result.faults, SizeIs(1));
  EXPECT_EQ(result.faults[0].message, "'" + pipe + "' cannot be read; expected a JSON file");
}

TEST(MalformedConfigTest, ANameMayBeLong) {
  Json config = SoundConfig();
  const std::string name(30'000, 'x');
  config["experiment"] = name;
  config["methods"][0]["id"] = name;
  config["deviations"] = {name};
  EXPECT_THAT(FaultsOf(config), SizeIs(0));
  config["experiment"] = name + "/";
  config["methods"][0]["id"] = name + " ";
  config["deviations"] = {name + "-"};
  config["datasets"][0]["split"] = name;
  config["metrics"] = {name};
  for (const std::string& fault : FaultsOf(config)) EXPECT_LT(fault.size(), 31'000U);
  EXPECT_THAT(FaultsOf(config), SizeIs(5));
}

TEST(MalformedConfigTest, AFileThatIsNotThereIsAFaultThatNamesIt) {
  const testing::TemporaryFolder folder;
  const auto missing = ReadConfig("no/such/config.json", testing::TestCatalogue());
  ASSERT_THAT(missing.faults, SizeIs(1));
  EXPECT_EQ(missing.faults[0].message,
            "'no/such/config.json' cannot be read; expected a JSON file");
  const auto directory = ReadConfig(folder.path().string(), testing::TestCatalogue());
  ASSERT_THAT(directory.faults, SizeIs(1));
  EXPECT_THAT(directory.faults[0].message, HasSubstr("cannot be read"));
  EXPECT_THROW(RequireConfig("no/such/config.json", testing::TestCatalogue()), InvalidInput);
}

}  // namespace
}  // namespace mercer
