// Every row of a list of files is read by one rank, wherever the bytes are cut.

#include "core/distributed/rows/shards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/distributed/rows/file_ranges.h"
#include "core/distributed/rows/generated_rows.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Rows = std::vector<std::vector<double>>;  // of each row the label and all columns

// All rows, block after block.
Rows ReadAll(RowStream& rows, Index input_dim) {
  Rows read;
  rows.Rewind(input_dim);
  while (const auto block = rows.Next()) {
    EXPECT_EQ(block->x.cols(), input_dim);
    for (Index i = 0; i < block->y.size(); ++i) {
      const Matrix values = block->x.DenseRows(i, 1);
      read.push_back({block->y[i]});
      read.back().insert(read.back().end(), values.data(), values.data() + values.size());
    }
  }
  return read;
}

const char* const kTexts[] = {
    "1 1:10\n2 1:20 2:1\n\n# none\n3 1:30\r\n4 1:40\n",
    "1 1:10\n2 1:20 2:1\n3 1:30\n4 1:40 # no newline",
    "\n\n1 1:10\n2 1:20 2:1\n3 1:30\n4 1:40\n\n\n",
    "\xEF\xBB\xBF"
    "1 1:10\n2 1:20 2:1\n3 1:30\n4 1:40\n",
};

const Rows kRows = {{1, 10, 0}, {2, 20, 1}, {3, 30, 0}, {4, 40, 0}};

TEST(LibsvmRange, RangesGiveEachLineOnceWhereverTheyMeet) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "rows").string();
  for (const std::string text : kTexts) {
    testing::WriteFile(path, text);
    for (const std::size_t block : {1, 2, 5, 1000}) {
      for (std::size_t first = 0; first <= text.size(); ++first) {
        for (const std::size_t second : {first, (first + text.size()) / 2, text.size()}) {
          LibsvmRange a(path, 0, first, block), b(path, first, second, block);
          LibsvmRange c(path, second, text.size(), block);
          Rows all;
          for (LibsvmRange* range : {&a, &b, &c}) {
            for (const auto& row : ReadAll(*range, 2)) all.push_back(row);
            // A second pass has the same rows.
            const auto again = ReadAll(*range, 2);
            EXPECT_TRUE(std::equal(again.rbegin(), again.rend(), all.rbegin()));
          }
          EXPECT_EQ(all, kRows) << first << " " << second << " " << block << "\n" << text;
        }
      }
    }
  }
}

TEST(LibsvmRange, AFaultNamesTheLineOfTheFile) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "rows").string();
  std::string text;
  for (int i = 0; i < 100; ++i) text += "1 1:0.5\n";
  testing::WriteFile(path, text + "1 1:nan\n1 1:1\n");
  for (const std::size_t block : {7, 64, 5000}) {
    for (const std::uint64_t begin : {0, 400, 793, 800}) {
      LibsvmRange range(path, begin, text.size() + 14, block);
      EXPECT_THAT(testing::Message([&] { ReadAll(range, 1); }),
                  HasSubstr(path + ", line 101, column 5"))
          << block << " " << begin;
    }
  }
}

TEST(Shards, TheRowsOfAListAreThoseOfItsFilesInOrderOnAnyNumberOfRanks) {
  const testing::TemporaryFolder folder;
  std::vector<std::string> paths;
  Rows expected;
  for (int shard = 0; shard < 5; ++shard) {
    std::string text;
    for (int i = 0; i < 3 * shard; ++i) {  // the first is empty
      expected.push_back({1.0 * shard, i + 1.0});
      text += std::to_string(shard) + " 1:" + std::to_string(i + 1) + "\n";
    }
    if (!text.empty() && shard % 2 == 1) text.pop_back();
    paths.push_back((folder / std::to_string(shard)).string());
    testing::WriteFile(paths.back(), text);
  }
  testing::RunCommand("gzip -n " + paths[3] + " && mv " + paths[3] + ".gz " + paths[3]);
  const std::vector<DataShard> shards = FindShards(paths);
  EXPECT_TRUE(shards[3].packed);
  EXPECT_FALSE(shards[2].packed);
  for (int size = 1; size <= 40; ++size) {
    Rows all;
    for (int rank = 0; rank < size; ++rank) {
      const auto rows = OpenShards(DealShards(shards, rank, size));
      for (const auto& row : ReadAll(*rows, 1)) all.push_back(row);
    }
    EXPECT_EQ(all, expected) << size;
  }
}

TEST(Shards, AMissingOneIsNamed) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "a", "1 1:1\n");
  const std::string a = (folder / "a").string(), b = (folder / "b").string();
  EXPECT_EQ(testing::Message([&] {
              FindShards({a, b});
            }),
            "shard '" + b + "' is missing; expected 2 files that every rank can read");
  EXPECT_THAT(testing::Message([&] { FindShards({folder.path().string()}); }),
              HasSubstr("is missing; expected 1 file that"));
}

TEST(Shards, TheirTextChangesWithTheirBytes) {
  const testing::TemporaryFolder folder;
  const std::string a = (folder / "a").string();
  testing::WriteFile(a, "1 1:1\n");
  const std::string before = ShardsText(FindShards({a}));
  testing::WriteFile(a, "1 1:2\n");
  EXPECT_NE(ShardsText(FindShards({a})), before);
}

// Format 1.0 with doubles, as mercer transform writes.
std::string Npy(const std::vector<double>& values, int columns) {
  std::string head = "{'descr': '<f8', 'fortran_order': False, 'shape': (" +
                     std::to_string(values.size() / static_cast<std::size_t>(columns)) + ", " +
                     std::to_string(columns) + "), }\n";
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(head.size()) + '\0' + head +
         std::string(reinterpret_cast<const char*>(values.data()), 8 * values.size());
}

TEST(Shards, LabelsOfNpyAreOfTheDataToo) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "a.npy").string();
  testing::WriteFile(path, Npy({10, 1, 20, 2}, 2));
  EXPECT_EQ(testing::Message([&] { FindShards({path}); }),
            path + ".labels is missing; expected the labels of the rows of " + path);
  testing::WriteFile(path + ".labels", "1\n2\n");
  const std::string before = ShardsText(FindShards({path}));
  testing::WriteFile(path + ".labels", "1\n3\n");
  EXPECT_NE(ShardsText(FindShards({path})), before);
}

// The place of the labels is kept from one pass to the next.
TEST(Shards, EveryPassOverNpyIsTheSame) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "a.npy").string();
  testing::WriteFile(path, Npy({10, 1, 20, 2, 30, 3, 40, 4}, 2));
  testing::WriteFile(path + ".labels", "1\n2\n3\n4\n");
  const auto shards = FindShards({path, path});
  for (int rank = 0; rank < 3; ++rank) {
    const auto rows = OpenShards(DealShards(shards, rank, 3));
    const auto first = ReadAll(*rows, 2);
    EXPECT_FALSE(first.empty());
    for (int pass = 0; pass < 2; ++pass) EXPECT_EQ(ReadAll(*rows, 2), first) << rank;
  }
}

TEST(NpyRange, RangesGiveEachRowOnceWithItsLabel) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "rows.npy").string();
  const std::string bytes = Npy({10, 1, 20, 2, 30, 3, 40, 4}, 2);
  testing::WriteFile(path, bytes);
  for (const char* labels : {"1\n2\n3\n4\n", "1\r\n2\r\n3\r\n4"}) {
    testing::WriteFile(path + ".labels", labels);
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
      NpyRange a(path, 0, cut), b(path, cut, bytes.size());
      auto all = ReadAll(a, 2);
      for (const auto& row : ReadAll(b, 2)) all.push_back(row);
      EXPECT_EQ(all, Rows({{1, 10, 1}, {2, 20, 2}, {3, 30, 3}, {4, 40, 4}})) << cut;
      EXPECT_EQ(ReadAll(a, 2).size() + ReadAll(b, 2).size(), 4U);
    }
  }
}

TEST(NpyRange, SaysWhatIsWrong) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "rows.npy").string();
  const std::string bytes = Npy({10, 1, 20, 2}, 2);
  const auto read = [&](Index columns) {
    return testing::Message([&] {
      NpyRange rows(path, 0, bytes.size());
      ReadAll(rows, columns);
    });
  };
  testing::WriteFile(path, bytes);
  EXPECT_THAT(read(2), HasSubstr("rows.npy.labels cannot be read"));
  testing::WriteFile(path + ".labels", "1\n");
  EXPECT_THAT(read(2), HasSubstr("rows.npy.labels, line 2: expected a finite number as label"));
  testing::WriteFile(path + ".labels", "1\n2\n3\n");
  EXPECT_THAT(read(2), HasSubstr("has more lines than"));
  testing::WriteFile(path + ".labels", "1\nx\n");
  EXPECT_THAT(read(2), HasSubstr("line 2: expected a finite number as label, got 'x'"));
  testing::WriteFile(path + ".labels", "1\n2\n");
  EXPECT_EQ(read(2), "nothing was thrown");
  EXPECT_THAT(read(3), HasSubstr("has 2 columns; expected 3"));
  testing::WriteFile(path, bytes.substr(0, bytes.size() - 1));
  EXPECT_THAT(read(2), HasSubstr("bytes behind its head; expected 2 x 2 elements"));
}

TEST(GeneratedRows, ARowDependsOnItsPlaceAlone) {
  const GeneratedOptions options{.rows = 10000, .columns = 22, .seed = 4, .classes = 3};
  GeneratedRows whole(options, 0, options.rows);
  const auto all = ReadAll(whole, 22);
  EXPECT_EQ(all.size(), 10000U);
  EXPECT_EQ(ReadAll(whole, 22), all);
  Rows parts;
  Index begin = 0;
  for (const Index end : {Index{1}, Index{2999}, Index{2999}, Index{7000}, options.rows}) {
    GeneratedRows part(options, begin, end);
    for (const auto& row : ReadAll(part, 22)) parts.push_back(row);
    begin = end;
  }
  EXPECT_EQ(parts, all);
  std::vector<int> classes(3);
  for (const auto& row : all) ++classes[static_cast<std::size_t>(row[0])];
  // Each class has its share; another seed has other rows.
  for (const int rows : classes) EXPECT_GT(rows, 500);
  GeneratedOptions other = options;
  other.seed = 5;
  GeneratedRows others(other, 0, options.rows);
  EXPECT_NE(ReadAll(others, 22), all);
}

TEST(GeneratedRows, WeightsBeyondMemoryAreRefused) {
  const GeneratedOptions options{
      .rows = 10, .columns = 1000000, .seed = 4, .classes = Index{1} << 40};
  EXPECT_THAT(
      testing::Message([&] { GeneratedRows(options, 0, 10); }),
      ::testing::HasSubstr("generated rows with 1000000 columns and 1099511627776 classes"));
}

}  // namespace
}  // namespace mercer
