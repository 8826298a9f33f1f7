#include "experiments/report/tables/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  Table table{.title = "t", .columns = {{"", "", true}}};
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

TEST(Table, NeitherFormSendsATerminalCommands) {
  for (const std::string& text : {RenderText(Hostile()), RenderMarkdown(Hostile())}) {
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, HasSubstr("rows \\x07"));
  }
  EXPECT_THAT(RenderText(Hostile()), HasSubstr("<script>")) << "text shows it as it is";
}

}  // namespace
}  // namespace mercer
