// `mercer transform` through the program.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "core/base/random.h"
#include "core/base/text.h"
#include "tests/integration/background.h"
#include "tests/support/files.h"

namespace mercer::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kDraw[] = "--kernel polynomial,degree=2,offset=1 --map random_maclaurin --D 64 ";

// n rows of 5 values within the unit ball; the last index is in the last row only.
std::string Rows(int n, std::uint64_t index = 0) {
  RandomStream stream(3, StreamPurpose::kTest, index);
  std::string text;
  for (int i = 0; i < n; ++i) {
    text += i % 2 == 0 ? "1" : "-1";
    for (int j = 1; j <= 4; ++j)
      if (stream.Below(3) != 0)
        text += " " + std::to_string(j) + ":" + FormatNumber(stream.Uniform() - 0.5);
    text += i + 1 == n ? " 5:0.25\n" : "\n";
  }
  return text;
}

class Transform : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  CommandResult Run(const std::string& arguments) const {
    return RunMercer("transform " + arguments);
  }
  CommandResult Draw(const std::string& in, const std::string& out,
                     const std::string& more = "--seed 7") const {
    return Run(kDraw + more + " " + Path(in) + " " + Path(out));
  }

  TemporaryFolder folder_;
};

std::vector<std::vector<double>> ReadCsv(const std::string& text) {
  std::vector<std::vector<double>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream values(line);
    for (std::string value; std::getline(values, value, ',');)
      rows.back().push_back(std::stod(value));
  }
  return rows;
}

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

// The mean of z(x)z(y) is the kernel: with D = 20000 the standard error of (1 + t)² is below 0.03
// for rows in the unit ball; a half-scaled map would be off by 0.75.
TEST_F(Transform, InnerProductsApproximateTheKernel) {
  WriteFile(Path("in.libsvm"), "1 1:0.5 2:0.5\n-1 1:0.5 2:-0.25\n");
  ASSERT_EQ(Run("--kernel polynomial,degree=2,offset=1 --map random_maclaurin --D 20000 --seed 1 " +
                Path("in.libsvm") + " " + Path("out.csv"))
                .exit_code,
            0);
  const auto z = ReadCsv(ReadFile(Path("out.csv")));
  double own = 0, other = 0;
  for (std::size_t j = 0; j < z[0].size(); ++j) {
    own += z[0][j] * z[0][j];
    other += z[0][j] * z[1][j];
  }
  EXPECT_NEAR(own, 1.5 * 1.5, 0.15);
  EXPECT_NEAR(other, 1.125 * 1.125, 0.15);
}

TEST_F(Transform, ASavedMapGivesOtherRowsTheSameDraw) {
  const std::string rows = Rows(50);
  WriteFile(Path("train.libsvm"), rows);
  // Without its last row the file would have 4 columns: the map file keeps 5.
  WriteFile(Path("test.libsvm"), rows.substr(0, rows.rfind('\n', rows.size() - 2) + 1));
  ASSERT_EQ(Run("--kernel exponential,sigma=mean_distance --map random_maclaurin --D 32 --seed 9 "
                "--save-map " +
                Path("map.json") + " " + Path("train.libsvm") + " " + Path("train.csv"))
                .exit_code,
            0);
  EXPECT_THAT(ReadFile(Path("map.json")), ::testing::Not(HasSubstr("mean_distance")));
  const CommandResult result =
      Run("--map-file " + Path("map.json") + " " + Path("test.libsvm") + " " + Path("test.csv"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto train = ReadCsv(ReadFile(Path("train.csv")));
  const auto test = ReadCsv(ReadFile(Path("test.csv")));
  ASSERT_EQ(train.size(), 50U);
  ASSERT_EQ(test.size(), 49U);
  for (std::size_t i = 0; i < 49; ++i) EXPECT_EQ(train[i], test[i]) << i;
  WriteFile(Path("wide.libsvm"), "1 1:0.5\n-1 6:1\n");
  EXPECT_THAT(
      Run("--map-file " + Path("map.json") + " " + Path("wide.libsvm") + " " + Path("wide.csv"))
          .err,
      HasSubstr("line 2, column 4: expected an index of at most 5"));
}

TEST_F(Transform, AMapFileOfAnotherVersionIsRefused) {
  WriteFile(Path("in.libsvm"), Rows(5));
  ASSERT_EQ(Draw("in.libsvm", "out.csv", "--save-map " + Path("map.json")).exit_code, 0);
  std::string text = ReadFile(Path("map.json"));
  text.replace(text.find(")@1"), 3, ")@2");
  WriteFile(Path("old.json"), text);
  const CommandResult result =
      Run("--map-file " + Path("old.json") + " " + Path("in.libsvm") + " " + Path("x.csv"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("draw the map again"));
  WriteFile(Path("old.json"), "{}");
  EXPECT_THAT(
      Run("--map-file " + Path("old.json") + " " + Path("in.libsvm") + " " + Path("x.csv")).err,
      HasSubstr("expected a file that --save-map wrote"));
}

TEST_F(Transform, SaysWhatTheMapSaysOfItsDraw) {
  WriteFile(Path("in"), Rows(20));
  const std::string map = "--kernel anova,order=2 --map signed_circulant_kernel --D ";
  const CommandResult cut = Run(map + "12 " + Path("in") + " " + Path("cut.csv"));
  EXPECT_EQ(cut.exit_code, 0);
  EXPECT_EQ(cut.err,
            "map 'signed_circulant_kernel': D = 12 is not a multiple of d = 5: the last circulant "
            "block gives 2 of its 5 features\n");
  EXPECT_EQ(Run(map + "10 " + Path("in") + " " + Path("whole.csv")).err, "");
}

TEST_F(Transform, ThreadsAndBlocksChangeNothing) {
  // Over 4 MiB of text: more than one block.
  WriteFile(Path("in.libsvm"), Rows(100000));
  const std::string draw =
      "--kernel exponential,sigma=1 --map random_maclaurin --D 3 " + Path("in.libsvm") + " ";
  ASSERT_EQ(Run(draw + Path("one.npy")).exit_code, 0);
  ASSERT_EQ(Run(draw + Path("two.npy") + " --threads 2").exit_code, 0);
  EXPECT_EQ(ReadFile(Path("one.npy")), ReadFile(Path("two.npy")));
}

TEST_F(Transform, AFeatureThatOverflowsNamesMapAndRowAndLeavesNothing) {
  std::string rows = Rows(100000);
  WriteFile(Path("in.libsvm"), rows + "1 1:1e200\n" + rows);
  WriteFile(Path("out.csv"), "before");
  const CommandResult result =
      Run("--kernel homogeneous_polynomial,degree=2 --map random_maclaurin "
          "--D 4 " +
          Path("in.libsvm") + " " + Path("out.csv"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("map 'random_maclaurin'"), HasSubstr("of row 100000 is"),
                                HasSubstr("in.libsvm")));
  EXPECT_EQ(ReadFile(Path("out.csv")), "before");
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    files += entry.is_regular_file() ? 1 : 0;
  EXPECT_EQ(files, 2) << "temporary files are left";
}

TEST_F(Transform, ARowOutsideTheRadiusIsNamedByItsPlaceInTheFile) {
  std::string rows = Rows(100000);
  WriteFile(Path("in.libsvm"), rows + "1 1:2\n");
  const CommandResult result = Run("--kernel vovk_infinite --map random_maclaurin --D 4 " +
                                   Path("in.libsvm") + " " + Path("out.csv"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("row 100000 has norm 2; expected a norm below 1"));
}

TEST_F(Transform, BadRowsNameTheirLineAcrossBlocks) {
  WriteFile(Path("in.libsvm"), Rows(100000) + "1 1:nan\n");
  const CommandResult result = Draw("in.libsvm", "out.csv");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("line 100001, column 5"), HasSubstr("finite number")));
}

TEST_F(Transform, NestedKernelsAndMapsComeFromFiles) {
  WriteFile(Path("in.libsvm"), Rows(30));
  WriteFile(Path("kernel.json"),
            R"({"name": "composed", "outer": {"name": "exponential", "sigma": 1},
                "inner": {"name": "exponential", "sigma": "median_distance"}})");
  const std::string files = " " + Path("in.libsvm") + " " + Path("out.csv");
  const std::string kernel = "--kernel @" + Path("kernel.json");
  EXPECT_EQ(
      Run(kernel + " --map composed_maclaurin,inner=random_maclaurin --D 8" + files).exit_code, 0);
  EXPECT_EQ(Run(kernel + " --map nystroem --D 8" + files).exit_code, 0);
}

// Landmarks are rows of the training file: test rows are mapped by the same ones.
TEST_F(Transform, ASavedMapKeepsTheTrainingRowsItWasDrawnFrom) {
  const std::string rows = Rows(3000);
  WriteFile(Path("train.libsvm"), rows);
  const std::string map = Path("map.json");
  const CommandResult drawn =
      Run("--kernel gaussian,sigma=median_distance --map nystroem --D 40 --seed 5 --save-map " +
          map + " " + Path("train.libsvm") + " " + Path("train.csv"));
  ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
  // Test rows with fewer columns, in another order.
  WriteFile(Path("test.libsvm"), "1 1:0.5 2:-0.25\n" + rows.substr(0, rows.find('\n') + 1));
  const CommandResult applied =
      Run("--map-file " + map + " " + Path("test.libsvm") + " " + Path("test.csv"));
  ASSERT_EQ(applied.exit_code, 0) << applied.err;
  const auto train = ReadCsv(ReadFile(Path("train.csv")));
  const auto test = ReadCsv(ReadFile(Path("test.csv")));
  ASSERT_EQ(test.size(), 2U);
  ASSERT_EQ(test[0].size(), 40U);
  EXPECT_EQ(test[1], train[0]);

  std::string text = ReadFile(map);
  text.replace(text.find("\"train\""), 7, "\"trian\"");
  WriteFile(map, text);
  const CommandResult without =
      Run("--map-file " + map + " " + Path("test.libsvm") + " " + Path("x.csv"));
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.err, HasSubstr("no train; expected the rows"));
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

TEST_F(Transform, FeaturesThatDoNotFitInMemorySayTheirNumberAndBytes) {
  WriteFile(Path("in.libsvm"), "1 1:1 2:-1\n-1 100000:1\n");
  const std::string kernel = "--kernel gaussian,sigma=1 ";
  const std::string files = " --D 1 " + Path("in.libsvm") + " " + Path("out.csv");
  const CommandResult dense = Run(kernel + "--map taylor,degree=3" + files);
  EXPECT_EQ(dense.exit_code, 2);
  EXPECT_THAT(dense.err, AllOf(HasSubstr("166676666850001 columns"), HasSubstr("bytes")));
  const CommandResult huge = Run(kernel + "--map taylor,degree=6" + files);
  EXPECT_EQ(huge.exit_code, 2);
  EXPECT_THAT(huge.err, AllOf(HasSubstr("e+27 dimensions"), HasSubstr("bytes")));
  const CommandResult points = Run(kernel + "--map quasi_fourier,sequence=sobol --D 4 " +
                                   Path("in.libsvm") + " " + Path("out.csv"));
  EXPECT_EQ(points.exit_code, 2);
  EXPECT_THAT(points.err, HasSubstr("the dimension is 100000; expected at most"));
}

// Half a minute of work, stopped in the middle.
TEST_F(Transform, ASignalLeavesNoFileBehind) {
  WriteFile(Path("in.libsvm"), Rows(100000));
  for (const int signal : {SIGINT, SIGTERM}) {
    Background program({"transform", "--kernel", "gaussian,sigma=1", "--map", "random_fourier",
                        "--D", "8192", Path("in.libsvm"), Path("out.csv")});
    const auto files = [&] {
      return std::distance(std::filesystem::directory_iterator(folder_.path()),
                           std::filesystem::directory_iterator());
    };
    for (int waited = 0; files() < 3 && waited < 60000; waited += 10) Sleep(10);
    EXPECT_EQ(files(), 3) << "input, features and labels under their temporary names";
    program.Signal(signal);
    EXPECT_EQ(program.Wait(), 128 + signal);
    EXPECT_EQ(files(), 1);
  }
}

// The peak of all programs run so far can only grow: the rise is what the hundredfold file took.
TEST_F(Transform, MemoryDoesNotGrowWithTheFile) {
  const auto peak_mib = [] {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
  };
  const std::string block = Rows(10000);
  WriteFile(Path("small.libsvm"), block);
  std::string large;
  for (int i = 0; i < 100; ++i) large += block;
  WriteFile(Path("large.libsvm"), large);
  const std::string draw = "--kernel gaussian,sigma=median_distance --map random_fourier --D 16 ";
  ASSERT_EQ(Run(draw + Path("small.libsvm") + " " + Path("small.npy")).exit_code, 0);
  const double before = peak_mib();
  const CommandResult result = Run(draw + Path("large.libsvm") + " " + Path("large.npy"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("1000000 rows"));
  EXPECT_EQ(result.err, "") << "progress is for a terminal";
  EXPECT_LT(peak_mib(), before + 50);
  RecordProperty("peak_small_mib", std::to_string(before));
  RecordProperty("peak_large_mib", std::to_string(peak_mib()));
  std::printf("peak: %.1f MiB for 10,000 rows, %.1f MiB for 1,000,000\n", before, peak_mib());
}

TEST_F(Transform, SaysWhatIsWrongWithItsArguments) {
  WriteFile(Path("in.libsvm"), Rows(5));
  WriteFile(Path("empty.libsvm"), "# nothing\n");
  WriteFile(Path("packed.libsvm"), std::string("\x1f\x8b\x08\x00", 4) + "12345678");
  const std::string files = Path("in.libsvm") + " " + Path("out.csv");
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "0 files; expected IN and OUT"},
      {files, "--kernel is missing"},
      {"--kernel linear --map random_maclaurin " + files, "--D is missing"},
      {"--kernel linear --map random_maclaurin --D 0 " + files, "D is 0; expected at least 1"},
      {"--kernel linear --map random_maclaurin --D x " + files, "'x'"},
      {"--kernel linear --map random_maclaurin --D 4 " + Path("in.libsvm") + " " +
           Path("in.libsvm"),
       "in.libsvm is the file that is read; expected another file to write"},
      {"--kernel linear --map random_maclaurin --D 4 --seed=-1 " + files, "--seed is -1"},
      {"--kernel linaer --map random_maclaurin --D 4 " + files, "did you mean 'linear'?"},
      {"--kernel linear --map random_maclaurn --D 4 " + files, "did you mean 'random_maclaurin'?"},
      {"--kernel arc_cosine,order=1 --map random_maclaurin --D 4 " + files, "does not fit kernel"},
      {kDraw + Path("in.libsvm") + " " + Path("out.txt"), "ends in .libsvm, .csv or .npy"},
      {kDraw + Path("absent") + " " + Path("out.csv"), "is no file"},
      {kDraw + Path("empty.libsvm") + " " + Path("out.csv"), "holds no rows"},
      {kDraw + Path("packed.libsvm") + " " + Path("out.csv"), "cannot be unpacked"},
      {kDraw + Path("in.libsvm") + " " + Path("no/out.csv"), "cannot write"},
      {kDraw + ("--map-file x " + files), "--kernel and --map-file are both given"},
      {"--map-file x --seed 2 " + files, "neither --seed"},
      {"--map-file " + Path("absent") + " " + files, "cannot be read"}};
  for (const auto& [arguments, message] : wrong) {
    const CommandResult result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(message)) << arguments;
    EXPECT_FALSE(std::filesystem::exists(Path("out.csv"))) << arguments;
  }
  EXPECT_EQ(Run("--help").exit_code, 0);
}

}  // namespace
}  // namespace mercer::testing
