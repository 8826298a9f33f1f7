#include "experiments/catalogue/rule_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/catalogue/fixtures.h"

namespace mercer {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

const char kRules[] = R"({
  "attributes": {"z": ["0", "1"], "a": ["x", "y", "w"]},
  "concepts": {"class": {"of": ["a", "z"], "table": [["no", "yes"], ["no", "no"], ["yes", "may"]]}},
  "sha256": "00"})";

const char kWorth[] = R"("worth": {"of": ["z"], "levels": 2, "table": [0, -1]})";

std::string FaultOfText(const std::string& text) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "r_rules.json", text);
  return testing::FaultOf([&] { ReadRuleFile(folder / "r_rules.json"); });
}

std::string With(const std::string& from, const std::string& to) {
  std::string text = kRules;
  return text.replace(text.find(from), from.size(), to);
}

TEST(ReadRuleFile, KeepsTheOrderAsWritten) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "r_rules.json", kRules);
  const RuleTable rules = ReadRuleFile(folder / "r_rules.json");
  EXPECT_EQ(rules.attributes[0].name, "z");
  EXPECT_EQ(rules.attributes[1].values, (std::vector<std::string>{"x", "y", "w"}));
  EXPECT_EQ(rules.classes, (std::vector<std::string>{"no", "yes", "may"}));
  EXPECT_EQ(rules.concepts[0].table, (std::vector<int>{0, 1, 0, 0, 1, 2}));
  EXPECT_EQ(rules.concepts[0].levels, 3);
  EXPECT_EQ(rules.sha256, "00");
}

TEST(ReadRuleFile, NamesEachFaultByItsPointer) {
  EXPECT_THAT(FaultOfText(With("[\"no\", \"no\"]", "[\"no\"]")),
              EndsWith("/concepts/class/table/1: expected a list of 2, got [\"no\"]"));
  EXPECT_THAT(FaultOfText(With("\"may\"", "3")),
              EndsWith("/concepts/class/table/2/1: expected the name of a class, got 3"));
  EXPECT_THAT(FaultOfText(With("[[\"no\", \"yes\"], [\"no\", \"no\"], [\"yes\", \"may\"]]", "[]")),
              EndsWith("/concepts/class/table: expected a list of one or more, got []"));
  EXPECT_THAT(FaultOfText(With("[[\"no\", \"yes\"], [\"no\", \"no\"], [\"yes\", \"may\"]]", "{}")),
              EndsWith("/concepts/class/table: expected a list, got {}"));
  EXPECT_THAT(
      FaultOfText(With("\"class\": {", kWorth + std::string(", \"class\": {"))),
      EndsWith("/concepts/worth/table/1: expected a whole number from 0 to 9999999, got -1"));
  EXPECT_THAT(FaultOfText(With("\"concepts\": {", "\"concepts\": [], \"x\": {")),
              HasSubstr("\n  /concepts: expected an object, got []"));
  EXPECT_THAT(FaultOfText(With("[\"0\", \"1\"]", "[\"0\", 1]")),
              EndsWith("/attributes/z/1: expected text, got 1"));
  EXPECT_THAT(FaultOfText(With("\"00\"", "\"00")), HasSubstr("r_rules.json, line 4, column "));
  EXPECT_THAT(FaultOfText(With("\"sha256\"", "\"sha265\"")), HasSubstr("did you mean 'sha256'?"));
  EXPECT_THAT(FaultOfText(With("[\"a\", \"z\"]", "[\"a\", \"b\"]")),
              EndsWith("r_rules.json: rule tables: concept 'class' uses 'b', which is not defined "
                       "before it; expected an attribute or an earlier concept"));
  EXPECT_THAT(FaultOfText(With("[\"a\", \"z\"]", "[\"z\", \"a\"]")), EndsWith("accepted"));
  EXPECT_THAT(FaultOfText(With("[\"yes\", \"may\"]]", "[\"yes\", \"may\"], [\"no\", \"no\"]]")),
              EndsWith("has a table of 8 values; expected 6"));
}

}  // namespace
}  // namespace mercer
