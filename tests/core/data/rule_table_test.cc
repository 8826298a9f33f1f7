#include "core/data/rule_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/data/formats/data_format.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

// worth = colour + 1 where the size is large; class = by worth and finish.
RuleTable Small() {
  RuleTable rules;
  rules.attributes = {
      {"colour", {"red", "blue"}}, {"size", {"small", "large"}}, {"finish", {"matt", "gloss"}}};
  rules.concepts = {{"worth", {"colour", "size"}, 3, {0, 1, 1, 2}},
                    {"class", {"worth", "finish"}, 2, {0, 0, 0, 1, 1, 1}}};
  rules.classes = {"plain", "fancy"};
  return rules;
}

const char kSmallText[] =
    "red,small,matt,plain\n"
    "red,small,gloss,plain\n"
    "red,large,matt,plain\n"
    "red,large,gloss,fancy\n"
    "blue,small,matt,plain\n"
    "blue,small,gloss,fancy\n"
    "blue,large,matt,fancy\n"
    "blue,large,gloss,fancy\n"
    "\n";

TEST(GenerateRuleText, IsTheProductWithTheLastAttributeFastest) {
  EXPECT_EQ(GenerateRuleText(Small()), kSmallText);
  EXPECT_EQ(NumRuleRows(Small()), 8);
}

TEST(GenerateRuleText, ComparesTheHash) {
  RuleTable rules = Small();
  rules.sha256 = Sha256Hex(kSmallText);
  EXPECT_EQ(GenerateRuleText(rules), kSmallText);
  rules.concepts[1].table[0] = 1;
  EXPECT_THAT(testing::FaultOf([&] { GenerateRuleText(rules); }),
              ::testing::AllOf(::testing::StartsWith("the rule tables generate text of sha256 "),
                               ::testing::EndsWith("; expected " + rules.sha256)));
}

TEST(RuleCsvParams, ReadsTheTextBackAsCodes) {
  const DataTable rows =
      ReadTable("csv", {{"", "f", GenerateRuleText(Small())}}, RuleCsvParams(Small()), 0);
  ASSERT_EQ(rows.x.rows(), 8);
  for (Index i = 0; i < 8; ++i) {
    EXPECT_EQ(rows.x.dense().row(i), (Eigen::RowVector3d(i / 4, i / 2 % 2, i % 2)));
  }
  EXPECT_EQ(rows.y, (Vector(8) << 0, 0, 0, 1, 0, 1, 1, 1).finished());
}

std::string FaultOf(const RuleTable& rules) {
  return testing::FaultOf([&] { CheckRuleTable(rules); });
}

TEST(CheckRuleTable, NamesEveryKindOfFault) {
  EXPECT_EQ(FaultOf(Small()), "accepted");
  RuleTable rules = Small();
  rules.concepts[0].table.pop_back();
  EXPECT_EQ(FaultOf(rules), "rule tables: concept 'worth' has a table of 3 values; expected 4");
  rules = Small();
  rules.concepts[0].table[3] = 3;
  EXPECT_EQ(FaultOf(rules), "rule tables: concept 'worth' has the value 3; expected 0 to 2");
  rules = Small();
  std::swap(rules.concepts[0], rules.concepts[1]);
  EXPECT_EQ(
      FaultOf(rules),
      "rule tables: concept 'class' uses 'worth', which is not defined before it; expected an "
      "attribute or an earlier concept");
  rules = Small();
  rules.concepts[0].name = "size";
  EXPECT_EQ(FaultOf(rules), "rule tables: the name 'size' is used twice; expected each once");
  rules = Small();
  rules.attributes[2].name = "size";
  EXPECT_EQ(FaultOf(rules), "rule tables: the name 'size' is used twice; expected each once");
  rules = Small();
  rules.attributes[1].values = {"small", "small"};
  EXPECT_EQ(FaultOf(rules),
            "rule tables: attribute 'size' has the value 'small' twice; expected each once");
  rules = Small();
  rules.attributes[1].values.clear();
  EXPECT_EQ(FaultOf(rules), "rule tables: attribute 'size' has no values; expected at least one");
  rules = Small();
  rules.attributes[1].values = {"small", "x,y"};
  EXPECT_EQ(FaultOf(rules),
            "rule tables: attribute 'size' has the value 'x,y'; expected text without commas, "
            "quotes and line ends");
  rules = Small();
  rules.classes.emplace_back("third");
  EXPECT_EQ(FaultOf(rules), "rule tables: the class has 2 levels and 3 names; expected as many");
  rules = Small();
  rules.concepts[0].of.clear();
  EXPECT_EQ(FaultOf(rules),
            "rule tables: concept 'worth' follows from nothing; expected names in 'of'");
  rules = Small();
  rules.concepts.clear();
  EXPECT_EQ(FaultOf(rules),
            "rule tables: no concepts; expected at least one, the last of which is the class");
  rules = Small();
  rules.attributes.clear();
  EXPECT_EQ(FaultOf(rules), "rule tables: no attributes; expected at least one");
}

TEST(CheckRuleTable, RefusesTooManyRowsBeforeGeneratingThem) {
  RuleTable rules;
  for (int a = 0; a < 64; ++a) rules.attributes.push_back({"a" + std::to_string(a), {"0", "1"}});
  rules.concepts = {{"class", {"a0"}, 2, {0, 1}}};
  rules.classes = {"no", "yes"};
  EXPECT_EQ(
      FaultOf(rules),
      "rule tables: the attributes have more than 10000000 combinations, the most expected here");
  rules = Small();
  rules.concepts[1].of.assign(30, "worth");
  EXPECT_EQ(FaultOf(rules),
            "rule tables: concept 'class' needs a table of more than 10000000 values, the most "
            "expected here");
}

}  // namespace
}  // namespace mercer
