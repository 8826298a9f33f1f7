// What holds of configs/<citekey>/ of every paper, and of the folders of configs of no paper.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "experiments/report/cells/reported.h"
#include "experiments/report/report.h"
#include "experiments/report/summary/notes.h"
#include "experiments/store/store.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

/// The configs of a folder by the names of their files.
std::map<std::string, nlohmann::json> ConfigsIn(const fs::path& folder) {
  std::map<std::string, nlohmann::json> configs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || entry.path().filename() == "claims.json") continue;
    configs[entry.path().stem().string()] = nlohmann::json::parse(testing::ReadFile(entry.path()));
  }
  return configs;
}

/// The folders of configs.
std::vector<std::string> Folders() {
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator(testing::SourceDir() / "configs"))
    if (entry.path().filename() != "schema") folders.push_back(entry.path().filename().string());
  return folders;
}

/// Those in which a config is of a paper.
std::vector<std::string> Papers() {
  std::vector<std::string> papers;
  for (const std::string& folder : Folders()) {
    const auto configs = ConfigsIn(testing::SourceDir() / "configs" / folder);
    if (std::ranges::any_of(configs,
                            [](const auto& item) { return item.second.contains("paper"); }))
      papers.push_back(folder);
  }
  return papers;
}

class ShippedPaper : public ::testing::TestWithParam<std::string> {
 protected:
  const fs::path folder_ = testing::SourceDir() / "configs" / GetParam();
};

// The keys are printed beside the numbers; NOTES.md is where they are looked up.
TEST_P(ShippedPaper, ExplainsEveryDeviationOfItsConfigs) {
  const auto notes = ParseDeviationNotes(testing::ReadFile(folder_ / "NOTES.md"));
  int keys = 0;
  for (const auto& [name, config] : ConfigsIn(folder_)) {
    for (const auto& item : config.value("deviations", nlohmann::json::array())) {
      const auto key = (item.is_object() ? item.at("key") : item).get<std::string>();
      ASSERT_TRUE(notes.contains(key)) << key;
      EXPECT_NE(notes.at(key).title, "") << key;
      EXPECT_EQ(notes.at(key).title.find('`'), std::string::npos)
          << "one key in a heading: " << key;
      EXPECT_NE(notes.at(key).text, "") << key;
      ++keys;
    }
  }
  EXPECT_GT(keys, 3);
}

// One name for the paper in all its configs.
TEST_P(ShippedPaper, HasOneName) {
  std::set<std::string> names;
  for (const auto& [name, config] : ConfigsIn(folder_))
    names.insert(config.at("paper").value("display", ""));
  EXPECT_EQ(names.size(), 1U);
  EXPECT_FALSE(names.contains(""));
}

TEST_P(ShippedPaper, ReportsNumbersThatCanBeRead) {
  const fs::path path = folder_ / "reported.csv";
  EXPECT_NO_THROW(ParseReported(testing::ReadFile(path), path.string()));
}

// What Report() makes of a folder: the text without its pictures, each of which lies beside it.
std::string WithoutPictures(const fs::path& report) {
  std::string text = testing::ReadFile(report);
  for (std::size_t at = text.find("\n!["); at != std::string::npos; at = text.find("\n![", at)) {
    const std::size_t end = text.find('\n', at + 1), name = text.rfind("](", end) + 2;
    const std::string file = text.substr(name, end - 1 - name);
    EXPECT_TRUE(file.starts_with("report-") && fs::exists(report.parent_path() / file)) << file;
    text.erase(at, end + 1 - at);
  }
  return text;
}

// Of configs of no paper, too.
class ShippedResults : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedResults, LieWhereTheirConfigsSay) {
  for (const auto& [name, config] : ConfigsIn(testing::SourceDir() / "configs" / GetParam()))
    EXPECT_EQ(config.at("experiment"), GetParam() + "/" + name);
}

// The tables that are read on their own are those that the program makes of the trials beside them.
TEST_P(ShippedResults, HaveTheReportsThatTheProgramMakes) {
  const fs::path results = testing::SourceDir() / "results" / GetParam();
  if (!fs::exists(results)) GTEST_SKIP() << "no results yet";
  int tables = 0;
  for (const auto& entry : fs::directory_iterator(results)) {
    if (!entry.is_directory()) continue;
    EXPECT_THAT(ReadResults(entry.path()).problems, Not(Contains(HasSubstr("published"))));
    EXPECT_EQ(WithoutPictures(entry.path() / "report.md"), Report(entry.path(), "markdown"))
        << entry.path();
    EXPECT_TRUE(testing::ReadFile(entry.path() / "summary.csv") == Report(entry.path(), "csv"))
        << entry.path() << "/summary.csv";
    ++tables;
  }
  EXPECT_GE(tables, 1);
}

TEST(ShippedPapers, HaveManyTables) {
  int tables = 0;
  for (const std::string& folder : Folders()) {
    const fs::path results = testing::SourceDir() / "results" / folder;
    if (!fs::exists(results)) continue;
    for (const auto& entry : fs::directory_iterator(results))
      tables += entry.is_directory() ? 1 : 0;
  }
  EXPECT_GT(tables, 30);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedPaper, ::testing::ValuesIn(Papers()),
                         [](const auto& test) { return test.param; });
INSTANTIATE_TEST_SUITE_P(All, ShippedResults, ::testing::ValuesIn(Folders()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace mercer
