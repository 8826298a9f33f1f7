// The pages for readers: links lead somewhere, lines are short, and the configs of docs/gallery.md
// are files that run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/integration/documents/docs_page.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::vector<fs::path> PagesIn(const fs::path& folder) {
  std::vector<fs::path> pages;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  return pages;
}

/// README, CONTRIBUTING, ADDING and docs/.
std::vector<fs::path> Pages() {
  std::vector<fs::path> pages = PagesIn(testing::SourceDir());
  for (const fs::path& page : PagesIn(testing::SourceDir() / "docs")) pages.push_back(page);
  return pages;
}

/// The lines of a page outside fenced blocks, with their numbers from 1.
std::vector<std::pair<int, std::string>> ProseLines(const fs::path& page) {
  std::vector<std::pair<int, std::string>> prose;
  std::istringstream lines(testing::ReadFile(page));
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("```")) {
      inside = !inside;
    } else if (!inside) {
      prose.emplace_back(number, line);
    }
  }
  return prose;
}

/// What GitHub makes of a heading: "## `a.csv`: one row" is #acsv-one-row.
std::string Anchor(const std::string& heading) {
  std::string anchor;
  for (const char c : heading.substr(heading.find_first_not_of("# "))) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') anchor += '-';
    if (std::isalnum(byte) != 0 || c == '_' || c == '-' || byte >= 0x80)
      anchor += static_cast<char>(std::tolower(byte));
  }
  return anchor;
}

std::set<std::string> Anchors(const fs::path& page) {
  std::set<std::string> anchors;
  for (const auto& [number, line] : ProseLines(page))
    if (line.starts_with("#")) anchors.insert(Anchor(line));
  return anchors;
}

TEST(Docs, LinksLeadSomewhere) {
  std::vector<fs::path> pages = Pages();
  for (const char* page : {"datasets/README.md", "benchmarks/README.md"})
    pages.push_back(testing::SourceDir() / page);
  const std::regex link("\\]\\(([^)\\s#]*)(#[^)\\s]*)?\\)");
  int seen = 0;
  for (const fs::path& page : pages) {
    std::string prose;
    for (const auto& [number, line] : ProseLines(page)) prose += line + "\n";
    for (std::sregex_iterator it(prose.begin(), prose.end(), link), end; it != end; ++it) {
      const std::string file = (*it)[1], anchor = (*it)[2];
      if (file.find("://") != file.npos) continue;
      const fs::path target = file.empty() ? page : page.parent_path() / file;
      EXPECT_TRUE(fs::exists(target)) << page << ": " << it->str();
      if (!anchor.empty() && fs::exists(target)) {
        EXPECT_EQ(Anchors(target).count(anchor.substr(1)), 1U) << page << ": " << it->str();
      }
      ++seen;
    }
  }
  EXPECT_GE(seen, 100);
}

/// What people have written in a page: not what a program printed, and no tables and pictures,
/// which take the room that they need.
std::string WrittenLines(const fs::path& page) {
  std::istringstream lines(testing::ReadFile(page));
  std::string written;
  bool is_made = false, is_fence = false, is_output = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("<!-- made by")) is_made = true;
    if (line == "<!-- end -->") is_made = false;
    if (line.starts_with("```")) {
      is_fence = !is_fence;
      is_output = is_fence && (line == "```" || line == "```text");
    }
    const bool skips = is_made || is_output || line.starts_with("|") || line.starts_with("![");
    written += (skips ? "" : line) + "\n";
  }
  return written;
}

TEST(Docs, LinesHaveAtMostAHundredColumns) {
  std::vector<fs::path> pages = Pages();
  for (const char* page : {"datasets/README.md", "benchmarks/README.md"})
    pages.push_back(testing::SourceDir() / page);
  for (const auto& paper : fs::directory_iterator(testing::SourceDir() / "configs"))
    if (fs::exists(paper.path() / "NOTES.md")) pages.push_back(paper.path() / "NOTES.md");
  EXPECT_GE(pages.size(), 40U);
  for (const fs::path& page : pages)
    EXPECT_THAT(testing::LongLines(WrittenLines(page)), ::testing::IsEmpty()) << page;
}

std::vector<testing::PageBlock> GalleryConfigs() {
  std::vector<testing::PageBlock> configs;
  for (const testing::PageBlock& block : testing::BlocksOf("docs/gallery.md"))
    if (block.language == "json") configs.push_back(block);
  return configs;
}

TEST(Gallery, ShowsEveryConfigAsItIs) {
  std::set<std::string> shown;
  for (const testing::PageBlock& block : GalleryConfigs()) {
    EXPECT_EQ(block.text, testing::PageText(block.path)) << block.path;
    shown.insert(block.path);
  }
  EXPECT_EQ(shown.size(), 8U);
  for (const auto& entry : fs::directory_iterator(testing::SourceDir() / "examples/gallery")) {
    if (entry.path().extension() != ".json") continue;
    EXPECT_EQ(shown.count("examples/gallery/" + entry.path().filename().string()), 1U)
        << entry.path();
  }
}

TEST(Gallery, EveryConfigIsSoundAndRuns) {
  const testing::TemporaryFolder folder;
  for (const testing::PageBlock& block : GalleryConfigs()) {
    const std::string config = "'" + (testing::SourceDir() / block.path).string() + "'";
    const testing::CommandResult sound = testing::RunMercer("validate " + config);
    EXPECT_EQ(sound.exit_code, 0) << block.path << sound.err;
    const std::string out = (folder / block.path).string();
    const testing::CommandResult run =
        testing::RunMercer("run " + config + " --repetitions 1 --no-passport --out '" + out + "'");
    EXPECT_EQ(run.exit_code, 0) << block.path << run.err;
    EXPECT_THAT(run.err + run.out, HasSubstr(" 0 failed, 0 skipped")) << block.path;
    const std::string picture =
        "docs/images/gallery_" + fs::path(block.path).stem().string() + ".svg";
    const bool drawn = fs::exists(testing::SourceDir() / picture);
    EXPECT_EQ(drawn,
              testing::PageText("docs/gallery.md").find(picture.substr(5)) != std::string::npos)
        << picture;
    if (!drawn || testing::RunCommand("gnuplot -V").exit_code != 0) continue;
    const testing::CommandResult plot =
        testing::RunMercer("plot '" + out + "' --output '" + out + ".svg'");
    EXPECT_EQ(plot.exit_code, 0) << plot.err;
    EXPECT_THAT(plot.out + plot.err, HasSubstr(" against ")) << "the caption";
  }
}

}  // namespace
}  // namespace mercer
