#include "core/data/formats/decompress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/data/formats/libsvm_reader.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

const char kText[] = "1 1:2\n-1 2:3\n";

// kText packed by gzip, bzip2 and xz; kTwiceBzip2 and kBzip2InXz are kBzip2 packed again;
// kEmptyGzip is gzip of nothing.
const char kGzip[] = "1f8b0800000000000203335430b432e2d2355430b232e6020073a4750d0d000000";
const char kBzip2[] =
    "425a6839314159265359b6c39eae000002d800001040023810200021a68da4218080b9056e5f177245385090b6c3"
    "9eae";
const char kXz[] =
    "fd377a585a000004e6d6b4460200210116000000742fe5a301000c3120313a320a2d3120323a330a0000000006b7"
    "c7e0a45c558d0001250d7119c4b61fb6f37d010000000004595a";
const char kTwiceBzip2[] =
    "425a6839314159265359b27547d300000afffe520040806100206072004830804110004002400105010120080000"
    "402000318d311846980000228f53468d32034cd350d3ca7aa20d80a4064eadd2ddf126f3a9be3d14cce654efef14"
    "2b7a01262a14fc5dc914e14242c9d51f4c";
const char kBzip2InXz[] =
    "fd377a585a000004e6d6b4460200210116000000742fe5a301002f425a6839314159265359b6c39eae000002d800"
    "001040023810200021a68da4218080b9056e5f177245385090b6c39eae007fc3864b5eb32492000148308a40ff3e"
    "1fb6f37d010000000004595a";
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
  for (const std::string& whole : {Bytes(kGzip), Bytes(kBzip2), Bytes(kXz)}) {
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

// The last eight bytes of gzip: CRC-32 and length of the text.
TEST(Unpack, ComparesTheChecksumAndTheLengthOfGzip) {
  const std::string whole = Bytes(kGzip);
  for (std::size_t back = 1; back <= 8; ++back) {
    std::string bytes = whole;
    char& changed = bytes[bytes.size() - back];
    changed = static_cast<char>(changed ^ 1);
    const std::string reason = back > 4 ? "incorrect data check" : "incorrect length check";
    EXPECT_EQ(MessageOf(bytes),
              "f.gz cannot be unpacked (" + reason + "); expected a whole gzip, bzip2 or xz file");
    EXPECT_EQ(MessageOf(whole + bytes), MessageOf(bytes));
  }
}

TEST(Unpack, TakesZerosBehindGzipAndNothingElse) {
  EXPECT_EQ(Unpack(Bytes(kGzip) + std::string(5, '\0'), "f"), kText);
  EXPECT_EQ(MessageOf(Bytes(kGzip) + std::string(5, '\0') + "x"),
            "f.gz cannot be unpacked (bytes behind its end); expected a whole gzip, bzip2 or xz "
            "file");
  EXPECT_EQ(MessageOf(Bytes(kGzip) + "x"),
            "f.gz cannot be unpacked (cut short); expected a whole gzip, bzip2 or xz file");
  EXPECT_EQ(MessageOf(Bytes(kGzip) + "other text"),
            "f.gz cannot be unpacked (incorrect header check); expected a whole gzip, bzip2 or xz "
            "file");
}

std::string BehindItsEnd(const std::string& path) {
  return path +
         " cannot be unpacked (bytes behind its end); expected a whole gzip, bzip2 or xz file";
}

TEST(Unpack, TakesZerosBehindBzip2AndXzAndNothingElse) {
  const std::string zeros(512, '\0');
  for (const char* packed : {kBzip2, kXz}) {
    const std::string one = Bytes(packed);
    EXPECT_EQ(Unpack(one + zeros, "f"), kText);
    for (const std::string& rest :
         {std::string("other text"), zeros + "x", one.substr(0, 9), one.substr(0, one.size() - 1)})
      EXPECT_THAT(MessageOf(one + rest), ::testing::HasSubstr("cannot be unpacked")) << rest.size();
  }
  EXPECT_EQ(MessageOf(Bytes(kBzip2) + zeros + Bytes(kBzip2)), BehindItsEnd("f.gz"));
}

// The header of a stream: "BZh", a digit, and the mark of a block.
TEST(Unpack, RefusesAnyChangeOfTheHeaderOfASecondBzip2Stream) {
  const std::string one = Bytes(kBzip2);
  for (const std::size_t at : {0, 1, 2, 4, 5, 6, 7, 8, 9}) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string second = one;
      second[at] = static_cast<char>(second[at] ^ (1 << bit));
      EXPECT_EQ(MessageOf(one + second), BehindItsEnd("f.gz")) << at << " " << bit;
    }
  }
}

// What follows is not read together with the last stream.
TEST(DataFileStream, RefusesBytesFarBehindBzip2) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "f").string();
  const std::string zeros(200000, '\0');
  std::string text(100, '\0');
  testing::WriteFile(path, Bytes(kBzip2) + zeros);
  EXPECT_EQ(DataFileStream(path).Read(text.data(), text.size()), std::string(kText).size());
  testing::WriteFile(path, Bytes(kBzip2) + zeros + "x");
  EXPECT_EQ(testing::FaultOf([&] { DataFileStream(path).Read(text.data(), text.size()); }),
            BehindItsEnd(path));
}

// A file larger than the blocks it is read in, read in steps of any size.
TEST(DataFileStream, UnpacksPieceAfterPieceToTheEnd) {
  const testing::TemporaryFolder folder;
  for (const char* packed : {kGzip, kBzip2, kXz, ""}) {
    const std::string one = *packed == '\0' ? kText : Bytes(packed);
    std::string whole, expected;
    while (whole.size() < 200000) {
      whole += one;
      expected += kText;
    }
    testing::WriteFile(folder / "f", whole);
    for (const std::size_t step : {std::size_t{1}, std::size_t{4097}, 2 * expected.size()}) {
      DataFileStream stream((folder / "f").string());
      std::string read;
      std::string piece(step, '\0');
      for (std::size_t got = 0; (got = stream.Read(piece.data(), step)) > 0;)
        read.append(piece, 0, got);
      EXPECT_EQ(read, expected) << step;
      EXPECT_EQ(stream.share(), 1);
    }
  }
  testing::WriteFile(folder / "f", Bytes(kGzip).substr(0, 30));
  DataFileStream cut((folder / "f").string());
  std::string piece(100, '\0');
  EXPECT_EQ(testing::FaultOf([&] { cut.Read(piece.data(), piece.size()); }),
            (folder / "f").string() +
                " cannot be unpacked (cut short); expected a whole gzip, bzip2 or xz file");
}

TEST(Unpack, RefusesWhatOnlyBeginsLikeAPackedFile) {
  const auto refused = [](const std::string& reason) {
    return "f.gz cannot be unpacked (" + reason + "); expected a whole gzip, bzip2 or xz file";
  };
  EXPECT_EQ(MessageOf("\x1f\x8bnot packed at all"), refused("unknown compression method"));
  EXPECT_EQ(MessageOf("BZhnot packed at all"), refused("damaged header"));
}

TEST(Unpack, RefusesWhatIsPackedTwice) {
  for (const char* packed : {kTwiceBzip2, kBzip2InXz}) {
    EXPECT_EQ(MessageOf(Bytes(packed)),
              "f.gz cannot be unpacked (packed twice); expected a whole gzip, bzip2 or xz file");
  }
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
// A pipe that nobody writes to would be waited for.
TEST(ReadWholeFile, RefusesAPipe) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "pipe").string();
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(testing::FaultOf([&] { ReadWholeFile(path); }),
            path + " is a pipe or a device; expected a file");
  EXPECT_EQ(testing::FaultOf([&] { Sha256OfFile(path); }),
            path + ": is a pipe or a device; expected a file");
}

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
