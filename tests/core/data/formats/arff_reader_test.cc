#include "core/data/formats/arff_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/data/rows/labelled_rows.h"
#include "tests/core/data/formats/format_support.h"

namespace mercer {
namespace {

using testing::BadText;
using testing::Dense;
using ::testing::ElementsAre;
using testing::FaultOfText;
using testing::Labels;
using testing::ReadText;
using testing::Rows;
using List = ParamValue::List;

constexpr char kHead[] =
    "% a comment\n@RELATION 'two words'\n\n@attribute 'the size' {small, 'very large', x\\'}\n"
    "@attribute age REAL  % years\n@attribute \"w\" Integer\r\n@attribute pet {dog,cat}\n@data\n";

TEST(ParseArff, ReadsNumbersAndNames) {
  const DataTable table = ReadText(
      "arff", std::string(kHead) + "'very large', 1.5,2 , cat\n% no row\n\nsmall\t,-3,4,'dog'");
  EXPECT_EQ(Dense(table), Rows({{1, 1.5, 2}, {0, -3, 4}}));
  EXPECT_THAT(Labels(table), ElementsAre(1, 0));
  EXPECT_THAT(table.class_names, ElementsAre("dog", "cat"));
  EXPECT_EQ(table.columns[0].name, "the size");
  EXPECT_THAT(table.columns[0].values, ElementsAre("small", "very large", "x\\'"));
  EXPECT_FALSE(table.x.is_sparse());
}

TEST(ParseArff, QuotedNamesUnescape) {
  const DataTable table = ReadText(
      "arff",
      "@attribute a {'it\\'s',\"b\\\\\"}\n@attribute y real\n@data\n'it\\'s',1\n'b\\\\',2\n");
  EXPECT_THAT(table.columns[0].values, ElementsAre("it's", "b\\"));
  EXPECT_EQ(Dense(table), Rows({{0}, {1}}));
}

TEST(ParseArff, ReadsSparseRows) {
  const DataTable table = ReadText(
      "arff", std::string(kHead) + "{1 5, 3 cat}\n{}\n  { 0 'very large' , 2 7 }\nsmall,1,2,cat\n");
  EXPECT_TRUE(table.x.is_sparse());
  EXPECT_EQ(Dense(table), Rows({{0, 5, 0}, {0, 0, 0}, {1, 0, 7}, {0, 1, 2}}));
  EXPECT_THAT(Labels(table), ElementsAre(1, 0, 0, 1));
}

TEST(ParseArff, TheLabelIsAnyAttributeAndOthersAreLeftOut) {
  const std::string text =
      "@attribute id string\n@attribute y numeric\n@attribute x numeric\n@data\n'row "
      "1',2,3\n?,4,5\n";
  for (const ParamValue& label : {ParamValue("y"), ParamValue(2)}) {
    const DataTable table = ReadText("arff", text, {{"label", label}, {"ignore", List{"id"}}});
    EXPECT_EQ(Dense(table), Rows({{3}, {5}}));
    EXPECT_THAT(Labels(table), ElementsAre(2, 4));
  }
}

TEST(ParseArff, MissingValuesFollowTheRule) {
  const std::string text =
      "@attribute a {p,q}\n@attribute x real\n@attribute y real\n@data\np,1,1\n'q',?,2\nq,4,3\n";
  EXPECT_EQ(
      FaultOfText("arff", text),
      "f, line 6, column 5: expected a value as x (\"missing\": \"drop_rows\" leaves such rows "
      "out, \"keep\" leaves numbers to the preprocessing step impute), got '?'");
  const Matrix kept = Dense(ReadText("arff", text, {{"missing", "keep"}}));
  EXPECT_EQ(kept.array().isNaN().select(-1, kept), Rows({{0, 1}, {1, -1}, {1, 4}}));
  EXPECT_EQ(Dense(ReadText("arff", text, {{"missing", "drop_rows"}})), Rows({{0, 1}, {1, 4}}));
  const std::string sparse = "@attribute x real\n@attribute y real\n@data\n{0 4}\n{0 ?}\n{}\n{}\n";
  const Matrix rows = Dense(ReadText("arff", sparse, {{"missing", "keep"}}));
  EXPECT_EQ(rows.array().isNaN().select(-1, rows), Rows({{4}, {-1}, {0}, {0}}));
}

class RejectedArff : public ::testing::TestWithParam<BadText> {};

TEST_P(RejectedArff, SaysWhereAndWhatWasExpected) {
  EXPECT_EQ(FaultOfText("arff", GetParam().text, GetParam().params), GetParam().message);
}

constexpr char kXy[] = "@attribute x real\n@attribute y {a,b}\n@data\n";

INSTANTIATE_TEST_SUITE_P(
    All, RejectedArff,
    ::testing::Values(
        BadText{"Number",
                {},
                std::string(kXy) + "1,a\nz,b\n",
                "f, line 5, column 1: expected a finite number as x, got 'z'"},
        BadText{"Name",
                {},
                std::string(kXy) + "1,c\n",
                "f, line 4, column 3: expected one of a, b as y, got 'c'"},
        BadText{"TooFew",
                {},
                std::string(kXy) + "1\n",
                "f, line 4, column 2: expected ',' and 2 values, got the end of the line"},
        BadText{"TooMany",
                {},
                std::string(kXy) + "1,a,2\n",
                "f, line 4, column 4: expected the end of the line after 2 values, got ','"},
        BadText{"Position",
                {},
                std::string(kXy) + "{2 a}\n",
                "f, line 4, column 2: expected a position from 0 to 1, got '2'"},
        BadText{"HugePosition",
                {},
                std::string(kXy) + "{99999999999999999999 a}\n",
                "f, line 4, column 2: expected a position from 0 to 1, got '99999999999999999999'"},
        BadText{"Decreasing",
                {},
                std::string(kXy) + "{1 a, 0 2}\n",
                "f, line 4, column 7: expected a position from 2 to 1, got '0'"},
        BadText{"OpenBrace",
                {},
                std::string(kXy) + "{1 a\n",
                "f, line 4, column 5: expected ',' or '}', got the end of the line"},
        BadText{"OpenQuote",
                {},
                std::string(kXy) + "1,'a\n",
                "f, line 4, column 3: expected a quote that ends this name on its line, got none"},
        BadText{"String",
                {},
                "@attribute x string\n@data\n1\n",
                "f, line 1, column 14: expected numeric, real, integer or {names} as the type of x "
                "(others can only be ignored), got 'string'"},
        BadText{"TwiceAttribute",
                {},
                "@attribute x real\n@attribute x real\n@data\n1,2\n",
                "f, line 2, column 12: expected a name that no attribute before it has, got 'x'"},
        BadText{"TwiceName",
                {},
                "@attribute x {a,a}\n@data\na\n",
                "f, line 1, column 17: expected a name that the list has not yet, got 'a'"},
        BadText{"OpenList",
                {},
                "@attribute x {a,\n",
                "f, line 1, column 17: expected a name of the list, got the end of the line"},
        BadText{"NoName",
                {},
                "@attribute\n",
                "f, line 1, column 11: expected the attribute's name, got the end of the line"},
        BadText{"Keyword",
                {},
                "@atribute x real\n",
                "f, line 1, column 1: expected @relation, @attribute or @data, got '@atribute'"},
        BadText{"NoData", {}, "@attribute x real\n", "f has no line @data; expected an ARFF file"},
        BadText{"NoAttribute",
                {},
                "@data\n1\n",
                "f, line 1, column 1: expected an @attribute before it, got '@data'"},
        BadText{"NoRows", {}, kXy, "f holds no rows; expected at least one"},
        BadText{"OneColumn",
                {},
                "@attribute y real\n@data\n1\n",
                "f has no column beside the label; expected at least one"},
        BadText{"Label",
                {{"label", "z"}},
                std::string(kXy) + "1,a\n",
                "f: unknown label attribute 'z'; did you mean 'x'? known: x, y"},
        BadText{"LabelIgnored",
                {{"label", "y"}, {"ignore", List{"y"}}},
                std::string(kXy) + "1,a\n",
                "f: the label's attribute is ignored; expected another one"},
        BadText{"Ignore",
                {{"ignore", List{"abc"}}},
                std::string(kXy) + "1,a\n",
                "f: unknown attribute 'abc'; known: x, y"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace mercer
