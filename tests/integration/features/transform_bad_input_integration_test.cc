// What `mercer transform` says of arguments, rows and features that are wrong.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/integration/features/transform_fixture.h"

namespace mercer::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

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
       "in.libsvm is a file that is read; expected another file to write"},
      {"--kernel linear --map random_maclaurin --D 4 --save-map " + Path("in.libsvm") + " " + files,
       "in.libsvm is a file that is read; expected another file to write"},
      {"--kernel linear --map random_maclaurin --D 4 --save-map " + Path("out.csv") + " " + files,
       "OUT and --save-map are both "},
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
      {"--map-file x --seed 2 " + files, "none of --seed"},
      {kDraw + ("--columns 0 " + files), "--columns is 0; expected a whole number >= 1"},
      {kDraw + ("--columns 4 " + files), "an index of at most 4"},
      {"--map-file " + Path("absent") + " " + files, "cannot be read"}};
  for (const auto& [arguments, message] : wrong) {
    const CommandResult result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(message)) << arguments;
    EXPECT_FALSE(std::filesystem::exists(Path("out.csv"))) << arguments;
  }
  EXPECT_EQ(Run("--help").exit_code, 0);
}

TEST_F(Transform, BadRowsNameTheirLineAcrossBlocks) {
  WriteFile(Path("in.libsvm"), Rows(100000) + "1 1:nan\n");
  const CommandResult result = Draw("in.libsvm", "out.csv");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("line 100001, column 5"), HasSubstr("finite number")));
}

TEST_F(Transform, ARowOutsideTheRadiusIsNamedByItsPlaceInTheFile) {
  std::string rows = Rows(100000);
  WriteFile(Path("in.libsvm"), rows + "1 1:2\n");
  const CommandResult result = Run("--kernel vovk_infinite --map random_maclaurin --D 4 " +
                                   Path("in.libsvm") + " " + Path("out.csv"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("row 100000 has norm 2; expected a norm below 1"));
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

}  // namespace
}  // namespace mercer::testing
