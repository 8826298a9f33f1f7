#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/files.h"

namespace mercer::testing {
namespace {

TEST(DoctorCommand, ARightMapExitsZeroAndSaysSo) {
  const CommandResult result = RunMercer(
      "doctor --kernel polynomial,degree=3,offset=1 --map random_maclaurin --D 64 --json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json[0]["verdict"], "right");
  EXPECT_EQ(json[0]["D"], 64);
  EXPECT_EQ(json[0]["bound"]["source"], "kar2012, section 4");
}

TEST(DoctorCommand, TakesTheUsersRows) {
  const TemporaryFolder folder;
  WriteFile(folder.path() / "rows.libsvm", "1 1:0.5 3:0.25\n-1 2:1\n1 1:0.1 2:0.2 3:0.3\n");
  const CommandResult result =
      RunMercer("doctor --kernel gaussian,sigma=mean_distance --map random_fourier --rows " +
                (folder.path() / "rows.libsvm").string());
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("3 x 3, 6 pairs"), std::string::npos) << result.out;
}

TEST(DoctorCommand, RefusesWithOneSentence) {
  for (const std::string arguments :
       {"--kernel polynomial,degree=3,offset=1 --map random_fourier", "--kernel gaussian,sigma=1",
        "--kernel gaussian,sigma=0 --map random_fourier",
        "--kernel gausian,sigma=1 --map random_fourier", "--all --map taylor",
        "--kernel linear --map random_maclaurin --D 0",
        "--kernel linear --map random_maclaurin --draws 3"}) {
    const CommandResult result = RunMercer("doctor " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << result.out;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

}  // namespace
}  // namespace mercer::testing
