// The HTML report from the command line: its commands run, its index links, --open opens it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/support/files.h"

namespace mercer {
namespace {

using testing::CommandResult;
using ::testing::HasSubstr;
using Json = nlohmann::json;
namespace fs = std::filesystem;

std::string Results(const std::string& table) {
  return "'" + (testing::SourceDir() / "results/kar2012" / table).string() + "'";
}

Json DataOf(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t at = page.find(begin) + begin.size();
  return Json::parse(page.substr(at, page.find("</script>", at) - at));
}

class PageCommands : public ::testing::TestWithParam<const char*> {};

// One of each kernel and method: each takes the whole config to read.
TEST_P(PageCommands, FindTheirCells) {
  const CommandResult page = testing::RunMercer("report " + Results(GetParam()) + " --format html");
  ASSERT_EQ(page.exit_code, 0) << page.err;
  std::set<std::pair<std::string, std::string>> seen;
  const testing::TemporaryFolder folder;
  const Json data = DataOf(page.out);
  for (const Json& cell : data["cells"]) {
    if (!seen.emplace(cell["kernel"], cell["method"]).second) continue;
    std::string command = cell["command"];
    ASSERT_THAT(command, ::testing::StartsWith("mercer "));
    command.replace(0, 6, MERCER_BINARY);
    const CommandResult result = testing::RunCommand(
        "cd '" + testing::SourceDir().string() + "' && " + command + " --dry-run --out '" +
        (folder / "out").string() + "' --data '" + (folder / "data").string() + "'");
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.err;
  }
  EXPECT_FALSE(seen.empty());
}

INSTANTIATE_TEST_SUITE_P(Results, PageCommands, ::testing::Values("table1a", "figure1", "figure2"),
                         [](const auto& table) { return std::string(table.param); });

TEST(Site, IsAnIndexWithAPageForEachTable) {
  const testing::TemporaryFolder folder;
  const fs::path results = testing::SourceDir() / "results", site = folder / "a/site";
  const CommandResult result = testing::RunMercer("report --all --results '" + results.string() +
                                                  "' --output '" + site.string() + "'");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string index = testing::ReadFile(site / "index.html");
  for (const char* table : {"table1a", "table1b", "figure1", "figure2"}) {
    EXPECT_THAT(index, HasSubstr("href=\"kar2012/" + std::string(table) + ".html\""));
    // The page of the site leads back; its numbers are those of the page by itself.
    const std::string page = testing::ReadFile(site / "kar2012" / (std::string(table) + ".html"));
    const auto data = [](const std::string& html) {
      const std::size_t begin = html.find("<script type=\"application/json\" id=\"data\">");
      return html.substr(begin, html.find("</script>", begin) - begin);
    };
    EXPECT_THAT(page, HasSubstr("href=\"../index.html\""));
    EXPECT_GT(data(page).size(), 1000U);
    EXPECT_TRUE(data(page) ==
                data(testing::RunMercer("report " + Results(table) + " --format html").out))
        << table;
  }
}

TEST(Site, NeedsResultsAndAPlace) {
  const testing::TemporaryFolder folder;
  const std::string place = "'" + (folder / "site").string() + "'";
  const CommandResult none = testing::RunMercer("report --all --results '" +
                                                folder.path().string() + "' --output " + place);
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("holds no results"));
  EXPECT_FALSE(fs::exists(folder / "site"));
  const CommandResult nowhere = testing::RunMercer("report --all");
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("--all without --output"));
  const CommandResult markdown = testing::RunMercer("report --all --format markdown --output x");
  EXPECT_EQ(markdown.exit_code, 2);
  EXPECT_THAT(markdown.err, HasSubstr("--format is 'markdown'; expected html with --all"));
}

TEST(OpenPage, GivesThePageToXdgOpen) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "bin/xdg-open",
                     "#!/bin/sh\ncp \"$1\" '" + folder.path().string() + "/opened.html'\n");
  fs::permissions(folder / "bin/xdg-open", fs::perms::owner_all);
  const std::string environment =
      "PATH='" + (folder / "bin").string() + "':\"$PATH\" TMPDIR='" + folder.path().string() + "' ";
  const CommandResult result = testing::RunCommand(environment + MERCER_BINARY + " report " +
                                                   Results("figure2") + " --open");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(DataOf(testing::ReadFile(folder / "opened.html"))["experiment"], "kar2012/figure2");
}

TEST(OpenPage, SaysWhereThereIsNoXdgOpen) {
  const testing::TemporaryFolder folder;
  const std::string page = (folder / "page.html").string();
  const CommandResult result =
      testing::RunCommand("PATH='" + folder.path().string() + "' " + MERCER_BINARY + " report " +
                          Results("figure2") + " --open --output '" + page + "'");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--open needs xdg-open"));
  EXPECT_FALSE(fs::exists(page));
}

}  // namespace
}  // namespace mercer
