#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "core/data/element.h"
#include "core/data/rows/labelled_rows.h"
#include "tests/core/data/formats/format_support.h"

namespace mercer {
namespace {

using testing::Dense;
using ::testing::ElementsAre;
using testing::FaultOf;
using testing::Labels;
using testing::Rows;

// Bytes from hexadecimal digits; blanks are left out.
std::string Hex(const std::string& digits) {
  std::string bytes;
  std::string pair;
  for (const char c : digits) {
    if (c == ' ') continue;
    pair += c;
    if (pair.size() < 2) continue;
    bytes += static_cast<char>(std::stoi(pair, nullptr, 16));
    pair.clear();
  }
  return bytes;
}

DataTable Idx(const std::string& images, const std::string& labels) {
  return ReadTable("idx", {{"labels", "l", Hex(labels)}, {"images", "i", Hex(images)}}, {}, 0);
}

constexpr char kLabels[] = "00000801 00000002 07 03";

TEST(Idx, ReadsEveryElementType) {
  // 2 × 1 × 2; values 1, 2, 3, 4, in each type's big-endian bytes.
  const std::string dims = "00000002 00000001 00000002 ";
  for (const std::string& images :
       {"00000803 " + dims + "01020304", "00000903 " + dims + "01020304",
        "00000B03 " + dims + "0001000200030004",
        "00000C03 " + dims + "00000001000000020000000300000004",
        "00000D03 " + dims + "3F800000400000004040000040800000",
        "00000E03 " + dims + "3FF0000000000000400000000000000040080000000000004010000000000000"}) {
    const DataTable table = Idx(images, kLabels);
    EXPECT_EQ(Dense(table), Rows({{1, 2}, {3, 4}})) << images;
    EXPECT_THAT(Labels(table), ElementsAre(7, 3));
  }
  EXPECT_EQ(Dense(Idx("00000902 00000002 00000001 FF80", kLabels)), Rows({{-1}, {-128}}));
  EXPECT_EQ(Dense(Idx("00000802 00000002 00000001 FF80", kLabels)), Rows({{255}, {128}}));
}

TEST(Idx, IsSparseWhereFewValuesAreNot0) {
  const DataTable table = Idx("00000802 00000002 00000005 0000000000 0000090000", kLabels);
  EXPECT_TRUE(table.x.is_sparse());
  EXPECT_EQ(Dense(table), Rows({{0, 0, 0, 0, 0}, {0, 0, 9, 0, 0}}));
}

TEST(Idx, SaysWhatIsWrong) {
  const auto fault = [](const std::string& images, const std::string& labels = kLabels) {
    return FaultOf([&] { Idx(images, labels); });
  };
  EXPECT_EQ(fault("0000"), "i has 2 bytes; expected an IDX file, whose head takes 8");
  EXPECT_EQ(fault("01000802 00000002 00000001 0102"),
            "i, byte 1: expected 0, with which an IDX file begins, got 1");
  EXPECT_EQ(fault("00000A02 00000002 00000001 0102"),
            "i, byte 3: expected an element type of IDX (8, 9, 11, 12, 13, 14), got 10");
  EXPECT_EQ(fault("00000800"), "i, byte 4: expected at least one dimension, got 0");
  EXPECT_EQ(fault("00000802 00000002"), "i has 8 bytes; expected at least 12 for 2 dimensions");
  EXPECT_EQ(fault("00000802 00000002 00000000"),
            "i, byte 9: expected a dimension of at least 1, got 0");
  EXPECT_EQ(fault("00000802 00000002 00000002 010203"),
            "i has 3 bytes behind its head; expected 2 x 2 elements of 1 byte");
  EXPECT_EQ(fault("00000B02 00000002 00000001 0102030405"),
            "i has 5 bytes behind its head; expected 2 x 1 elements of 2 bytes");
  // Sizes whose product is 2^96 take no memory.
  EXPECT_EQ(fault("00000803 80000000 80000000 80000000 01"),
            "i has 1 bytes behind its head; expected 2147483648 x 2147483648 x 2147483648 "
            "elements of 1 byte");
  EXPECT_EQ(fault("00000801 00000002 0102"),
            "i, byte 4: expected images of 2 dimensions or more, got 1");
  EXPECT_EQ(fault("00000802 00000002 00000001 0102", "00000802 00000002 00000001 0102"),
            "l, byte 4: expected labels of 1 dimension, got 2");
  EXPECT_EQ(fault("00000802 00000002 00000001 0102", "00000801 00000001 01"),
            "l has 1 labels; expected 2, as images in i");
  EXPECT_EQ(fault("00000D02 00000002 00000001 3F800000 7FC00000"),
            "i, row 2, column 1: expected a finite number, got nan");
}

TEST(Roles, EachIsNeededOnce) {
  const std::string images = Hex("00000802 00000002 00000001 0102");
  EXPECT_EQ(FaultOf([&] {
              ReadTable("idx", {{"images", "i", images}}, {}, 0);
            }),
            "format 'idx' lacks the file of labels (one dimension); expected files of images, "
            "labels");
  EXPECT_EQ(FaultOf([&] {
              ReadTable("idx", {{"images", "i", ""}, {"", "j", ""}}, {}, 0);
            }),
            "j: format 'idx' has a file of images already");
  EXPECT_EQ(FaultOf([&] {
              ReadTable("idx", {{"image", "i", ""}}, {}, 0);
            }),
            "i: unknown role of format 'idx': 'image'; did you mean 'images'? known: images, "
            "labels");
  EXPECT_THAT(FaultOf([&] { ReadTable("idxx", {}, {}, 0); }),
              ::testing::HasSubstr("unknown format 'idxx'; did you mean 'idx'?"));
}

TEST(Cifar10, ReadsRecords) {
  std::string bytes = std::string(1, '\x07') + std::string(3072, '\x01');
  bytes[1] = '\xFF';
  bytes[3072] = '\x05';
  bytes += std::string(1, '\x02') + std::string(3072, '\x03');
  const DataTable table = ReadTable("cifar10", {{"", "f", bytes}}, {}, 0);
  EXPECT_THAT(Labels(table), ElementsAre(7, 2));
  ASSERT_EQ(table.x.cols(), 3072);
  EXPECT_EQ(table.x.dense()(0, 0), 255);
  EXPECT_EQ(table.x.dense()(0, 1), 1);
  EXPECT_EQ(table.x.dense()(0, 3071), 5);
  EXPECT_EQ(table.x.dense()(1, 0), 3);
  const auto fault = [](const std::string& text) {
    return FaultOf([&] { ReadTable("cifar10", {{"", "f", text}}, {}, 0); });
  };
  EXPECT_EQ(fault(""), "f has 0 bytes; expected records of 3073, one or more");
  EXPECT_EQ(fault(bytes + "x"), "f has 6147 bytes; expected records of 3073, one or more");
  bytes[3073] = '\x0A';
  EXPECT_EQ(fault(bytes), "f, byte 3074: expected a class from 0 to 9, got 10");
}

std::string Npy(const std::string& dictionary, const std::string& data, int version = 1) {
  std::string bytes = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
  bytes += static_cast<char>(dictionary.size());
  bytes += std::string(version == 1 ? 1 : 3, '\0');
  return bytes + dictionary + data;
}

std::string Dictionary(const std::string& descr, const std::string& order,
                       const std::string& shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }  \n";
}

DataTable ReadNpy(const std::string& rows, const std::string& labels = "7\n3\n") {
  return ReadTable("npy", {{"rows", "f", rows}, {"labels", "l", labels}}, {}, 0);
}

TEST(Npy, ReadsEveryElementTypeInBothOrders) {
  struct Case {
    std::string descr, one_two_three_four;
  };
  for (const Case& c :
       {Case{"<f8", "000000000000F03F 0000000000000040 0000000000000840 0000000000001040"},
        Case{">f8", "3FF0000000000000 4000000000000000 4008000000000000 4010000000000000"},
        Case{"<f4", "0000803F 00000040 00004040 00008040"},
        Case{">f4", "3F800000 40000000 40400000 40800000"}, Case{"|i1", "01020304"},
        Case{"|u1", "01020304"}, Case{"<i2", "0100020003000400"}, Case{">u2", "0001000200030004"},
        Case{"<u4", "01000000020000000300000004000000"},
        Case{">i4", "00000001000000020000000300000004"},
        Case{"<i8", "0100000000000000020000000000000003000000000000000400000000000000"},
        Case{">u8", "0000000000000001000000000000000200000000000000030000000000000004"}}) {
    const std::string data = Hex(c.one_two_three_four);
    EXPECT_EQ(Dense(ReadNpy(Npy(Dictionary(c.descr, "False", "(2, 2)"), data))),
              Rows({{1, 2}, {3, 4}}))
        << c.descr;
    EXPECT_EQ(Dense(ReadNpy(Npy(Dictionary(c.descr, "True", "(2, 2)"), data))),
              Rows({{1, 3}, {2, 4}}))
        << c.descr;
  }
  EXPECT_EQ(Dense(ReadNpy(Npy(Dictionary("|b1", "False", "(2, 2)"), Hex("01000001")))),
            Rows({{1, 0}, {0, 1}}));
  EXPECT_EQ(Dense(ReadNpy(Npy(Dictionary("<i2", "False", "(2,)"), Hex("FFFF0080")))),
            Rows({{-1}, {-32768}}));
}

TEST(Npy, ReadsEveryVersionAndLabelsAsArrayOrLines) {
  const std::string dictionary = Dictionary("|u1", "False", "(2, 1)");
  for (const int version : {1, 2, 3})
    EXPECT_EQ(Dense(ReadNpy(Npy(dictionary, "\x01\x02", version))), Rows({{1}, {2}}));
  const std::string rows = Npy(dictionary, "\x01\x02");
  EXPECT_THAT(Labels(ReadNpy(rows, "1.5\r\n-2")), ElementsAre(1.5, -2));
  EXPECT_THAT(Labels(ReadNpy(rows, rows)), ElementsAre(1, 2));
}

TEST(Npy, SaysWhatIsWrong) {
  const auto fault = [](const std::string& rows, const std::string& labels = "7\n3\n") {
    return FaultOf([&] { ReadNpy(rows, labels); });
  };
  const auto of_head = [&](const std::string& head) { return fault(Npy(head, "\x01\x02")); };
  const std::string right = Dictionary("|u1", "False", "(2, 1)");
  EXPECT_EQ(fault("PK"), "f is no .npy file; expected one that begins with \\x93NUMPY");
  EXPECT_EQ(fault(Npy(right, "\x01\x02", 4)),
            "f, byte 7: expected .npy format version 1, 2 or 3, got 4");
  EXPECT_EQ(fault(Npy(right, "").substr(0, 30)),
            "f has 30 bytes; expected a head of " + std::to_string(10 + right.size()));
  EXPECT_EQ(
      of_head(Dictionary("<c16", "False", "(2, 1)")),
      "f: the elements are '<c16'; expected f4, f8, i1 to i8, u1 to u8 or b1 behind < > or |");
  EXPECT_EQ(of_head(Dictionary("|O8", "False", "(2, 1)")),
            "f: the elements are '|O8'; expected f4, f8, i1 to i8, u1 to u8 or b1 behind < > or |");
  EXPECT_EQ(of_head("{'descr': '|u1', 'shape': (2, 1)}"),
            "f, byte 44: expected descr, fortran_order and shape, got the head's end");
  EXPECT_EQ(
      of_head("{'descr': '|u1', 'descr': '|u1'}"),
      "f, byte 28: expected descr, fortran_order and shape, each once, got ''descr': '|u1'}'");
  EXPECT_EQ(of_head("{'descr': '|u1', 'fortran_order': 0"),
            "f, byte 45: expected True or False, got '0'");
  EXPECT_EQ(of_head("{'descr': |u1"), "f, byte 21: expected text in quotes, got '|u1'");
  EXPECT_EQ(of_head("{'shape': (-1,)"), "f, byte 22: expected a whole number >= 0, got '-1,)'");
  EXPECT_EQ(of_head("{'shape': (99999999999999999999,)"),
            "f, byte 22: expected a whole number >= 0, got '99999999999999999999'");
  EXPECT_EQ(of_head(right + "x"), "f, byte " + std::to_string(11 + right.size()) +
                                      ": expected the end of the head, got 'x'");
  EXPECT_EQ(fault(Npy(right, "\x01")),
            "f has 1 bytes behind its head; expected 2 x 1 elements of 1 byte");
  EXPECT_EQ(fault(Npy(Dictionary("<f8", "False", "(4611686018427387904, 4)"), "")),
            "f has 0 bytes behind its head; expected 4611686018427387904 x 4 elements of 8 bytes");
  EXPECT_EQ(fault(Npy(Dictionary("<f8", "False", "(0, 4)"), "")),
            "f holds no rows; expected at least one");
  EXPECT_EQ(fault(Npy(Dictionary("|u1", "False", "(1, 2, 1)"), "\x01\x02")),
            "f has 3 dimensions; expected 2, rows and columns, or 1");
  EXPECT_EQ(fault(Npy(Dictionary("<f4", "False", "(1, 2)"), Hex("0000803F 0000807F"))),
            "f, row 1, column 2: expected a finite number, got inf");
  EXPECT_EQ(fault(Npy(right, "\x01\x02"), "1\n"), "l has 1 labels; expected 2, as rows in f");
  EXPECT_EQ(fault(Npy(right, "\x01\x02"), "1\nx\n"),
            "l, line 2, column 1: expected a finite number as label, got 'x'");
  EXPECT_EQ(fault(Npy(right, "\x01\x02"), Npy(Dictionary("|u1", "False", "(1, 2)"), "\x01\x02")),
            "l is no vector; expected one label per row");
  for (const char* empty : {"(0, 2)", "(4611686018427387904, 4611686018427387904, 0)"}) {
    EXPECT_EQ(fault(Npy(right, "\x01\x02"), Npy(Dictionary("|u1", "False", empty), "")),
              "l is no vector; expected one label per row");
  }
}

// All its bytes are there: 2^28 + 2^14 of them, none 0.
TEST(Npy, RefusesMoreThanADenseMatrixHolds) {
  std::string rows = Npy(Dictionary("|u1", "False", "(16385, 16384)"), "");
  rows.resize(rows.size() + 16385 * 16384, '\x01');
  EXPECT_EQ(FaultOf([&] { ReadNpy(rows); }),
            "f: 16385 rows of 16384 columns are too many; expected at most 268435456 values");
}

TEST(ProductUpTo, RefusesWhatIsBeyond) {
  EXPECT_EQ(ProductUpTo(3, 4, 12), 12);
  EXPECT_EQ(ProductUpTo(3, 4, 11), -1);
  EXPECT_EQ(ProductUpTo(0, 4, 0), 0);
  EXPECT_EQ(ProductUpTo(Index{1} << 62, 4, (Index{1} << 62) + 1), -1);
}

}  // namespace
}  // namespace mercer
