// Every committed result names the code that made it: a commit, with nothing changed beside it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/integration/sweeps.h"

namespace mercer {
namespace {

using ::testing::IsEmpty;
using Json = nlohmann::json;
namespace fs = std::filesystem;

/// results/<citekey>/<table>
std::vector<fs::path> PublishedFolders() {
  std::vector<fs::path> folders;
  for (const auto& paper : fs::directory_iterator(fs::path(MERCER_SOURCE_DIR) / "results")) {
    if (!paper.is_directory() || paper.path().filename() == "scratch") continue;
    for (const auto& table : fs::directory_iterator(paper))
      if (fs::exists(table.path() / "trials.csv")) folders.push_back(table.path());
  }
  return folders;
}

std::string Named(const fs::path& file) {
  return file.lexically_relative(MERCER_SOURCE_DIR).string();
}

TEST(CommittedResults, AreOfCommittedCode) {
  std::vector<std::string> with_changes, without_commit;
  ASSERT_FALSE(PublishedFolders().empty());
  for (const fs::path& folder : PublishedFolders()) {
    for (const auto& entry : fs::directory_iterator(folder / "context")) {
      const Json context = Json::parse(testing::ReadFile(entry.path()));
      if (context.value("dirty", Json(true)) != Json(false))
        with_changes.push_back(Named(entry.path()));
      const std::string commit = context.value("commit", "");
      if (commit.size() != 40 || commit.find_first_not_of("0123456789abcdef") != commit.npos)
        without_commit.push_back(Named(entry.path()));
    }
  }
  EXPECT_THAT(with_changes, IsEmpty());
  EXPECT_THAT(without_commit, IsEmpty());
}

// mercer publish refuses others.
TEST(CommittedResults, AreOfOneCommitEach) {
  for (const fs::path& folder : PublishedFolders()) {
    std::set<std::string> commits;
    for (const auto& entry : fs::directory_iterator(folder / "context"))
      commits.insert(Json::parse(testing::ReadFile(entry.path())).value("commit", ""));
    EXPECT_EQ(commits.size(), 1U) << Named(folder);
    const auto report = testing::RunMercer("report '" + folder.string() + "' --format csv");
    EXPECT_EQ(report.exit_code, 0) << Named(folder) << report.err;
  }
}

TEST(CommittedResults, HaveTheContextsOfTheirRecordsAndNoOthers) {
  for (const fs::path& folder : PublishedFolders()) {
    std::istringstream text(testing::ReadFile(folder / "trials.csv"));
    std::string line;
    std::getline(text, line);
    ASSERT_EQ(testing::Fields(line).at(1), "run_id") << folder;
    std::set<std::string> runs, contexts;
    while (std::getline(text, line)) {
      // A message may hold the end of a line: what follows begins with no schema.
      if (line.starts_with("1,")) runs.insert(testing::Fields(line).at(1));
    }
    for (const auto& entry : fs::directory_iterator(folder / "context"))
      contexts.insert(entry.path().stem().string());
    EXPECT_EQ(runs, contexts) << Named(folder);
  }
}

}  // namespace
}  // namespace mercer
