#include "experiments/store/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Csv, FieldsComeBackWhateverTheyHold) {
  const std::vector<std::string> fields{"plain", "",         "a,b",      "say \"no\"", "two\nlines",
                                        "\"",    "cr\r\nlf", " spaces ", ",",          "\"\""};
  const auto rows = ParseCsv(CsvLine(fields) + CsvLine({"next"}), "x.csv");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].fields, fields);
  EXPECT_THAT(rows[1].fields, ElementsAre("next"));
}

TEST(Csv, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(CsvLine({"a", "", "b c", "d,e", "f\"g"}), "a,,b c,\"d,e\",\"f\"\"g\"\n");
}

// Raw, a spreadsheet would compute them.
TEST(Csv, FormulasAreKeptFromBeingComputed) {
  const std::vector<std::string> raw = {"=1+1",  "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3", "\tx",
                                        "'=1+1", "''=1+1",   "'quoted'",           "it's"};
  const std::vector<std::string> numbers = {"-4.5", "+1e3", "-inf", "-", "=", "0"};
  EXPECT_EQ(CsvLine(raw),
            "'=1+1,'@SUM(A1),'+cmd|' /C calc'!A0,'-2+3,'\tx,''=1+1,'''=1+1,'quoted',it's\n");
  EXPECT_EQ(CsvLine(numbers), "-4.5,+1e3,-inf,-,=,0\n");
  const auto rows = ParseCsv(CsvLine(raw) + CsvLine(numbers), "x.csv");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].fields, raw);
  EXPECT_EQ(rows[1].fields, numbers);
}

TEST(Csv, CountsTheLinesOfQuotedFields) {
  const auto rows = ParseCsv("a,b\n\"1\n2\",3\nlast,row", "x.csv");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].line, 2);
  EXPECT_EQ(rows[2].line, 4);
  EXPECT_THAT(rows[2].fields, ElementsAre("last", "row"));
}

TEST(Csv, TakesEitherLineEndAndSkipsBlankLines) {
  const auto rows = ParseCsv("a,b\r\n\r\n\"c\",d\r\n", "x.csv");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_THAT(rows[0].fields, ElementsAre("a", "b"));
  EXPECT_THAT(rows[1].fields, ElementsAre("c", "d"));
}

TEST(Csv, FaultsNameFileAndLine) {
  const std::vector<std::pair<std::string, int>> texts = {
      {"a,b\n\"open", 1}, {"a,b\nc\"d,e\n", 2}, {"a,b\n\"c\"d,e\n", 4}};
  for (const auto& [text, column] : texts) {
    EXPECT_THAT(testing::Message([&] { ParseCsv(text, "folder/x.csv"); }),
                HasSubstr("folder/x.csv, line 2, column " + std::to_string(column) + ": expected "))
        << text;
  }
}

}  // namespace
}  // namespace mercer
