// The claims of every paper are what tests/golden/claims/ says they were: a sentence is not
// reworded, split or weakened once its result is known without a review that sees it and a line
// that says so.
//
// To change claims on purpose:
//
//   MERCER_FREEZE_CLAIMS=1 experiments_report_unit_tests --gtest_filter='*FrozenClaims*'
//
// writes the copies again. A claim that differs from its copy, or has gone, gets the next
// `revision`; from the second one on its id must stand in a line of the section "## Changes of
// claims" of configs/<citekey>/NOTES.md.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kHeading = "## Changes of claims";

/// How a frozen copy stands to the claims of now. Both are lists of objects with an "id".
struct Comparison {
  std::vector<std::string> differences{};
  Json frozen = Json::array();  // the copy as it would be written again
};

const Json* WithId(const Json& claims, const std::string& id) {
  for (const Json& claim : claims)
    if (claim.at("id") == id) return &claim;
  return nullptr;
}

// Every key counts: sentence, quotation, source, tests with all their numbers.
Comparison Compare(const Json& frozen, const Json& now) {
  Comparison found;
  for (const Json& claim : now) {
    const std::string id = claim.at("id");
    const Json* before = WithId(frozen, id);
    const int revision = before == nullptr ? 0 : before->value("revision", 1);
    Json bare = before == nullptr ? Json() : *before;
    if (before != nullptr) bare.erase("revision");
    // Not the order of the keys.
    const bool is_same = before != nullptr &&
                         nlohmann::json::parse(bare.dump()) == nlohmann::json::parse(claim.dump());
    if (!is_same)
      found.differences.push_back(id + (before == nullptr ? ": is new" : ": has changed"));
    Json copy = claim;
    copy["revision"] = is_same ? revision : revision + 1;
    found.frozen.push_back(std::move(copy));
  }
  for (const Json& claim : frozen) {
    const std::string id = claim.at("id");
    if (WithId(now, id) != nullptr) continue;
    const bool is_known = claim.value("removed", false);
    if (!is_known) found.differences.push_back(id + ": has gone");
    Json copy = {{"id", id}, {"removed", true}};
    copy["revision"] = claim.value("revision", 1) + (is_known ? 0 : 1);
    found.frozen.push_back(std::move(copy));
  }
  return found;
}

// The lines below the heading, up to the next one.
std::string SectionOfChanges(const std::string& notes) {
  const std::size_t begin = notes.find(std::string("\n") + kHeading + "\n");
  if (begin == std::string::npos) return "";
  const std::size_t from = begin + 1 + std::string(kHeading).size();
  return notes.substr(from, notes.find("\n## ", from) - from);
}

// Changed claims that no line of the section names, as `id`.
std::vector<std::string> Unexplained(const Json& frozen, const std::string& notes) {
  const std::string section = SectionOfChanges(notes);
  std::vector<std::string> ids;
  for (const Json& claim : frozen) {
    const std::string id = claim.at("id");
    if (claim.value("revision", 1) > 1 && section.find("`" + id + "`") == std::string::npos)
      ids.push_back(id);
  }
  return ids;
}

std::string AllOf(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "\n  " + line;
  return text;
}

class FrozenClaims : public ::testing::TestWithParam<std::string> {
 protected:
  const fs::path folder_ = testing::SourceDir() / "configs" / GetParam();
  const fs::path copy_ = testing::SourceDir() / "tests/golden/claims" / (GetParam() + ".json");
  const Json now_ = ClaimsIn(folder_ / "claims.json"), frozen_ = ClaimsIn(copy_);

 private:
  static Json ClaimsIn(const fs::path& file) {
    return fs::exists(file) ? Json::parse(testing::ReadFile(file)).at("claims") : Json::array();
  }
};

TEST_P(FrozenClaims, AreThoseOfThePaper) {
  const Comparison found = Compare(frozen_, now_);
  if (std::getenv("MERCER_FREEZE_CLAIMS") != nullptr) {
    fs::create_directories(copy_.parent_path());
    testing::WriteFile(copy_, Json{{"claims", found.frozen}}.dump(1) + "\n");
    GTEST_SKIP() << copy_ << " is written again";
  }
  EXPECT_TRUE(found.differences.empty())
      << "claims of " << GetParam() << " differ from " << copy_ << ":" << AllOf(found.differences)
      << "\nA claim is the paper's sentence and is not changed after its result is seen. If this "
         "is meant: run this test with MERCER_FREEZE_CLAIMS=1, review the change of the copy, and "
         "add a line that says why, with the claim's id as `id`, under \""
      << kHeading << "\" in configs/" << GetParam() << "/NOTES.md";
}

TEST_P(FrozenClaims, AChangeHasItsLineInTheNotes) {
  const auto missing = Unexplained(frozen_, testing::ReadFile(folder_ / "NOTES.md"));
  EXPECT_TRUE(missing.empty()) << "configs/" << GetParam() << "/NOTES.md has no line under \""
                               << kHeading << "\" that names, as `id`:" << AllOf(missing);
}

// Those that had claims, too.
std::vector<std::string> PapersWithClaims() {
  std::set<std::string> papers;
  for (const auto& entry : fs::directory_iterator(testing::SourceDir() / "configs"))
    if (fs::exists(entry.path() / "claims.json")) papers.insert(entry.path().filename().string());
  for (const auto& entry : fs::directory_iterator(testing::SourceDir() / "tests/golden/claims"))
    papers.insert(entry.path().stem().string());
  return {papers.begin(), papers.end()};
}

INSTANTIATE_TEST_SUITE_P(All, FrozenClaims, ::testing::ValuesIn(PapersWithClaims()),
                         [](const auto& test) { return test.param; });

Json MadeClaims() {
  return Json::parse(R"([{"id": "a", "text": "t", "quote": "q", "source": "s", "tests":
      [{"in": "t", "metric": "rmse", "share": 0.85, "value": {"of": {}, "least": 0.5}}]}])");
}

TEST(CompareClaims, SeesEveryChange) {
  const Json before = MadeClaims();
  EXPECT_TRUE(Compare(before, MadeClaims()).differences.empty());
  for (const char* change :
       {R"([{"op": "replace", "path": "/0/text", "value": "u"}])",
        R"([{"op": "replace", "path": "/0/quote", "value": "u"}])",
        R"([{"op": "replace", "path": "/0/source", "value": "u"}])",
        R"([{"op": "remove", "path": "/0/quote"}])",
        R"([{"op": "add", "path": "/0/by", "value": "mercer"}])",
        R"([{"op": "replace", "path": "/0/tests/0/share", "value": 0.84}])",
        R"([{"op": "replace", "path": "/0/tests/0/value/least", "value": 0.51}])",
        R"([{"op": "remove", "path": "/0/tests/0"}])"}) {
    const Json after = before.patch(Json::parse(change));
    EXPECT_EQ(Compare(before, after).differences, std::vector<std::string>{"a: has changed"})
        << change;
  }
  Json renamed = before;
  renamed[0]["id"] = "b";
  EXPECT_EQ(Compare(before, renamed).differences,
            (std::vector<std::string>{"b: is new", "a: has gone"}));
}

TEST(CompareClaims, ANewCopyCountsItsRevisions) {
  const Json first = Compare(Json::array(), MadeClaims()).frozen;
  EXPECT_EQ(first[0]["revision"], 1);
  EXPECT_TRUE(Compare(first, MadeClaims()).differences.empty());
  Json changed = MadeClaims();
  changed[0]["tests"][0]["share"] = 0.5;
  const Json second = Compare(first, changed).frozen;
  EXPECT_EQ(second[0]["revision"], 2);
  EXPECT_EQ(Compare(second, changed).frozen, second);
  const Json gone = Compare(first, Json::array()).frozen;
  EXPECT_EQ(gone[0]["revision"], 2);
  EXPECT_EQ(Compare(gone, Json::array()).frozen, gone);
  EXPECT_TRUE(Compare(gone, Json::array()).differences.empty());
}

TEST(CompareClaims, AChangeNeedsItsLine) {
  const Json frozen = Json::parse(R"([{"id": "a", "revision": 2}, {"id": "b", "revision": 1}])");
  using Ids = std::vector<std::string>;
  EXPECT_EQ(Unexplained(frozen, "# Notes\n\n`a` and `b`\n"), Ids{"a"});
  EXPECT_EQ(Unexplained(frozen, "# Notes\n\n## Changes of claims\n\n- `a`: why\n"), Ids{});
  EXPECT_EQ(Unexplained(frozen, "# Notes\n\n## Changes of claims\n\n## More\n\n`a`\n"), Ids{"a"});
}

}  // namespace
}  // namespace mercer
