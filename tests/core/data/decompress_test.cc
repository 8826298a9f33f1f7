#include "core/data/decompress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/error.h"
#include "core/data/libsvm_reader.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

const char kText[] = "1 1:2\n-1 2:3\n";

// kText packed by gzip, bzip2 and xz; kEmptyGzip is gzip of nothing.
const char kGzip[] = "1f8b0800000000000203335430b432e2d2355430b232e6020073a4750d0d000000";
const char kBzip2[] =
    "425a6839314159265359b6c39eae000002d800001040023810200021a68da4218080b9056e5f177245385090b6c3"
    "9eae";
const char kXz[] =
    "fd377a585a000004e6d6b4460200210116000000742fe5a301000c3120313a320a2d3120323a330a0000000006b7"
    "c7e0a45c558d0001250d7119c4b61fb6f37d010000000004595a";
const char kEmptyGzip[] = "1f8b080000000000020303000000000000000000";

std::string Bytes(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

std::string MessageOf(const std::string& bytes, std::uint64_t max_bytes = kMaxDataFileBytes) {
  return testing::FaultOf([&] { Unpack(bytes, "f.gz", max_bytes); });
}

TEST(Unpack, UnpacksEveryFormat) {
  for (const char* packed : {kGzip, kBzip2, kXz}) {
    EXPECT_TRUE(IsPacked(Bytes(packed)));
    EXPECT_EQ(Unpack(Bytes(packed), "f"), kText) << packed;
  }
  EXPECT_EQ(Unpack(Bytes(kEmptyGzip), "f"), "");
}

TEST(Unpack, LeavesPlainBytesAlone) {
  for (const std::string& plain :
       {std::string(kText), std::string(), std::string("\0\x1f\x8b", 3)}) {
    EXPECT_FALSE(IsPacked(plain));
    EXPECT_EQ(Unpack(plain, "f"), plain);
  }
}

TEST(Unpack, JoinsTheMembersOfOneFile) {
  EXPECT_EQ(Unpack(Bytes(kGzip) + Bytes(kGzip), "f"), std::string(kText) + kText);
  EXPECT_EQ(Unpack(Bytes(kBzip2) + Bytes(kBzip2), "f"), std::string(kText) + kText);
}

TEST(Unpack, RefusesEveryFileCutShort) {
  // A gzip file without the whole of its eight last bytes has all its text; the others need all.
  for (const std::string& whole : {Bytes(kGzip).substr(0, 25), Bytes(kBzip2), Bytes(kXz)}) {
    for (std::size_t length = 6; length < whole.size(); ++length) {
      const std::string message = MessageOf(whole.substr(0, length));
      EXPECT_THAT(message, ::testing::StartsWith("f.gz cannot be unpacked ("))
          << length << " of " << whole.size();
      EXPECT_THAT(message, ::testing::EndsWith("); expected a whole gzip, bzip2 or xz file"));
    }
  }
}

TEST(Unpack, RefusesDamagedBytes) {
  for (const char* packed : {kBzip2, kXz}) {
    std::string bytes = Bytes(packed);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
    EXPECT_THAT(MessageOf(bytes), ::testing::HasSubstr("cannot be unpacked")) << packed;
  }
}

TEST(Unpack, RefusesWhatOnlyBeginsLikeAPackedFile) {
  for (const char* magic : {"\x1f\x8b", "BZh"})
    EXPECT_EQ(MessageOf(std::string(magic) + "not packed at all"),
              "f.gz cannot be unpacked (damaged header); expected a whole gzip, bzip2 or xz file");
}

TEST(Unpack, StopsAtTheLimit) {
  const auto size = std::string(kText).size();
  for (const char* packed : {kGzip, kBzip2, kXz}) {
    EXPECT_EQ(Unpack(Bytes(packed), "f", size), kText);
    EXPECT_EQ(MessageOf(Bytes(packed), size - 1),
              "f.gz unpacks to more than 12 bytes, the most expected here");
  }
}

TEST(ReadWholeFile, RefusesLargerFilesBeforeReadingThem) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "a", "12345");
  const std::string path = (folder / "a").string();
  EXPECT_EQ(ReadWholeFile(path, 5), "12345");
  EXPECT_EQ(testing::Message([&] { ReadWholeFile(path, 4); }),
            path + " is larger than 4 bytes, the most expected here");
}

// Its first page is nobody's: what is there is found, and cannot be read.
TEST(ReadWholeFile, SaysWhyAFileCannotBeRead) {
  const std::string path = "/proc/self/mem";
  EXPECT_EQ(testing::FaultOf([&] { ReadWholeFile(path); }),
            path + " cannot be read: Input/output error");
  EXPECT_EQ(testing::FaultOf([&] { DataFileStream stream(path); }),
            "'" + path + "' cannot be read: Input/output error");
  EXPECT_EQ(testing::FaultOf([&] { DataFileStream stream("/proc/self"); }),
            "'/proc/self' is no file; expected a file");
}

TEST(ReadLibsvm, ReadsAPackedFile) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "a.bz2", Bytes(kBzip2));
  const LabelledRows rows = ReadLibsvm((folder / "a.bz2").string(), {.storage = Storage::kDense});
  EXPECT_EQ(rows.x.dense(), (Matrix(2, 2) << 2, 0, 0, 3).finished());
}

}  // namespace
}  // namespace mercer
