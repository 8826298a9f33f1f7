#include "core/data/csv_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "core/base/error.h"

namespace mercer {
namespace {

const CsvFormat kNumbers{.attributes = {{}, {}}, .label = {}};
const CsvFormat kPets{.attributes = {{"size", {"small", "large"}}, {"age", {}}},
                      .label = {"pet", {"dog", "cat", "newt"}},
                      .label_first = true};

Matrix Rows(std::initializer_list<std::initializer_list<double>> rows) {
  Matrix x(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
  Index i = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (const double value : row) x(i, j++) = value;
    ++i;
  }
  return x;
}

TEST(ParseCsv, ReadsNumbersWithTheLabelLast) {
  const LabelledRows rows = ParseCsv("1,2.5,7\n-3e2,+4,0\n", "f", kNumbers);
  EXPECT_EQ(rows.x.dense(), Rows({{1, 2.5}, {-300, 4}}));
  EXPECT_EQ(rows.y, (Vector(2) << 7, 0).finished());
}

TEST(ParseCsv, CodesAreTheOrderOfTheLists) {
  const LabelledRows rows = ParseCsv("newt,large,3\ndog,small,2\ncat,large,1", "f", kPets);
  EXPECT_EQ(rows.x.dense(), Rows({{1, 3}, {0, 2}, {1, 1}}));
  EXPECT_EQ(rows.y, (Vector(3) << 2, 0, 1).finished());
}

TEST(ParseCsv, AcceptsCarriageReturnsAndBlankLinesAtTheEnd) {
  for (const std::string text : {"1,2,3\r\n4,5,6\r\n\r\n", "1,2,3\n4,5,6", "1,2,3\n4,5,6\n\n\n"}) {
    const LabelledRows rows = ParseCsv(text, "f", kNumbers);
    EXPECT_EQ(rows.x.dense(), Rows({{1, 2}, {4, 5}}));
    EXPECT_EQ(rows.y, (Vector(2) << 3, 6).finished());
  }
}

struct BadCsv {
  std::string name;
  const CsvFormat* format;
  std::string text;
  std::string message;
};

class RejectedCsv : public ::testing::TestWithParam<BadCsv> {};

TEST_P(RejectedCsv, SaysWhereAndWhatWasExpected) {
  try {
    ParseCsv(GetParam().text, "f.csv", *GetParam().format);
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RejectedCsv,
    ::testing::Values(
        BadCsv{"Number", &kNumbers, "1,2,3\n4,x5,6\n",
               "f.csv, line 2, column 3: expected a finite number, got 'x5'"},
        BadCsv{"Space", &kNumbers, "1, 2,3\n",
               "f.csv, line 1, column 3: expected a finite number, got ' 2'"},
        BadCsv{"Nan", &kNumbers, "1,2,nan\n",
               "f.csv, line 1, column 5: expected a finite number, got 'nan'"},
        BadCsv{"EmptyField", &kNumbers, "1,,3\n",
               "f.csv, line 1, column 3: expected a finite number, got ''"},
        BadCsv{"TooFew", &kNumbers, "1,2,3\n1,2\n",
               "f.csv, line 2, column 3: expected 3 fields, got 2"},
        BadCsv{"TooMany", &kNumbers, "1,2,3,4\n",
               "f.csv, line 1, column 6: expected 3 fields, got more"},
        BadCsv{"TrailingComma", &kNumbers, "1,2,3,\n",
               "f.csv, line 1, column 6: expected 3 fields, got more"},
        BadCsv{"BlankLineInside", &kNumbers, "1,2,3\r\n\r\n4,5,6\r\n",
               "f.csv, line 2, column 1: expected 3 fields, got a blank line"},
        BadCsv{"Category", &kPets, "dog,small,1\ncat,huge,2\n",
               "f.csv, line 2, column 5: expected one of small, large as size, got 'huge'"},
        BadCsv{"Class", &kPets, "cow,small,1\n",
               "f.csv, line 1, column 1: expected one of dog, cat, newt as pet, got 'cow'"},
        BadCsv{"NamedNumber", &kPets, "cat,small,old\n",
               "f.csv, line 1, column 11: expected a finite number as age, got 'old'"},
        BadCsv{"Empty", &kNumbers, "", "f.csv holds no rows; expected at least one"},
        BadCsv{"OnlyBlank", &kNumbers, "\r\n\n", "f.csv holds no rows; expected at least one"}),
    [](const auto& test) { return test.param.name; });

TEST(ParseCsv, RefusesWhatNoDenseMatrixMayHold) {
  CsvFormat wide;
  wide.attributes.resize(1 << 20);
  try {
    ParseCsv(std::string(300, '\n') + "1", "f.csv", wide);
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(),
                 "f.csv: 301 rows of 1048576 columns are too many; expected at most 268435456 "
                 "values");
  }
}

}  // namespace
}  // namespace mercer
