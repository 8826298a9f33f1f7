// The format of a file whose name tells none.

#include "core/data/files/guess_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using testing::FaultOf;

std::string Guess(const std::string& text, bool whole = true) {
  const DataFormat* format = FormatOfText(text, whole);
  return format == nullptr ? "" : format->name;
}

TEST(FirstLineNamesColumns, WhereNumbersFollowNames) {
  EXPECT_TRUE(FirstLineNamesColumns("a,b,label\n1,2,1\n3,NaN,2\n5,?,1\n", true));
  EXPECT_TRUE(FirstLineNamesColumns("size;price\n1;cheap\n", true));
  EXPECT_FALSE(FirstLineNamesColumns("1,2,1\n3,4,2\n", true));
  EXPECT_FALSE(FirstLineNamesColumns("a,1\nb,2\n", true)) << "a name and a number are a row";
  EXPECT_FALSE(FirstLineNamesColumns("usual,proper\nusual,complete\n", true));
  EXPECT_FALSE(FirstLineNamesColumns("?,NaN,a\n1,2,b\n", true)) << "nan is a number";
  EXPECT_FALSE(FirstLineNamesColumns("a,b\n", true));
}

TEST(GuessFormat, LibsvmIsLabelsWithPairs) {
  EXPECT_EQ(Guess("+1 3:1 11:1\n-1 5:0.5 7:-1e-3 \n"), "libsvm");
  EXPECT_EQ(Guess("# made by hand\n\n2 qid:3 1:1 # one\n1\n"), "libsvm");
  EXPECT_EQ(Guess("0 0:1\r\n1 0:nan\r\n"), "libsvm") << "what is wrong is said when it is read";
  EXPECT_EQ(Guess("1\n2\n"), "") << "labels alone are of no format";
  EXPECT_EQ(Guess("yes 1:2\n"), "libsvm") << "the reader says what a label is";
}

TEST(GuessFormat, CsvIsLinesOfAsManyFields) {
  EXPECT_EQ(Guess("x,y,label\n1,2,a\n3,4,b\n"), "csv");
  EXPECT_EQ(Guess("1;2;3\n4;5;6\n"), "csv");
  EXPECT_EQ(Guess(" 1.5  2\t3\n 4 5 6\n"), "csv");
  EXPECT_EQ(Guess("\"a, b\",2\nc,3\n"), "csv");
  EXPECT_EQ(Guess("1,2,3\n4,5\n"), "");
}

TEST(GuessFormat, ArffAndNpyHaveTheirOwnMarks) {
  EXPECT_EQ(Guess("% a, comment\n\n@RELATION r\n@attribute x real\n"), "arff");
  EXPECT_EQ(Guess(std::string("\x93NUMPY\x01\x00v\x00", 10)), "npy");
  EXPECT_EQ(Guess(std::string("1,2\n3,\0\n", 9)), "");
  EXPECT_EQ(Guess(""), "");
  EXPECT_EQ(Guess(" \n\n"), "");
}

TEST(GuessFormat, ALineThatIsCutDecidesNothing) {
  EXPECT_EQ(Guess("1 1:2 2:3\n-1 1:2 2", false), "libsvm");
  EXPECT_EQ(Guess("1,2,3\n4,5", false), "csv");
  EXPECT_EQ(Guess("1 1:2 2:3 4", false), "libsvm") << "one long line";
  EXPECT_EQ(Guess("1 1:2 2:3 4"), "");
}

TEST(GuessFormat, TheNameComesFirst) {
  const testing::TemporaryFolder folder;
  const auto made = [&](const std::string& name, const std::string& text) {
    testing::WriteFile(folder.path() / name, text);
    return (folder.path() / name).string();
  };
  EXPECT_EQ(FormatOfFile(made("a9a", "-1 3:1\n")).name, "libsvm");
  EXPECT_EQ(FormatOfFile(made("a9a.t", "-1 3:1\n")).name, "libsvm");
  EXPECT_EQ(FormatOfFile(made("a9a.csv", "-1 3:1\n")).name, "csv");
  const std::string prose = made("notes.txt", "What it is.\nNobody knows it.\n");
  EXPECT_EQ(FaultOf([&] { FormatOfFile(prose); }),
            "the format of '" + prose +
                "' cannot be identified by its name or its first lines; expected format, one of "
                "libsvm, csv, arff, idx, cifar10, movielens100k, npy");
}

}  // namespace
}  // namespace mercer
