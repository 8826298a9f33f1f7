#include "core/data/data_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/data/formats/format_support.h"

namespace mercer {
namespace {

using testing::Dense;
using ::testing::ElementsAre;
using testing::FaultOf;
using testing::Labels;
using testing::ReadText;
using testing::Rows;

DataTable Csv(const std::string& text) { return ReadText("csv", text, {{"header", true}}); }

TEST(PoolTables, KeepsTheCodesOfTheFirstPartAndAppendsNewValues) {
  const DataTable all = PoolTables(
      {Csv("a,b,y\nq,1,no\nz,2,yes\n"), Csv("a,b,y\nz,3,yes\nc,4,maybe\nq,5,no\n")}, {"f", "g"});
  EXPECT_THAT(all.columns[0].values, ElementsAre("q", "z", "c"));
  EXPECT_EQ(Dense(all), Rows({{0, 1}, {1, 2}, {1, 3}, {2, 4}, {0, 5}}));
  EXPECT_THAT(all.class_names, ElementsAre("no", "yes", "maybe"));
  EXPECT_THAT(Labels(all), ElementsAre(0, 1, 1, 2, 0));
}

TEST(PoolTables, RecodesSparseRowsWhoseFirstNameIsNotStored) {
  const std::string rest =
      "@attribute x real\n@attribute v real\n@attribute w real\n@attribute y real\n@data\n";
  const DataTable all =
      PoolTables({ReadText("arff", "@attribute a {p,q}\n" + rest + "{0 q}\n{}\n"),
                  ReadText("arff", "@attribute a {q,p}\n" + rest + "{0 p,1 5}\n{}\n")},
                 {"f", "g"});
  EXPECT_EQ(Dense(all), Rows({{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 5, 0, 0}, {1, 0, 0, 0}}));
}

TEST(PoolTables, WidensRowsThatLeaveOutZeros) {
  const DataTable all =
      PoolTables({ReadText("libsvm", "1 1:1 2:2\n"), ReadText("libsvm", "2 1:3 2:4 3:5\n"),
                  ReadText("libsvm", "3 9:1\n")},
                 {"f", "g", "h"}, AbsentColumns::kZeros);
  EXPECT_EQ(Dense(all), Rows({{1, 2, 0, 0, 0, 0, 0, 0, 0},
                              {3, 4, 5, 0, 0, 0, 0, 0, 0},
                              {0, 0, 0, 0, 0, 0, 0, 0, 1}}));
}

TEST(PoolTables, RefusesPartsThatDoNotMatch) {
  const auto fault = [](const std::string& second) {
    return FaultOf([&] { PoolTables({Csv("a,b,y\nq,1,2\n"), Csv(second)}, {"f", "g"}); });
  };
  EXPECT_EQ(fault("a,y\nq,1\n"), "g has 1 columns; expected 2, as f");
  EXPECT_EQ(fault("a,c,y\nq,1,2\n"), "g has the column 'c'; expected 'b', as f");
  EXPECT_EQ(fault("a,b,y\n3,1,2\n"), "g: column 'a' holds numbers; expected names, as in f");
  EXPECT_EQ(fault("a,b,y\nq,x,2\n"), "g: column 'b' holds names; expected numbers, as in f");
  EXPECT_EQ(fault("a,b,y\nq,1,no\n"), "g: the labels are names; expected numbers, as in f");
}

TEST(PoolTables, RefusesRowsOfAnotherWidthWhereZerosAreNotLeftOut) {
  DataTable wide, narrow;
  wide.x = Matrix(Matrix::Ones(2, 3));
  narrow.x = Matrix(Matrix::Ones(1, 2));
  wide.y = Vector::Zero(2);
  narrow.y = Vector::Zero(1);
  const auto fault = [](const DataTable& first, const DataTable& second) {
    return FaultOf([&] { PoolTables({first, second}, {"f", "g"}); });
  };
  EXPECT_EQ(fault(wide, narrow), "g has 2 columns; expected 3, as f");
  EXPECT_EQ(fault(narrow, wide), "g has 3 columns; expected 2, as f");
}

TEST(Encode, OneColumnForEachValue) {
  const std::string text = "a,b,c,y\nq,1.5,u,0\nz,0,u,0\nc,-2,u,0\n";
  EXPECT_EQ(ToDense(Encode(Csv(text), Encoding::kOneHot)).dense(),
            Rows({{0, 1, 0, 1.5, 1}, {0, 0, 1, 0, 1}, {1, 0, 0, -2, 1}}));
  EXPECT_TRUE(Encode(Csv(text), Encoding::kOneHot).is_sparse());
  EXPECT_EQ(EncodedDim(Csv(text).columns, Encoding::kOneHot), 5);
  EXPECT_EQ(EncodedDim(Csv(text).columns, Encoding::kInteger), 3);
  EXPECT_EQ(Encode(Csv(text), Encoding::kInteger).dense(),
            Rows({{1, 1.5, 0}, {2, 0, 0}, {0, -2, 0}}));
}

TEST(Encode, ASparseRowsFirstNameIsOne) {
  const DataTable table = ReadText(
      "arff", "@attribute a {p,q}\n@attribute x real\n@attribute y real\n@data\n{0 q}\n{1 3}\n");
  EXPECT_EQ(ToDense(Encode(table, Encoding::kOneHot)).dense(), Rows({{0, 1, 0}, {1, 0, 3}}));
}

TEST(Encode, RefusesWhatIsTooMuch) {
  DataTable table;
  table.x = SparseMatrix(1 << 15, 1 << 14);
  table.columns.resize(1 << 14);
  table.columns[0].values = {"a"};
  EXPECT_EQ(FaultOf([&] { Encode(table, Encoding::kOneHot); }),
            "one column for each value of 32768 rows of 16384 columns is too much; expected at "
            "most 268435456 values to encode");
}

TEST(ReadTable, LeavesOutTheByteOrderMarkOfAText) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(Dense(ReadText("libsvm", mark + "1 1:2 2:3\n")), Rows({{2, 3}}));
  EXPECT_EQ(Csv(mark + "\"a b\",y\n1,2\n").columns[0].name, "a b");
  EXPECT_EQ(Dense(ReadText("arff", mark + "@relation r\n@attribute x real\n"
                                          "@attribute y real\n@data\n1,2\n")),
            Rows({{1}}));
  EXPECT_EQ(FaultOf([&] { ReadText("libsvm", mark + "x 1:2\n"); }),
            "f, line 1, column 1: expected a finite number as label, got 'x'");
  // Bytes of pictures, and a second mark, are not left out.
  EXPECT_EQ(FaultOf([&] { ReadText("cifar10", mark + std::string(3073, '\1')); }),
            "f has 3076 bytes; expected records of 3073, one or more");
  EXPECT_EQ(FaultOf([&] { ReadText("libsvm", mark + mark + "1 1:2\n"); }),
            "f, line 1, column 1: expected a finite number as label, got '" + mark + "1'");
}

TEST(FormatOfName, LooksAtTheEnding) {
  EXPECT_EQ(FormatOfName("a.libsvm")->name, "libsvm");
  EXPECT_EQ(FormatOfName("x/a.csv.gz")->name, "csv");
  EXPECT_EQ(FormatOfName("a.arff.xz")->name, "arff");
  EXPECT_EQ(FormatOfName("train-images-idx3-ubyte.gz")->name, "idx");
  EXPECT_EQ(FormatOfName("a.npy")->name, "npy");
  EXPECT_EQ(FormatOfName("a.txt"), nullptr);
}

}  // namespace
}  // namespace mercer
