#include "core/data/formats/libsvm_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/error.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using testing::FaultOf;

// The values of row i in dense form.
std::vector<double> Row(const LabelledRows& rows, Index i) {
  const Matrix row = rows.x.DenseRows(i, 1);
  return {row.data(), row.data() + row.size()};
}

std::vector<double> Labels(const LabelledRows& rows) {
  return {rows.y.data(), rows.y.data() + rows.y.size()};
}

TEST(ParseLibsvm, ReadsLabelsIndicesAndValues) {
  const LabelledRows rows = ParseLibsvm("+1 1:0.5 3:-2e1\n-1.0 2:+4\n1\n", "f", {});
  EXPECT_THAT(Labels(rows), ElementsAre(1, -1, 1));
  ASSERT_EQ(rows.x.cols(), 3);
  EXPECT_THAT(Row(rows, 0), ElementsAre(0.5, 0, -20));
  EXPECT_THAT(Row(rows, 1), ElementsAre(0, 4, 0));
  EXPECT_THAT(Row(rows, 2), ElementsAre(0, 0, 0));
}

TEST(ParseLibsvm, IndicesMayCountFromZero) {
  for (const Storage storage : {Storage::kDense, Storage::kSparse}) {
    const LabelledRows rows =
        ParseLibsvm("1 0:0.5 2:1.25e0\n2 2:4\n3\n", "f", {.storage = storage, .index_base = 0});
    ASSERT_EQ(rows.x.cols(), 3);
    EXPECT_THAT(Row(rows, 0), ElementsAre(0.5, 0, 1.25));
    EXPECT_THAT(Row(rows, 1), ElementsAre(0, 0, 4));
    EXPECT_THAT(Row(rows, 2), ElementsAre(0, 0, 0));
  }
  const LibsvmReadOptions from_zero{.input_dim = 3, .index_base = 0};
  EXPECT_EQ(FaultOf([&] { ParseLibsvm("1 0:1 3:1\n", "f", from_zero); }),
            "f, line 1, column 7: expected an index of at most 2, got '3:1'");
  EXPECT_EQ(FaultOf([&] { ParseLibsvm("1 0:1 0:1\n", "f", from_zero); }),
            "f, line 1, column 7: expected an index above 0, the one before it, got '0:1'");
  EXPECT_EQ(FaultOf([&] { ParseLibsvm("1 -1:1\n", "f", from_zero); }),
            "f, line 1, column 3: expected an index of at least 0, got '-1:1'");
  EXPECT_EQ(FaultOf([&] { ParseLibsvm("1 :1\n", "f", from_zero); }),
            "f, line 1, column 3: expected index:value with a whole number as index, got ':1'");
  EXPECT_EQ(FaultOf([&] { ParseLibsvm("1 0:x\n", "f", from_zero); }),
            "f, line 1, column 5: expected a finite number as value of index 0, got 'x'");
}

TEST(ParseLibsvm, AcceptsLineEndsBlanksAndComments) {
  const std::string text =
      "# heading 1:2\r\n\r\n1 1:2\r\n  \t\n-1\t2:3  # a comment: 9:9\r\n   2 1:1 # x\n3 2:1";
  const LabelledRows rows = ParseLibsvm(text, "f", {.storage = Storage::kDense});
  EXPECT_THAT(Labels(rows), ElementsAre(1, -1, 2, 3));
  EXPECT_EQ(rows.x.cols(), 2);
  EXPECT_THAT(Row(rows, 1), ElementsAre(0, 3));
  EXPECT_THAT(Row(rows, 3), ElementsAre(0, 1));
}

TEST(ParseLibsvm, DropsQueryIds) {
  const LabelledRows with = ParseLibsvm("1 qid:7 1:2 3:4\n2 qid:-1\n", "f", {});
  const LabelledRows without = ParseLibsvm("1 1:2 3:4\n2\n", "f", {});
  EXPECT_EQ(ToDense(with.x).dense(), ToDense(without.x).dense());
  EXPECT_EQ(with.y, without.y);
}

TEST(ParseLibsvm, DropsZerosButCountsTheirIndex) {
  const LabelledRows rows = ParseLibsvm("1 1:0.0 2:5 7:-0\n", "f", {.storage = Storage::kSparse});
  EXPECT_EQ(rows.x.StoredValues(), 1);
  EXPECT_EQ(rows.x.cols(), 7);
}

TEST(ParseLibsvm, DenseAndSparseHoldTheSameNumbers) {
  const std::string text = "1 1:1 4:2\n2 2:3\n3\n4 1:4 2:5 3:6 4:7\n";
  const LabelledRows dense = ParseLibsvm(text, "f", {.storage = Storage::kDense});
  const LabelledRows sparse = ParseLibsvm(text, "f", {.storage = Storage::kSparse});
  ASSERT_FALSE(dense.x.is_sparse());
  ASSERT_TRUE(sparse.x.is_sparse());
  EXPECT_EQ(ToDense(sparse.x).dense(), dense.x.dense());
  EXPECT_EQ(sparse.x.StoredValues(), 7);
}

TEST(ParseLibsvm, ChoosesStorageByDensity) {
  EXPECT_FALSE(ParseLibsvm("1 4:1\n", "f", {}).x.is_sparse());  // exactly a quarter
  EXPECT_TRUE(ParseLibsvm("1 5:1\n", "f", {}).x.is_sparse());
  EXPECT_TRUE(ParseLibsvm("1 1:1\n", "f", {.input_dim = 5}).x.is_sparse());
}

// Whatever a first look at the text makes of its zeros, its comments and a label that is no row.
TEST(ParseLibsvm, ZerosAndCommentsDoNotCountForTheDensity) {
  const LabelledRows zeros = ParseLibsvm("1 1:0 2:0.0 3:-0 4:0\n-1 3:5 8:0\n", "f", {});
  ASSERT_TRUE(zeros.x.is_sparse());
  EXPECT_EQ(zeros.x.StoredValues(), 1);
  EXPECT_THAT(Row(zeros, 1), ElementsAre(0, 0, 5, 0, 0, 0, 0, 0));
  const LabelledRows commented = ParseLibsvm("1 5:1 # 1:1 2:2 3:3 9:9\n#1 7:1\n", "f", {});
  EXPECT_TRUE(commented.x.is_sparse());
  EXPECT_EQ(commented.x.cols(), 5);
  EXPECT_EQ(commented.x.rows(), 1);
}

TEST(ParseLibsvm, ReadsNumbersOfEveryLength) {
  const LabelledRows rows = ParseLibsvm(
      "1e0 0000000001:.5 02:1. 3:1e-5 4:9007199254740993 5:0.1000000000000000055511151231257827 "
      "00000000000000000006:+7\n",
      "f", {});
  EXPECT_THAT(Row(rows, 0), ElementsAre(0.5, 1, 1e-5, 9007199254740992.0, 0.1, 7));
}

TEST(ParseLibsvm, ForcedDimensionAddsEmptyColumns) {
  EXPECT_EQ(ParseLibsvm("1 2:1\n", "f", {.input_dim = 123}).x.cols(), 123);
}

TEST(ParseLibsvm, HugeIndexTakesNoMemoryWhenSparse) {
  const LabelledRows rows = ParseLibsvm("1 2000000000:1\n", "f", {});
  EXPECT_TRUE(rows.x.is_sparse());
  EXPECT_EQ(rows.x.cols(), 2000000000);
  EXPECT_LT(rows.x.Bytes(), 100U);
}

struct BadText {
  std::string name;
  std::string text;
  std::string message;
  Index input_dim = 0;
  Storage storage = Storage::kByDensity;
};

void PrintTo(const BadText& bad, std::ostream* out) { *out << bad.name; }

class RejectedLibsvm : public ::testing::TestWithParam<BadText> {};

TEST_P(RejectedLibsvm, SaysWhereAndWhatWasExpected) {
  const BadText& bad = GetParam();
  EXPECT_EQ(testing::Message([&] {
              ParseLibsvm(bad.text, "f.txt", {.input_dim = bad.input_dim, .storage = bad.storage});
            }),
            bad.message);
}

INSTANTIATE_TEST_SUITE_P(
    All, RejectedLibsvm,
    ::testing::Values(
        BadText{"Token", "1 1:2\n-1 1:2 foo 3:4\n",
                "f.txt, line 2, column 8: expected index:value with a whole number as index, got "
                "'foo'"},
        BadText{"QidBehindValues", "1 1:2 qid:3\n",
                "f.txt, line 1, column 7: expected index:value with a whole number as index, got "
                "'qid:3'"},
        BadText{"QidTwice", "1 qid:3 qid:3 1:2\n",
                "f.txt, line 1, column 9: expected index:value with a whole number as index, got "
                "'qid:3'"},
        BadText{"QidNumber", "1 qid:x 1:2\n",
                "f.txt, line 1, column 3: expected a whole number behind qid:, got 'qid:x'"},
        BadText{"QidEmpty", "1 1:1\n1 qid:\n",
                "f.txt, line 2, column 3: expected a whole number behind qid:, got 'qid:'"},
        BadText{"SpaceBeforeColon", "1 1 :2\n",
                "f.txt, line 1, column 3: expected index:value with a whole number as index, got "
                "'1'"},
        BadText{"Label", "1 1:2\nspam 1:2\n",
                "f.txt, line 2, column 1: expected a finite number as label, got 'spam'"},
        BadText{"NoLabel", " 1:2\n",
                "f.txt, line 1, column 2: expected a finite number as label, got '1:2'"},
        BadText{"TwoSigns", "+-1 1:2\n",
                "f.txt, line 1, column 1: expected a finite number as label, got '+-1'"},
        BadText{"Value", "1 1:2 2:3x\n",
                "f.txt, line 1, column 9: expected a finite number as value of index 2, got '3x'"},
        BadText{"NoValue", "1 1:\n",
                "f.txt, line 1, column 5: expected a finite number as value of index 1, got ''"},
        BadText{"Decreasing", "1 1:1\n# c\n1 3:1 2:1\n",
                "f.txt, line 3, column 7: expected an index above 3, the one before it, got "
                "'2:1'"},
        BadText{"FarIndexBeforeASmallOne", "1 1:1\n1 1:1 2000000000:1 2:1\n",
                "f.txt, line 2, column 20: expected an index above 2000000000, the one before it, "
                "got '2:1'"},
        BadText{"Repeated", "1 3:1 3:1\n",
                "f.txt, line 1, column 7: expected an index above 3, the one before it, got "
                "'3:1'"},
        BadText{
            "IndexZero", "1 0:1\n",
            "f.txt, line 1, column 3: expected an index of at least 1 (indices count from 1; of "
            "a file that counts from 0 say \"index_base\": 0), got '0:1'"},
        BadText{"NegativeIndex", "1 -4:1\n",
                "f.txt, line 1, column 3: expected an index of at least 1, got '-4:1'"},
        BadText{"Nan", "1 1:nan\n",
                "f.txt, line 1, column 5: expected a finite number as value of index 1, got "
                "'nan'"},
        BadText{"Inf", "1 1:-inf\n",
                "f.txt, line 1, column 5: expected a finite number as value of index 1, got "
                "'-inf'"},
        BadText{"TooLarge", "1 1:1e999\n",
                "f.txt, line 1, column 5: expected a finite number as value of index 1, got "
                "'1e999'"},
        BadText{"NanLabel", "nan 1:1\n",
                "f.txt, line 1, column 1: expected a finite number as label, got 'nan'"},
        BadText{"BeyondDimension", "1 122:1\r\n1 1:1 124:1\r\n",
                "f.txt, line 2, column 7: expected an index of at most 123, got '124:1'", 123},
        BadText{"BeyondInt", "1 2147483648:1\n",
                "f.txt, line 1, column 3: expected an index of at most 2147483647, got "
                "'2147483648:1'"},
        BadText{"BeyondInt64", "1 99999999999999999999:1\n",
                "f.txt, line 1, column 3: expected an index of at most 2147483647, got "
                "'99999999999999999999:1'"},
        BadText{"ControlBytes", std::string("1 a\0\x01z\n", 7),
                "f.txt, line 1, column 3: expected index:value with a whole number as index, got "
                "'a\\x00\\x01z'"},
        BadText{"LoneCarriageReturn", "1 1:2\r2 1:3\n",
                "f.txt, line 1, column 7: expected index:value with a whole number as index, got "
                "'2'"},
        BadText{"Empty", "", "f.txt holds no rows; expected at least one"},
        BadText{"OnlyComments", "# nothing\n\n  # here\n",
                "f.txt holds no rows; expected at least one"},
        BadText{"TooLargeForDense", "1 2000000000:1\n2 1:1\n",
                "f.txt: 2 rows of dimension 2000000000 are too many for a dense matrix; expected "
                "at most 268435456 values",
                0, Storage::kDense}),
    [](const auto& test) { return test.param.name; });

// The largest number of 64 bits, which counted from 1 is one more.
TEST(ParseLibsvm, TheLargestIndexFromZeroIsBeyondTheLimit) {
  EXPECT_EQ(testing::Message(
                [] { ParseLibsvm("1 9223372036854775807:1\n", "f.txt", {.index_base = 0}); }),
            "f.txt, line 1, column 3: expected an index of at most 2147483646, got "
            "'9223372036854775807:1'");
}

TEST(ReadLibsvm, NamesTheFileThatIsAbsentOrAFolder) {
  const testing::TemporaryFolder folder;
  const std::string absent = (folder / "none").string();
  EXPECT_EQ(testing::Message([&] { ReadLibsvm(absent, {}); }),
            absent + " does not exist; expected a file");
  EXPECT_EQ(testing::Message([&] { ReadLibsvm(folder.path().string(), {}); }),
            folder.path().string() + " is a folder; expected a file");
}

TEST(ReadLibsvm, ReadsAFile) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "a", "1 1:2.5\n");
  EXPECT_THAT(Row(ReadLibsvm((folder / "a").string(), {}), 0), ElementsAre(2.5));
}

}  // namespace
}  // namespace mercer
