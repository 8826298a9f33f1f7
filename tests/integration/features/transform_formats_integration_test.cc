// The files that `mercer transform` reads and writes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>

#include "core/base/text.h"
#include "tests/integration/features/transform_fixture.h"

namespace mercer::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST_F(Transform, TheThreeFormatsHoldTheSameNumbers) {
  WriteFile(Path("in.libsvm"), "# a comment\n" + Rows(500));
  for (const char* out : {"out.libsvm", "out.csv", "out.npy"}) {
    const CommandResult result = Draw("in.libsvm", out);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr(std::string(out) + ": 500 rows, 64 columns"));
  }
  const auto csv = ReadCsv(ReadFile(Path("out.csv")));
  ASSERT_EQ(csv.size(), 500U);
  const std::string npy = ReadFile(Path("out.npy"));
  ASSERT_EQ(npy.size(), 128 + 500U * 64 * 8);
  EXPECT_EQ(npy.substr(0, 10), std::string("\x93NUMPY\x01\x00v\0", 10));
  EXPECT_THAT(npy.substr(10, 118),
              HasSubstr("{'descr': '<f8', 'fortran_order': False, 'shape': (500, 64), }"));
  std::string libsvm;
  for (std::size_t i = 0; i < 500; ++i) {
    ASSERT_EQ(csv[i].size(), 64U);
    libsvm += i % 2 == 0 ? "1" : "-1";
    for (std::size_t j = 0; j < 64; ++j) {
      double stored = 0;
      std::memcpy(&stored, npy.data() + 128 + 8 * (64 * i + j), 8);
      ASSERT_EQ(stored, csv[i][j]);
      if (stored != 0) libsvm += " " + std::to_string(j + 1) + ":" + FormatNumber(stored);
    }
    libsvm += "\n";
  }
  EXPECT_EQ(ReadFile(Path("out.libsvm")), libsvm);
  EXPECT_EQ(ReadFile(Path("out.csv.labels")), ReadFile(Path("out.npy.labels")));
  EXPECT_THAT(ReadFile(Path("out.csv.labels")), ::testing::StartsWith("1\n-1\n1\n"));
}

TEST_F(Transform, RowsWithoutLabelsRemoveThoseOfEarlierRows) {
  WriteFile(Path("in.csv"), "0.5,0.25\n0.125,0.5\n");
  WriteFile(Path("in.csv.labels"), "1\n");
  for (const char* out : {"out.csv", "out.npy"}) {
    const std::string labels = Path(out) + ".labels";
    ASSERT_EQ(Draw("in.csv", out).exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(labels)) << out;
    const CommandResult result = Draw("in.csv", out, "--format csv,label=none");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_FALSE(std::filesystem::exists(labels)) << out;
  }
  // The file that would go is the one that is read.
  const CommandResult own = Draw("in.csv.labels", "in.csv", "--format csv,label=none");
  EXPECT_EQ(own.exit_code, 2);
  EXPECT_THAT(own.err, HasSubstr("in.csv.labels is a file that is read; expected another file"));
  EXPECT_EQ(ReadFile(Path("in.csv.labels")), "1\n");
}

// |z_j(x)|² = 1/D for every feature, written as two columns.
TEST_F(Transform, ComplexFeaturesAreTwoColumns) {
  WriteFile(Path("in.libsvm"), Rows(20));
  const std::string draw = "--kernel gaussian,sigma=1 --map random_fourier,variant=complex --D 8 ";
  ASSERT_EQ(Run(draw + Path("in.libsvm") + " " + Path("out.csv")).exit_code, 0);
  const CommandResult result = Run(draw + Path("in.libsvm") + " " + Path("out.npy"));
  EXPECT_THAT(result.out, HasSubstr("20 rows, 16 columns"));
  EXPECT_THAT(ReadFile(Path("out.npy")).substr(10, 118), HasSubstr("(20, 16)"));
  const auto z = ReadCsv(ReadFile(Path("out.csv")));
  ASSERT_EQ(z.size(), 20U);
  for (const auto& row : z) {
    ASSERT_EQ(row.size(), 16U);
    for (std::size_t j = 0; j < 16; j += 2)
      EXPECT_NEAR(row[j] * row[j] + row[j + 1] * row[j + 1], 1 / 8.0, 1e-14);
  }
}

// C(3003, 3) columns of 8 bytes are 36 GB for one dense row; a row with two values has 10 features.
TEST_F(Transform, SparseRowsWithMoreColumnsThanMemory) {
  WriteFile(Path("in.libsvm"), "1 1:1 2:-1\n-1 3000:1\n0 \n");
  const std::string taylor = "--kernel gaussian,sigma=1 --map taylor,degree=3 --D 1 ";
  const CommandResult result = Run(taylor + Path("in.libsvm") + " " + Path("out.libsvm"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("3 rows, 4509005501 columns"));
  const std::string text = ReadFile(Path("out.libsvm"));
  EXPECT_EQ(std::count(text.begin(), text.end(), ':'), 10 + 4 + 1);
  EXPECT_THAT(text, AllOf(HasSubstr("1 1:0.3678794411714423"), HasSubstr(" 3001:"),
                          HasSubstr(" 4509005501:")));
}

TEST_F(Transform, PackedFilesAreStreamed) {
  WriteFile(Path("in.libsvm"), Rows(100000));
  ASSERT_EQ(Draw("in.libsvm", "plain.csv").exit_code, 0);
  const std::string expected = ReadFile(Path("plain.csv"));
  for (const char* packer : {"gzip", "bzip2", "xz -1"}) {
    if (RunCommand(std::string("command -v ") + packer).exit_code != 0) continue;
    ASSERT_EQ(
        RunCommand(std::string(packer) + " -c " + Path("in.libsvm") + " > " + Path("in")).exit_code,
        0);
    const CommandResult result = Draw("in", "out.csv");
    EXPECT_EQ(result.exit_code, 0) << packer << ": " << result.err;
    EXPECT_EQ(ReadFile(Path("out.csv")), expected) << packer;
    const std::string packed = ReadFile(Path("in"));
    WriteFile(Path("in"), packed.substr(0, packed.size() / 2));
    std::filesystem::remove(Path("out.csv"));
    const CommandResult cut = Draw("in", "out.csv");
    EXPECT_EQ(cut.exit_code, 2) << packer;
    EXPECT_THAT(cut.err, HasSubstr("cannot be unpacked")) << packer;
    EXPECT_FALSE(std::filesystem::exists(Path("out.csv"))) << packer;
  }
}

}  // namespace
}  // namespace mercer::testing
