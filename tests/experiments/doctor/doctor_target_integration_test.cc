#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/types.h"
#include "tests/support/files.h"

namespace mercer::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

Json Target(const std::string& arguments) {
  const CommandResult result = RunMercer("doctor " + arguments + " --json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return Json::parse(result.out);
}

TEST(DoctorTarget, DrawsErrAsMuchAsTheTargetAtTheD) {
  for (const std::string map :
       {"random_fourier", "random_fourier,variant=complex", "orthogonal_fourier"}) {
    const Json json = Target("--kernel gaussian,sigma=0.7 --map " + map + " --target 0.05");
    EXPECT_EQ(json["source"], "theory");
    EXPECT_EQ(json["rows"], 200);
    EXPECT_EQ(json["draws"], 10);
    EXPECT_LE(json["error_at_D"].get<double>(), 0.05);
    EXPECT_GT(json["error_at_D"].get<double>(), 0.0495);
    EXPECT_NEAR(json["measured"].get<double>(), 0.05, 0.005) << map;
    EXPECT_GT(json["measured_sd"].get<double>(), 0);
    EXPECT_EQ(json["errors"].size(), 10U);
    const Index D = json["D"].get<Index>();
    EXPECT_EQ(json["output_dim"], map.ends_with("complex") ? 2 * D : D);
    EXPECT_GT(json["operations_per_row"].get<double>(), 0);
    EXPECT_GT(json["bytes"].get<double>(), 8.0 * static_cast<double>(D));
  }
}

TEST(DoctorTarget, ATextSaysTheDAndWhatWasMeasured) {
  const CommandResult result =
      RunMercer("doctor --kernel gaussian,sigma=0.7 --map random_fourier --target 0.1");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("target                0.1, relative Gram error"));
  EXPECT_THAT(result.out, HasSubstr(", by theory, which expects 0.09998 ± 0 from 20100 pairs\n"));
  EXPECT_THAT(result.out, HasSubstr(", mean and standard deviation of 10 draws\n"));
  EXPECT_THAT(result.out, HasSubstr(" operations per row\n"));
}

TEST(DoctorTarget, AMapWithoutAFormulaIsMarked) {
  const std::string fastfood = "--kernel gaussian,sigma=0.7 --map fastfood --target 0.1";
  const Json json = Target(fastfood);
  EXPECT_EQ(json["source"], "drawing");
  EXPECT_NEAR(json["measured"].get<double>(), 0.1, 0.02);
  EXPECT_THAT(RunMercer("doctor " + fastfood).out, HasSubstr(", by drawings, which err 0.0"));
}

TEST(DoctorTarget, ManyRowsAreSampled) {
  const TemporaryFolder folder;
  std::string rows;
  for (int i = 0; i < 300; ++i) {
    rows += "1 1:" + std::to_string(i % 17) + " 2:" + std::to_string(i % 23) +
            " 3:" + std::to_string(i % 5) + "\n";
  }
  WriteFile(folder / "rows", rows);
  const std::string arguments =
      "--kernel gaussian,sigma=mean_distance --map random_fourier "
      "--target 0.05 --rows " +
      (folder / "rows").string();
  const Json all = Target(arguments);
  EXPECT_EQ(all["rows"], 300);
  EXPECT_EQ(all["pairs"], 20300);  // of 44,850 above the diagonal
  EXPECT_GT(all["error_standard_error"].get<double>(), 0);
  // In few dimensions the pairs' errors go together, so that one draw's differs much from
  // another's.
  const double sd = all["measured_sd"].get<double>();
  EXPECT_LT(sd, 0.02);
  EXPECT_NEAR(all["measured"].get<double>(), 0.05, 4 * sd / std::sqrt(10));
  EXPECT_EQ(Target(arguments + " --max-rows 50")["pairs"], 1275);
}

TEST(DoctorTarget, RefusesWithOneSentence) {
  const std::string map = "--kernel gaussian,sigma=0.7 --map random_fourier";
  for (const std::string& arguments :
       {map + " --target 0", map + " --target 0.1 --D 10", map + " --target 0.1 --max 0",
        map + " --target 0.001 --max 100", map + " --max 100", map + " --target 0.1 --delta 0.1",
        map + " --target 0.1 --draws 3", std::string("--all --target 0.1"),
        std::string("--kernel vovk_infinite --map random_fourier --target 0.1")}) {
    const CommandResult result = RunMercer("doctor " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << result.out;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

}  // namespace
}  // namespace mercer::testing
