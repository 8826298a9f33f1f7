// The small changes of tests/mutants fit the sources that they change.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/files.h"

namespace mercer {
namespace {

int Count(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

class Mutants : public ::testing::TestWithParam<std::string> {};

TEST_P(Mutants, EachChangesOnePlaceOfItsSource) {
  const auto root = testing::SourceDir();
  const auto changes =
      nlohmann::json::parse(testing::ReadFile(root / "tests" / "mutants" / (GetParam() + ".json")));
  ASSERT_FALSE(changes.empty());
  for (const auto& change : changes) {
    const std::string source = testing::ReadFile(root / std::string(change.at("file")));
    EXPECT_EQ(Count(source, change.at("from")), 1)
        << change.at("file") << ": " << change.at("what");
    EXPECT_NE(change.at("from"), change.at("to"));
  }
}

INSTANTIATE_TEST_SUITE_P(Lists, Mutants, ::testing::Values("core", "experiments"));

}  // namespace
}  // namespace mercer
