#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/data/formats/libsvm_reader.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;

// Blocks of any size give the rows of the whole file, however its lines end.
TEST(LibsvmBlocks, BlocksOfAnySizeAreTheFile) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "rows").string();
  const std::string text =
      "1 1:2 3:4\r\n\n# a comment\n-1 2:0.5\n0.25\n+3 1:1 2:2 3:3 # end\n2 1:7";
  testing::WriteFile(path, text);
  const LabelledRows whole = ReadLibsvm(path, {.input_dim = 3});
  for (std::size_t bytes = 1; bytes <= text.size() + 1; ++bytes) {
    LibsvmBlocks blocks(path, 3, bytes);
    std::vector<double> labels;
    Matrix rows(0, 3);
    double share = 0;
    while (const auto block = blocks.Next()) {
      labels.insert(labels.end(), block->y.begin(), block->y.end());
      const Index before = rows.rows();
      rows.conservativeResize(before + block->x.rows(), 3);
      rows.bottomRows(block->x.rows()) = block->x.DenseRows(0, block->x.rows());
      EXPECT_GE(blocks.share(), share);
      share = blocks.share();
    }
    EXPECT_EQ(share, 1);
    EXPECT_EQ(labels, std::vector<double>(whole.y.begin(), whole.y.end())) << bytes;
    EXPECT_EQ(rows, whole.x.DenseRows(0, whole.x.rows())) << bytes;
  }
}

TEST(LibsvmBlocks, APackedFileIsUnpackedPieceByPiece) {
  const testing::TemporaryFolder folder;
  const std::string plain = (folder / "rows").string(), packed = (folder / "rows.gz").string();
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "1 1:2 3:" + std::to_string(i + 1) + "\n-1 2:0.5\n";
  testing::WriteFile(plain, text);
  ASSERT_EQ(testing::RunCommand("gzip -c " + plain + " > " + packed).exit_code, 0);
  const LabelledRows whole = ReadLibsvm(plain, {});
  for (const std::size_t bytes : {100, 5000, 1 << 20}) {
    LibsvmBlocks blocks(packed, 3, bytes);
    Index rows = 0;
    double sum = 0;
    while (const auto block = blocks.Next()) {
      rows += block->x.rows();
      sum += block->x.DenseRows(0, block->x.rows()).sum();
    }
    EXPECT_EQ(rows, 10000);
    EXPECT_EQ(sum, whole.x.DenseRows(0, 10000).sum());
    EXPECT_EQ(blocks.share(), 1);
  }
}

// At the beginning of the file alone.
TEST(LibsvmBlocks, AByteOrderMarkIsLeftOut) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "rows").string();
  const std::string mark = "\xEF\xBB\xBF";
  testing::WriteFile(path, mark + "1 1:2\n2 1:3\n");
  EXPECT_EQ(ReadLibsvm(path, {}).y, (Vector(2) << 1, 2).finished());
  for (const std::size_t bytes : {1, 2, 3, 4, 10, 100}) {
    LibsvmBlocks blocks(path, 1, bytes);
    double sum = 0;
    while (const auto block = blocks.Next()) sum += block->y.sum();
    EXPECT_EQ(sum, 3) << bytes;
  }
  testing::WriteFile(path, "1 1:2\n" + mark + "2 1:3\n");
  for (const std::size_t bytes : {1, 100}) {
    LibsvmBlocks blocks(path, 1, bytes);
    EXPECT_THAT(testing::Message([&] {
                  while (blocks.Next()) {
                  }
                }),
                HasSubstr("line 2, column 1: expected a finite number as label"))
        << bytes;
  }
}

TEST(LibsvmBlocks, FaultsNameTheLineOfTheFile) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "rows").string();
  testing::WriteFile(path, "1 1:2\n1 1:3\n\n1 2:x\n");
  for (const std::size_t bytes : {1, 7, 100}) {
    LibsvmBlocks blocks(path, 0, bytes);
    EXPECT_THAT(testing::Message([&] {
                  while (blocks.Next()) {
                  }
                }),
                HasSubstr("line 4, column 5"))
        << bytes;
  }
}

}  // namespace
}  // namespace mercer
