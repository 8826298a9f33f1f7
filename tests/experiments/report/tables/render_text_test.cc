#include "experiments/report/tables/render_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "experiments/report/tables/wrap.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Names come from configs and from records that others made.
Document Hostile() {
  Table table{.title = "<script>alert(1)</script>",
              .columns = {{"", "method", true}, {"[a](javascript:b)", "<b>"}},
              .rows = {{"", {"x\x1b[2Jy|z", "0.5"}}, {"<img src=x>", {}}}};
  return {
      .title = "<h1>", .caption = {"rows \x07 <i>"}, .tables = {table}, .notes = {"![p](u)\n# h"}};
}

TEST(Table, MarkdownHoldsNoHtmlAndNoLinksOfNames) {
  const std::string text = RenderMarkdown(Hostile());
  EXPECT_THAT(text, HasSubstr("## \\<h1>\n"));
  EXPECT_THAT(text, HasSubstr("### \\<script>alert(1)\\</script>\n"));
  EXPECT_THAT(text, HasSubstr("| method | [a]\\(javascript:b): \\<b> |\n"));
  EXPECT_THAT(text, HasSubstr("| x\\x1B[2Jy\\|z | 0.5 |\n"));
  EXPECT_THAT(text, HasSubstr("**\\<img src=x>**"));
  EXPECT_THAT(text, HasSubstr("- ![p]\\(u) # h\n"));
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '<') {
      EXPECT_EQ(text[i - 1], '\\') << i;
    }
  }
}

// A number that is the best is set off; the marks behind it are not, nor the other numbers.
TEST(Table, TheBestIsBoldInMarkdownAndMarkedInText) {
  Table table{.title = "t",
              .columns = {{"", "", true}, {"", "a", true}, {"", "b", true}},
              .rows = {{"", {"alpha", "99.36±0.06 +", "98.00"}}, {"", {"beta", "1", "2"}}},
              .notes = {"ᵃ key."}};
  table.rows[0].best = {false, true, false};
  const Document document{.title = "d", .tables = {table}, .best = "the best of all"};
  const std::string markdown = RenderMarkdown(document), text = RenderText(document);
  EXPECT_THAT(markdown, HasSubstr("| alpha | **99.36±0.06** + | 98.00 |\n"));
  EXPECT_THAT(markdown, HasSubstr("| beta | 1 | 2 |\n\nᵃ key.\n"));
  EXPECT_THAT(markdown, HasSubstr("- **Bold**: the best of all\n"));
  EXPECT_THAT(text, HasSubstr("alpha »99.36±0.06 + 98.00\nbeta   1            2\nᵃ key.\n"));
  EXPECT_THAT(text, HasSubstr("» the best of all\n"));
}

// What begins a list or emphasis in Markdown is what it is.
TEST(Table, MarkdownShowsMarksAsTheyAre) {
  const Table table{.title = "t", .columns = {{"", "a"}}, .rows = {{"", {"5.88*"}}}};
  const std::string text = RenderMarkdown(
      {.title = "d", .caption = {"+ better"}, .tables = {table}, .notes = {"* not valid"}});
  EXPECT_THAT(text, HasSubstr("\n- \\+ better\n"));
  EXPECT_THAT(text, HasSubstr("\n- \\* not valid\n"));
  EXPECT_THAT(text, HasSubstr("| 5.88\\* |\n"));
}

// A table that is cut into parts has what stands beneath all its lines once.
TEST(Table, ALastHeadingIsNotRepeated) {
  Table table{.title = "t", .columns = {{"", "", true}}, .num_names = 1};
  TableRow line{"", {"alpha"}};
  for (const char* group : {"first", "second"}) {
    table.columns.push_back({group, std::string(80, 'a')});
    line.cells.emplace_back("1");
  }
  table.rows = {{"head"}, line, {"not run: beta"}};
  const std::string text = RenderText({.title = "d", .tables = {table}});
  EXPECT_EQ(text.find("not run"), text.rfind("not run"));
  EXPECT_NE(text.find("head"), text.rfind("head"));
  EXPECT_TRUE(text.ends_with("not run: beta\n"));
}

std::size_t LongestLine(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    longest = std::max(longest, CountCharacters(line));
  return longest;
}

/// A table of 14 numbers in one group, with a data set that only the first has, and a method
/// without D.
Table Wide(const std::string& group) {
  Table table{
      .title = "kernel a", .columns = {{"", "", true}}, .num_names = 1, .notes = {"a note"}};
  TableRow with_numbers{"exact: 1"}, first{"", {"alpha"}}, second{"", {"gamma"}};
  with_numbers.parts = {{"exact: 1"}};
  for (int i = 0; i < 14; ++i) {
    table.columns.push_back({group, "column" + std::to_string(i)});
    first.cells.push_back(std::to_string(100000000 + i));
    second.cells.emplace_back(i == 0 ? "7" : "");
  }
  first.dataset = "alpha";
  second.dataset = "gamma";
  table.rows = {with_numbers, {"Alpha", {}, "alpha"}, first, {"Gamma", {}, "gamma"},
                second,       {"not run: beta"}};
  return table;
}

std::size_t Count(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(Table, WhatIsWiderThanATerminalStandsInPartsBeneathEachOther) {
  for (const std::string group : {"", "a group"}) {
    const std::string text = RenderText({.title = "d", .tables = {Wide(group)}});
    EXPECT_LE(LongestLine(text), 100U) << text;
    for (int i = 0; i < 14; ++i)
      EXPECT_EQ(Count(text, std::to_string(100000000 + i)), 1U) << "each number once";
    EXPECT_EQ(Count(text, "alpha"), 2U) << "the name of a row in each part";
    EXPECT_EQ(Count(text, "Gamma"), 1U) << "but not where it has no number";
    EXPECT_EQ(Count(text, "gamma"), 1U);
    if (!group.empty()) {
      EXPECT_EQ(Count(text, group), 2U);
    }
    for (const char* once : {"kernel a", "exact: 1", "not run: beta", "a note"})
      EXPECT_EQ(Count(text, once), 1U) << once;
    EXPECT_LT(text.find("exact: 1"), text.find("100000000"));
    EXPECT_TRUE(text.ends_with("not run: beta\na note\n")) << text;
  }
}

// A group that fits by itself is not divided.
TEST(Table, GroupsStayTogether) {
  Table table{.title = "t", .columns = {{"", "", true}}, .num_names = 1};
  TableRow row{"", {"alpha"}};
  for (const char* group : {"first", "second", "third"}) {
    for (const char* name : {"ours", "paper"}) {
      table.columns.push_back({group, name});
      row.cells.emplace_back(20, '1');
    }
  }
  table.rows = {row};
  const std::string text = RenderText({.title = "d", .tables = {table}});
  EXPECT_LE(LongestLine(text), 100U);
  for (const char* group : {"first", "second", "third"}) EXPECT_EQ(Count(text, group), 1U);
}

TEST(Table, MarkdownHasTenColumnsOfNumbers) {
  const std::string text = RenderMarkdown({.title = "d", .tables = {Wide("")}});
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(std::count(line.begin(), line.end(), '|'), 12) << line;
  EXPECT_GE(Count(text, "| alpha |"), 2U);
  EXPECT_EQ(Count(text, "### kernel a"), 1U);
}

TEST(Table, LongNamesAreBroken) {
  const std::string list = "{activation=relu,type=node},",
                    kernel = "skeleton(nodes=[" + list + list + list + list + "])";
  Table table{.title = "kernel " + kernel,
              .columns = {{"", "", true}, {kernel, "accuracy %"}},
              .num_names = 1};
  table.rows = {{"", {"data [" + kernel + "]", "95.1"}}};
  const std::string text = RenderText({.title = "d", .tables = {table}});
  EXPECT_LE(LongestLine(text), 100U) << text;
  EXPECT_EQ(Count(text, "activation=relu,"), 12U) << "all of it is there\n" << text;
  EXPECT_THAT(text, HasSubstr("\nkernel skeleton(nodes=[{activation=relu,type=node},"));
  EXPECT_EQ(BrokenName("a+bc, d", 4), (std::vector<std::string>{"a+", "bc,", "d"}));
}

TEST(Table, NeitherFormSendsATerminalCommands) {
  for (const std::string& text : {RenderText(Hostile()), RenderMarkdown(Hostile())}) {
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, HasSubstr("rows \\x07"));
  }
  EXPECT_THAT(RenderText(Hostile()), HasSubstr("<script>")) << "text shows it as it is";
}

}  // namespace
}  // namespace mercer
