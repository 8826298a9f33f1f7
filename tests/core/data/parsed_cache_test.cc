#include "core/data/parsed_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "core/data/formats/libsvm_reader.h"
#include "tests/core/data/storage_names.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using ::mercer::testing::ReadFile;
using ::mercer::testing::TemporaryFolder;
using ::mercer::testing::WriteFile;

// Places of the header: magic, key, form, rows, columns, stored, names, checksum.
constexpr std::size_t kForm = 72, kRows = 80, kColumns = 88, kStored = 96, kNames = 104,
                      kHeader = 120;

ParsedRows Rows(Storage storage) {
  ParsedRows parsed{ParseLibsvm("1 1:0.1 4:2\n-0 2:1e-310\n3\n", "f", {.storage = storage}), "a,b"};
  parsed.rows.y[2] = std::numeric_limits<double>::quiet_NaN();
  return parsed;
}

template <class T>
std::string Bytes(const T* data, Index size) {
  return {reinterpret_cast<const char*>(data), static_cast<std::size_t>(size) * sizeof(T)};
}

// Every bit of the rows, and their form.
std::string Content(const ParsedRows& parsed) {
  const LabelledRows& rows = parsed.rows;
  std::string all = parsed.names + "|" + std::to_string(rows.x.rows()) + "|" +
                    std::to_string(rows.x.cols()) + "|" + Bytes(rows.y.data(), rows.y.size());
  if (!rows.x.is_sparse()) return all + Bytes(rows.x.dense().data(), rows.x.dense().size());
  const SparseMatrix& x = rows.x.sparse();
  return all + "|sparse|" + Bytes(x.outerIndexPtr(), x.rows() + 1) +
         Bytes(x.innerIndexPtr(), x.nonZeros()) + Bytes(x.valuePtr(), x.nonZeros());
}

class ParsedCache : public ::testing::TestWithParam<Storage> {
 protected:
  std::string Write() {
    EXPECT_TRUE(WriteParsed(path_, "key", Rows(GetParam())));
    return ReadFile(path_);
  }
  bool Reads(const std::string& bytes) {
    WriteFile(path_, bytes);
    return ReadParsed(path_, "key").has_value();
  }

  TemporaryFolder folder_;
  std::string path_ = (folder_ / ".cache" / "rows").string();
};

INSTANTIATE_TEST_SUITE_P(All, ParsedCache, ::testing::Values(Storage::kDense, Storage::kSparse),
                         testing::StorageName);

TEST_P(ParsedCache, ReturnsEveryBit) {
  EXPECT_FALSE(ReadParsed(path_, "key"));
  Write();
  const std::optional<ParsedRows> read = ReadParsed(path_, "key");
  ASSERT_TRUE(read);
  EXPECT_EQ(Content(*read), Content(Rows(GetParam())));
}

TEST_P(ParsedCache, EmptyRowsReturnToo) {
  const ParsedRows none{
      ParseLibsvm("", "f", {.input_dim = 7, .storage = GetParam(), .may_be_empty = true})};
  ASSERT_TRUE(WriteParsed(path_, "key", none));
  const std::optional<ParsedRows> read = ReadParsed(path_, "key");
  ASSERT_TRUE(read);
  EXPECT_EQ(Content(*read), Content(none));
}

TEST_P(ParsedCache, AnotherKeyIsNotRead) {
  Write();
  EXPECT_FALSE(ReadParsed(path_, "another key"));
}

TEST_P(ParsedCache, EveryFlippedBitIsSeen) {
  const std::string whole = Write();
  ASSERT_TRUE(Reads(whole));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      ASSERT_FALSE(Reads(flipped)) << "byte " << at << ", bit " << bit;
    }
  }
}

TEST_P(ParsedCache, EveryCutIsSeen) {
  const std::string whole = Write();
  for (std::size_t size = 0; size < whole.size(); ++size)
    ASSERT_FALSE(Reads(whole.substr(0, size))) << size;
  EXPECT_FALSE(Reads(whole + std::string(8, '\0')));
  EXPECT_FALSE(Reads(whole + "x"));
}

// Sizes that are not the file's are refused before memory is taken for them, whatever they are.
TEST_P(ParsedCache, HostileSizesAreRefused) {
  const std::string whole = Write();
  for (const std::size_t place : {kForm, kRows, kColumns, kStored, kNames}) {
    for (int power = 0; power < 64; ++power) {
      for (const std::uint64_t less : {0, 1}) {
        const std::uint64_t claim = (std::uint64_t{1} << power) - less;
        std::string hostile = whole;
        std::memcpy(hostile.data() + place, &claim, sizeof(claim));
        ASSERT_TRUE(hostile == whole || !Reads(hostile)) << place << " " << claim;
      }
    }
  }
  std::string overflow = whole.substr(0, kHeader);
  const std::uint64_t claim = std::uint64_t{1} << 63;
  for (const std::size_t place : {kRows, kStored, kNames})
    std::memcpy(overflow.data() + place, &claim, sizeof(claim));
  EXPECT_FALSE(Reads(overflow));
}

TEST_P(ParsedCache, IsWhatIsReturnedAndElseIsRebuilt) {
  ParsedRows other = Rows(GetParam());
  other.rows.y[0] = 77;  // what no text says
  ASSERT_TRUE(WriteParsed(path_, "key", other));
  int parsed = 0;
  const auto parse = [&] {
    ++parsed;
    return Rows(GetParam());
  };
  EXPECT_EQ(Content(ParsedOnce(path_, "key", parse)), Content(other));
  EXPECT_EQ(parsed, 0);
  std::string damaged = ReadFile(path_);
  damaged[kHeader] = static_cast<char>(damaged[kHeader] ^ 1);
  WriteFile(path_, damaged);
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(Content(ParsedOnce(path_, "key", parse)), Content(Rows(GetParam())));
    EXPECT_EQ(parsed, 1);
  }
}

TEST_P(ParsedCache, WhereNothingCanBeWrittenNothingIsKept) {
  const std::string nowhere = (folder_ / "absent" / "deeper" / "rows").string();
  EXPECT_FALSE(WriteParsed(nowhere, "key", Rows(GetParam())));
  EXPECT_EQ(Content(ParsedOnce(nowhere, "key", [] { return Rows(GetParam()); })),
            Content(Rows(GetParam())));
  fs::create_directories(path_);  // a folder in the place of the file
  EXPECT_FALSE(ReadParsed(path_, "key"));
  EXPECT_FALSE(WriteParsed(path_, "key", Rows(GetParam())));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / ".cache"), {}), 1);
}

TEST_P(ParsedCache, WritersAtTheSameTimeLeaveAWholeFile) {
  Write();
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 2; ++writer) {
    writers.emplace_back([&] {
      for (int i = 0; i < 20; ++i) WriteParsed(path_, "key", Rows(GetParam()));
    });
  }
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(ReadParsed(path_, "key"));
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / ".cache"), {}), 1);
}

// A checksum can be made for any content: the indices are looked at all the same.
TEST(ParsedCacheIndices, ThoseThatLeaveTheirRowsAreRefused) {
  const TemporaryFolder folder;
  const std::string path = (folder / "rows").string();
  const std::vector<std::vector<Index>> damages = {{0, 4}, {1, 0}, {0, -1}, {2, 5}};
  for (const std::vector<Index>& damage : damages) {
    ParsedRows rows = Rows(Storage::kSparse);
    rows.rows.x.sparse().innerIndexPtr()[damage[0]] = damage[1];
    ASSERT_TRUE(WriteParsed(path, "key", rows));
    EXPECT_FALSE(ReadParsed(path, "key")) << damage[0] << " " << damage[1];
  }
  for (const std::vector<Index>& damage : {std::vector<Index>{1, 9}, {1, -1}, {0, 1}, {2, 1}}) {
    ParsedRows rows = Rows(Storage::kSparse);
    rows.rows.x.sparse().outerIndexPtr()[damage[0]] = damage[1];
    ASSERT_TRUE(WriteParsed(path, "key", rows));
    EXPECT_FALSE(ReadParsed(path, "key")) << damage[0] << " " << damage[1];
  }
}

}  // namespace
}  // namespace mercer
