#include "core/data/formats/csv_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/data/rows/labelled_rows.h"
#include "tests/core/data/formats/format_support.h"

namespace mercer {
namespace {

using testing::Dense;
using ::testing::ElementsAre;
using testing::FaultOfText;
using ::testing::HasSubstr;
using testing::Labels;
using testing::ReadText;
using testing::Rows;
using List = ParamValue::List;

DataTable Csv(const std::string& text, const Params& params = {}) {
  return ReadText("csv", text, params);
}

TEST(ParseCsv, ReadsNumbersWithTheLabelLast) {
  const DataTable table = Csv("1,2.5,7\n-3e2,+4,0\n");
  EXPECT_EQ(Dense(table), Rows({{1, 2.5}, {-300, 4}}));
  EXPECT_THAT(Labels(table), ElementsAre(7, 0));
  EXPECT_FALSE(table.HasCategories());
  EXPECT_TRUE(table.class_names.empty());
}

TEST(ParseCsv, ListedCodesAreTheOrderOfTheLists) {
  const DataTable table = Csv("newt,large,3\ndog,small,2\ncat,large,1",
                              {{"columns", List{"pet", "size", "age"}},
                               {"label", "pet"},
                               {"categories", Params{{"size", List{"small", "large"}}}},
                               {"classes", List{"dog", "cat", "newt"}}});
  EXPECT_EQ(Dense(table), Rows({{1, 3}, {0, 2}, {1, 1}}));
  EXPECT_THAT(Labels(table), ElementsAre(2, 0, 1));
  EXPECT_THAT(table.class_names, ElementsAre("dog", "cat", "newt"));
}

TEST(ParseCsv, FoundCodesAreTheOrderOfTheSortedNames) {
  const DataTable table =
      Csv("size,age,pet\nsmall,3,newt\nlarge,2,dog\nsmall,1,cat\n", {{"header", true}});
  EXPECT_EQ(Dense(table), Rows({{1, 3}, {0, 2}, {1, 1}}));
  EXPECT_THAT(table.columns[0].values, ElementsAre("large", "small"));
  EXPECT_EQ(table.columns[1].name, "age");
  EXPECT_TRUE(table.columns[1].values.empty());
  EXPECT_THAT(table.class_names, ElementsAre("cat", "dog", "newt"));
  EXPECT_THAT(Labels(table), ElementsAre(2, 1, 0));
}

TEST(ParseCsv, DigitsAreNamesWhereAColumnIsDeclaredSo) {
  const Params categorical{{"categorical", List{"1"}}};
  const DataTable table = Csv("10,1\n9,2\nmore,3\n", categorical);
  EXPECT_EQ(Dense(table), Rows({{0}, {1}, {2}}));
  EXPECT_THAT(table.columns[0].values, ElementsAre("10", "9", "more"));
}

TEST(ParseCsv, NamesMayStandBesideNumbers) {
  const auto classes = [](const std::string& text, const Params& params = {}) {
    return Csv(text, params).class_names;
  };
  EXPECT_THAT(classes("1,a\n2,1\n3,1\n"), ElementsAre("1", "a"));
  EXPECT_THAT(classes("1,a\n2,1\n3,2\n4,b\n"), ElementsAre("1", "2", "a", "b"));
  const std::string one_name = "1,a\n2,1\n3,2\n";
  EXPECT_THAT(classes(one_name, {{"categorical", List{"2"}}}), ElementsAre("1", "2", "a"));
  EXPECT_THAT(classes(one_name, {{"classes", List{"a", "1", "2"}}}), ElementsAre("a", "1", "2"));
  EXPECT_THAT(Csv("NA,1\nNA,2\nx,3\n1,4\n").columns[0].values, ElementsAre("1", "NA", "x"));
}

TEST(ParseCsv, TheLabelIsAnyColumn) {
  const std::string text = "a,b,c\n1,2,3\n4,5,6\n";
  for (const ParamValue& label : {ParamValue("b"), ParamValue(2), ParamValue("2")}) {
    const DataTable table = Csv(text, {{"header", true}, {"label", label}});
    EXPECT_EQ(Dense(table), Rows({{1, 3}, {4, 6}}));
    EXPECT_THAT(Labels(table), ElementsAre(2, 5));
  }
  EXPECT_THAT(Labels(Csv(text, {{"header", true}, {"label", "first"}})), ElementsAre(1, 4));
  const DataTable none = Csv(text, {{"header", true}, {"label", "none"}});
  EXPECT_EQ(none.x.cols(), 3);
  EXPECT_THAT(Labels(none), ElementsAre(0, 0));
}

TEST(ParseCsv, ANumberIsAPlaceAndATextANameFirst) {
  const std::string text = "0,1,2\n5,6,7\n";  // named as pandas does
  EXPECT_THAT(Labels(Csv(text, {{"header", true}, {"label", 1}})), ElementsAre(5));
  EXPECT_THAT(Labels(Csv(text, {{"header", true}, {"label", 3}})), ElementsAre(7));
  EXPECT_THAT(Labels(Csv(text, {{"header", true}, {"label", "1"}})), ElementsAre(6));
  EXPECT_THAT(Labels(Csv(text, {{"header", true}, {"label", "3"}})), ElementsAre(7));
}

TEST(ParseCsv, ANameOfTwoColumnsNamesNeither) {
  const std::string text = "a,a,y\n5,6,7\n";
  EXPECT_EQ(Dense(Csv(text, {{"header", true}})), Rows({{5, 6}}));
  EXPECT_EQ(Dense(Csv(text, {{"header", true}, {"label", 1}})), Rows({{6, 7}}));
  EXPECT_EQ(Dense(Csv(text, {{"header", true}, {"ignore", List{"2"}}})), Rows({{5}}));
  const std::string fault =
      "column 'a' is both column 1 and column 2; expected a name of one column, or the column's "
      "number";
  const Params columns{{"columns", List{"a", "a", "y"}}, {"label", "a"}};
  EXPECT_EQ(FaultOfText("csv", text, {{"header", true}, {"label", "a"}}), "f: the label " + fault);
  EXPECT_EQ(FaultOfText("csv", "5,6,7\n", columns), "f: the label " + fault);
  EXPECT_EQ(FaultOfText("csv", text, {{"header", true}, {"ignore", List{"a"}}}),
            "f: the ignored " + fault);
}

TEST(ParseCsv, LeavesColumnsOut) {
  const DataTable table =
      Csv("a,b,c,d\n1,x,3,4\n", {{"header", true}, {"ignore", List{"b"}}, {"label", "a"}});
  EXPECT_EQ(Dense(table), Rows({{3, 4}}));
}

TEST(ParseCsv, QuotesHoldSeparatorsLineEndsAndQuotes) {
  const DataTable table =
      Csv("name,y\n\"a,b\",1\n\"c\nd\",2\r\n\"e\"\"f\"\"\",3\n\"\"\"\",4\n \"7\" ,5",
          {{"header", true}, {"categorical", List{"name"}}});
  EXPECT_THAT(table.columns[0].values, ElementsAre("\"", "7", "a,b", "c\nd", "e\"f\""));
  EXPECT_THAT(Labels(table), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(Dense(Csv("\"1.5\",2\n")), Rows({{1.5}}));
}

TEST(ParseCsv, OtherSeparators) {
  for (const auto& [separator, text] :
       std::vector<std::pair<std::string, std::string>>{{"semicolon", "1;2;3\n4;5;6\n"},
                                                        {"tab", "1\t2\t3\n4\t5\t6\n"},
                                                        {"tab", " 1\t2 \t3\n4\t 5\t6 \n"},
                                                        {"blanks", "  1 2  \t3\n4\t5 6 \n"}}) {
    const DataTable table = Csv(text, {{"separator", separator}});
    EXPECT_EQ(Dense(table), Rows({{1, 2}, {4, 5}})) << text;
    EXPECT_THAT(Labels(table), ElementsAre(3, 6)) << text;
  }
}

TEST(ParseCsv, AcceptsCarriageReturnsBlankLinesAtTheEndAndAByteOrderMark) {
  for (const std::string text : {"1,2,3\r\n4,5,6\r\n\r\n", "1,2,3\n4,5,6", "1,2,3\n4,5,6\n\n\n",
                                 "\xEF\xBB\xBF"
                                 "1,2,3\n4,5,6\n",
                                 "1, 2 ,\t3\n4,5,6\n"}) {
    const DataTable table = Csv(text);
    EXPECT_EQ(Dense(table), Rows({{1, 2}, {4, 5}})) << text;
    EXPECT_THAT(Labels(table), ElementsAre(3, 6)) << text;
  }
}

TEST(ParseCsv, ReadsTheFormOfUciNames) {
  const DataTable table =
      Csv("|a comment\n1, <=50K.\n|another, \"\n2, >50K.\n",
          {{"comment", "|"}, {"final_dot", true}, {"classes", List{"<=50K", ">50K"}}});
  EXPECT_EQ(Dense(table), Rows({{1}, {2}}));
  EXPECT_THAT(Labels(table), ElementsAre(0, 1));
}

TEST(ParseCsv, MissingValuesFollowTheRule) {
  const std::string text = "?,4,1\nx,,2\nz,6,3\n";
  EXPECT_EQ(
      FaultOfText("csv", text),
      "f, line 1, column 1: expected a value as column 1 (\"missing\": \"drop_rows\" leaves such "
      "rows out, \"keep\" leaves numbers to the preprocessing step impute), got '?'");
  const DataTable dropped = Csv(text, {{"missing", "drop_rows"}});
  EXPECT_EQ(Dense(dropped), Rows({{0, 6}}));
  EXPECT_THAT(dropped.columns[0].values, ElementsAre("z"));
  EXPECT_THAT(Labels(dropped), ElementsAre(3));
  EXPECT_EQ(
      FaultOfText("csv", text, {{"missing", "category"}}),
      "f, line 2, column 3: expected a value as column 2 (\"missing\": \"drop_rows\" leaves such "
      "rows out, \"keep\" leaves numbers to the preprocessing step impute), got ''");
  const DataTable category = Csv("?,4,1\nx,5,2\n?,6,3\n", {{"missing", "category"}});
  EXPECT_THAT(category.columns[0].values, ElementsAre("?", "x"));
  EXPECT_EQ(Dense(category), Rows({{0, 4}, {1, 5}, {0, 6}}));
  const DataTable kept =
      Csv("NA,4,1\n3,NA,2\n8,7,3\n", {{"missing", "keep"}, {"missing_values", List{"NA"}}});
  EXPECT_EQ(MissingValues(kept.x), 2);
  EXPECT_EQ(Dense(kept).array().isNaN().select(-1, Dense(kept)), Rows({{-1, 4}, {3, -1}, {8, 7}}));
  EXPECT_EQ(MissingValues(Csv("?,1\n?,2\n", {{"missing", "keep"}}).x), 2);
  EXPECT_EQ(
      FaultOfText("csv", "x,1\n?,2\n", {{"missing", "keep"}}),
      "f, line 2, column 1: expected a value as column 1 (\"missing\": \"drop_rows\" leaves such "
      "rows out, \"keep\" leaves numbers to the preprocessing step impute), got '?'");
  EXPECT_EQ(FaultOfText("csv", "?,1\nx,2\n", {{"missing", "keep"}}),
            "f, line 1, column 1: expected a value as column 1, which holds names, got '?'");
  EXPECT_EQ(FaultOfText("csv", "?,1\n5,2\n", {{"missing", "category"}}),
            "f, line 1, column 1: expected a value as column 1, which holds numbers, got '?'");
  EXPECT_EQ(
      FaultOfText("csv", "1,2\n3,?\n", {{"missing", "keep"}}),
      "f, line 2, column 3: expected a value as the label (\"missing\": \"drop_rows\" leaves such "
      "rows out), got '?'");
}

TEST(ParseCsv, AListedMissingMarkIsAValueLikeOthers) {
  const DataTable table = Csv(
      "?,1\na,2\n", {{"columns", List{"x", "y"}}, {"categories", Params{{"x", List{"a", "?"}}}}});
  EXPECT_EQ(Dense(table), Rows({{1}, {0}}));
}

class RejectedCsv : public ::testing::TestWithParam<testing::BadText> {};

TEST_P(RejectedCsv, SaysWhereAndWhatWasExpected) {
  EXPECT_EQ(FaultOfText("csv", GetParam().text, GetParam().params), GetParam().message);
}

const Params kPets{{"columns", List{"pet", "size", "age"}},
                   {"label", "first"},
                   {"categories", Params{{"size", List{"small", "large"}}}},
                   {"classes", List{"dog", "cat", "newt"}}};

INSTANTIATE_TEST_SUITE_P(
    All, RejectedCsv,
    ::testing::Values(
        testing::BadText{"Number",
                         {},
                         "1,2,3\n4,x5,6\n",
                         "f, line 2, column 3: expected a finite number as column 2, got 'x5'"},
        testing::BadText{"KeptSpace",
                         {{"trim", false}},
                         "1,2,3\n1, 2,3\n",
                         "f, line 2, column 3: expected a finite number as column 2, got ' 2'"},
        testing::BadText{"Nan",
                         {},
                         "1,2,3\n1,2,nan\n",
                         "f, line 2, column 5: expected a finite number as the label (where 'nan' "
                         "says that there is no value: \"missing_values\": [\"nan\"], and "
                         "\"missing\": \"drop_rows\"), got 'nan'"},
        testing::BadText{"NanFirst",
                         {},
                         "NaN,2,3\n1,2,3\n",
                         "f, line 1, column 1: expected a finite number as column 1 (where 'NaN' "
                         "says that there is no value: \"missing_values\": [\"NaN\"], and "
                         "\"missing\": \"drop_rows\", or \"keep\" with the preprocessing step "
                         "impute), got 'NaN'"},
        testing::BadText{"InfFirst",
                         {},
                         "inf,2\n1,2\n",
                         "f, line 1, column 1: expected a finite number as column 1, got 'inf'"},
        testing::BadText{
            "HugeFirst",
            {},
            "1,+1e999\n1,2\n",
            "f, line 1, column 3: expected a finite number as the label, got '+1e999'"},
        testing::BadText{"TinyFirst",
                         {},
                         "1e-400,2\n1,2\n",
                         "f, line 1, column 1: expected a finite number as column 1, got '1e-400'"},
        testing::BadText{
            "MarkFirst",
            {},
            "1,NA\n1,2\n",
            "f, line 1, column 3: expected a finite number as the label, like its other "
            "values (where 'NA' says that there is no value: \"missing_values\": "
            "[\"NA\"], and \"missing\": \"drop_rows\"; \"categorical\" lists columns "
            "that hold names), got 'NA'"},
        testing::BadText{"MarkFirstUnderAHeading",
                         {{"header", true}},
                         "size,y\nnull,2\n1,2\nNA,3\n2,1\n",
                         "f, line 2, column 1: expected a finite number as size, like its other "
                         "values (where 'null' says that there is no value: \"missing_values\": "
                         "[\"null\"], and \"missing\": \"drop_rows\", or \"keep\" with the "
                         "preprocessing step impute; \"categorical\" lists columns that hold "
                         "names), got 'null'"},
        testing::BadText{
            "Heading",
            {},
            "size,price\n1,2\nnan,4\n3,4\n",
            "f, line 1, column 1: expected a finite number as column 1, like its other "
            "values (\"header\": true where the first line names the columns; "
            "\"categorical\" lists columns that hold names), got 'size'"},
        testing::BadText{
            "OneName",
            {{"missing", "keep"}},
            "?,1\nx,2\n1,3\n2,4\n",
            "f, line 2, column 1: expected a finite number as column 1, like its other "
            "values (\"categorical\" lists columns that hold names), got 'x'"},
        testing::BadText{"OtherSeparator",
                         {},
                         "1;2;3\n4;5;6\n",
                         "f has one column with the separator comma; expected \"separator\": "
                         "\"semicolon\", which makes 3 of its first line"},
        testing::BadText{"Blanks",
                         {{"separator", "tab"}},
                         "1  2 3\n",
                         "f has one column with the separator tab; expected \"separator\": "
                         "\"blanks\", which makes 3 of its first line"},
        testing::BadText{"Inf",
                         {},
                         "1,2,3\n1,1e999,3\n",
                         "f, line 2, column 3: expected a finite number as column 2, got '1e999'"},
        testing::BadText{
            "TooFew", {}, "1,2,3\n1,2\n", "f, line 2, column 3: expected 3 fields, got 2"},
        testing::BadText{
            "TooMany", {}, "1,2,3\n1,2,3,4\n", "f, line 2, column 7: expected 3 fields, got 4"},
        testing::BadText{"TrailingComma",
                         {},
                         "1,2,3\n1,2,3,\n",
                         "f, line 2, column 7: expected 3 fields, got 4"},
        testing::BadText{"BlankLineInside",
                         {},
                         "1,2,3\r\n\r\n4,5,6\r\n",
                         "f, line 2, column 1: expected 3 fields, got a blank line"},
        testing::BadText{"Category", kPets, "dog,small,1\ncat,huge,2\n",
                         "f, line 2, column 5: expected one of small, large as size, got 'huge'"},
        testing::BadText{"Class", kPets, "cow,small,1\n",
                         "f, line 1, column 1: expected one of dog, cat, newt as pet, got 'cow'"},
        testing::BadText{"OpenQuote",
                         {},
                         "1,2\n3,\"4\n5,6\n",
                         "f, line 2, column 3: expected a quote that ends this field, got none"},
        testing::BadText{
            "QuoteInside",
            {},
            "1,2\"\n",
            "f, line 1, column 4: expected a field that begins with its quote, got one in the "
            "middle"},
        testing::BadText{
            "BehindQuote",
            {},
            "\"1\"2,3\n",
            "f, line 1, column 4: expected the end of the field after its quote, got '2'"},
        testing::BadText{"Empty", {}, "", "f holds no rows; expected at least one"},
        testing::BadText{"OnlyBlank", {}, "\r\n\n", "f holds no rows; expected at least one"},
        testing::BadText{
            "OnlyHeader", {{"header", true}}, "a,b\n", "f holds no rows; expected at least one"},
        testing::BadText{
            "OnlyComments", {{"comment", "#"}}, "#a\n#b", "f holds no rows; expected at least one"},
        testing::BadText{"AllDropped",
                         {{"missing", "drop_rows"}},
                         "?,1\n",
                         "f holds no rows; expected at least one"},
        testing::BadText{
            "OneColumn", {}, "1\n2\n", "f has no column beside the label; expected at least one"},
        testing::BadText{
            "LabelName",
            {{"header", true}, {"label", "prize"}},
            "size,price\n1,2\n",
            "f: unknown label column 'prize'; did you mean 'price'? known: size, price"},
        testing::BadText{
            "LabelNumber", {{"label", 3}}, "1,2\n", "f: unknown label column '3'; known: 1 to 2"},
        testing::BadText{"LabelNumberBesideNames",
                         {{"header", true}, {"label", 3}},
                         "3,4\n1,2\n",
                         "f: unknown label column '3'; known: 1 to 2"},
        testing::BadText{
            "NoName", {{"label", ""}}, "1,2\n", "f: unknown label column ''; known: 1 to 2"},
        testing::BadText{"LabelIgnored",
                         {{"ignore", List{"2"}}},
                         "1,2\n",
                         "f: the label's column is ignored; expected another one"}),
    [](const auto& test) { return test.param.name; });

TEST(CsvFormat, RefusesParametersThatDoNotFit) {
  EXPECT_THAT(FaultOfText("csv", "1,2", {{"separator", "pipe"}}),
              HasSubstr("separator is pipe; expected one of comma, semicolon, tab, blanks"));
  EXPECT_THAT(FaultOfText("csv", "1,2", {{"haeder", true}}),
              HasSubstr("has no parameter 'haeder'; did you mean 'header'?"));
  EXPECT_EQ(FaultOfText("csv", "1,2", {{"comment", "//"}}),
            "format 'csv': comment is \"//\"; expected one character");
  EXPECT_EQ(FaultOfText("csv", "1,2", {{"header", true}, {"columns", List{"a", "b"}}}),
            "format 'csv': a header and columns are both given; expected one of them");
  EXPECT_EQ(FaultOfText("csv", "1,2", {{"categories", Params{{"1", List{"a", "a"}}}}}),
            "format 'csv': categories: 1 is [a,a]; expected a list of different texts");
}

}  // namespace
}  // namespace mercer
