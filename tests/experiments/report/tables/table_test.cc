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

TEST(Table, NeitherFormSendsATerminalCommands) {
  for (const std::string& text : {RenderText(Hostile()), RenderMarkdown(Hostile())}) {
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, HasSubstr("rows \\x07"));
  }
  EXPECT_THAT(RenderText(Hostile()), HasSubstr("<script>")) << "text shows it as it is";
}

}  // namespace
}  // namespace mercer
