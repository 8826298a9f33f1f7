// `mercer transform` through the program: what is drawn, saved and applied again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "tests/integration/features/transform_fixture.h"

namespace mercer::testing {
namespace {

using ::testing::HasSubstr;

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

TEST_F(Transform, FloatsAreTheFeaturesInHalfTheBytes) {
  WriteFile(Path("in.libsvm"), Rows(50));
  const std::string draw = "--kernel exponential,sigma=1 --map random_maclaurin --D 32 --seed 9 ";
  const std::string in = Path("in.libsvm") + " ";
  for (const char* name : {"d.csv", "d.npy"}) ASSERT_EQ(Run(draw + in + Path(name)).exit_code, 0);
  ASSERT_EQ(Run(draw + "--save-map " + Path("map.json") + " " + in + Path("plain.csv")).exit_code,
            0);
  for (const char* name : {"f.csv", "f.npy", "f.libsvm"})
    ASSERT_EQ(Run("--float32 " + draw + in + Path(name)).exit_code, 0);
  const auto doubles = ReadCsv(ReadFile(Path("d.csv"))), floats = ReadCsv(ReadFile(Path("f.csv")));
  ASSERT_EQ(floats.size(), 50U);
  for (std::size_t i = 0; i < floats.size(); ++i) {
    for (std::size_t j = 0; j < 32; ++j) EXPECT_NEAR(floats[i][j], doubles[i][j], 1e-5) << i;
  }
  EXPECT_LT(ReadFile(Path("f.csv")).size(),
            0.7 * static_cast<double>(ReadFile(Path("d.csv")).size()));
  const std::string npy = ReadFile(Path("f.npy"));
  EXPECT_THAT(npy.substr(0, 128), HasSubstr("'descr': '<f4'"));
  EXPECT_EQ(npy.size(), 128U + 50 * 32 * 4);
  EXPECT_THAT(ReadFile(Path("d.npy")).substr(0, 128), HasSubstr("'descr': '<f8'"));
  // The same by the map's own parameter, and by a map that was kept without it.
  ASSERT_EQ(
      Run("--kernel exponential,sigma=1 --map random_maclaurin,storage=float32 --D 32 --seed 9 " +
          in + Path("g.npy"))
          .exit_code,
      0);
  ASSERT_EQ(Run("--float32 --map-file " + Path("map.json") + " " + in + Path("h.npy")).exit_code,
            0);
  EXPECT_EQ(ReadFile(Path("g.npy")), npy);
  EXPECT_EQ(ReadFile(Path("h.npy")), npy);
}

TEST_F(Transform, ColumnsLeaveRoomForLargerIndices) {
  WriteFile(Path("train.libsvm"), Rows(50));
  WriteFile(Path("wide.libsvm"), "1 1:0.5\n-1 6:1\n");
  for (const char* map : {"random_fourier", "nystroem"}) {
    const CommandResult drawn = Run(
        std::string("--kernel gaussian,sigma=1 --D 8 --columns 6 --map ") + map + " --save-map " +
        Path("map.json") + " " + Path("train.libsvm") + " " + Path("train.csv"));
    ASSERT_EQ(drawn.exit_code, 0) << drawn.err;
    const CommandResult applied =
        Run("--map-file " + Path("map.json") + " " + Path("wide.libsvm") + " " + Path("wide.csv"));
    ASSERT_EQ(applied.exit_code, 0) << applied.err;
    const auto z = ReadCsv(ReadFile(Path("wide.csv")));
    EXPECT_NE(z.at(0), z.at(1)) << map;
  }
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
  // Among fewer rows a product may round otherwise.
  for (std::size_t j = 0; j < 40; ++j) EXPECT_NEAR(test[1][j], train[0][j], 1e-13) << j;
  const CommandResult again =
      Run("--map-file " + map + " " + Path("train.libsvm") + " " + Path("again.csv"));
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(ReadFile(Path("again.csv")), ReadFile(Path("train.csv")));

  std::string text = ReadFile(map);
  text.replace(text.find("\"train\""), 7, "\"trian\"");
  WriteFile(map, text);
  const CommandResult without =
      Run("--map-file " + map + " " + Path("test.libsvm") + " " + Path("x.csv"));
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.err, HasSubstr("no train; expected the rows"));
}

TEST_F(Transform, ASavedMapMayTakeNoD) {
  WriteFile(Path("in.libsvm"), Rows(5));
  const std::string file = Path("map.json"), in = " " + Path("in.libsvm") + " ";
  ASSERT_EQ(Run("--kernel gaussian,sigma=1 --map taylor,degree=2 --D 0 --save-map " + file + in +
                Path("drawn.csv"))
                .exit_code,
            0);
  const CommandResult applied = Run("--map-file " + file + in + Path("applied.csv"));
  ASSERT_EQ(applied.exit_code, 0) << applied.err;
  EXPECT_EQ(ReadFile(Path("applied.csv")), ReadFile(Path("drawn.csv")));
  ASSERT_EQ(Draw("in.libsvm", "out.csv", "--save-map " + file).exit_code, 0);
  std::string text = ReadFile(file);
  text.replace(text.find("\"D\": 64"), 7, "\"D\": 0");
  WriteFile(file, text);
  EXPECT_THAT(Run("--map-file " + file + in + Path("x.csv")).err,
              HasSubstr("D is 0; expected a whole number >= 1"));
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
  WriteFile(Path("old.json"), std::string(100'000, '['));
  EXPECT_THAT(
      Run("--map-file " + Path("old.json") + " " + Path("in.libsvm") + " " + Path("x.csv")).err,
      HasSubstr("nest deeper than 100 levels"));
  ASSERT_EQ(mkfifo(Path("pipe.json").c_str(), 0600), 0);
  EXPECT_THAT(
      Run("--map-file " + Path("pipe.json") + " " + Path("in.libsvm") + " " + Path("x.csv")).err,
      HasSubstr("pipe.json': cannot be read"));
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

TEST_F(Transform, ThreadsAndBlocksChangeNothing) {
  // Over 4 MiB of text: more than one block.
  WriteFile(Path("in.libsvm"), Rows(100000));
  const std::string draw =
      "--kernel exponential,sigma=1 --map random_maclaurin --D 3 " + Path("in.libsvm") + " ";
  ASSERT_EQ(Run(draw + Path("one.npy")).exit_code, 0);
  ASSERT_EQ(Run(draw + Path("two.npy") + " --threads 2").exit_code, 0);
  EXPECT_EQ(ReadFile(Path("one.npy")), ReadFile(Path("two.npy")));
}

}  // namespace
}  // namespace mercer::testing
