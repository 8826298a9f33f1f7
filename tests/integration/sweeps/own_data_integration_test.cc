// A file of the user's own, from a config to its table.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/base/sha256.h"
#include "tests/integration/sweeps.h"

namespace mercer {
namespace {

using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Json;
using ::testing::Not;
namespace fs = std::filesystem;

// Points of a grid, named by the side of a circle that they lie on.
std::string Circle(int points) {
  std::string text = "x;side;\"colour, of it\";y\n";
  for (int i = 0; i < points; ++i) {
    const double x = (i % 17) / 8. - 1;
    const double y = (i % 23) / 11. - 1;
    text += std::to_string(x) + ";" + (x * x + y * y < 0.6 ? "in" : "out") + ";" +
            (i % 3 == 0 ? "red" : "\"dark blue\"") + ";" + std::to_string(y) + "\n";
  }
  return text;
}

Json OwnConfig(const Json& dataset) {
  Json config = testing::QuickConfig();
  config["repetitions"] = 1;
  config["datasets"] = Json::array({dataset});
  config["kernels"] = Json::parse(R"([{"name": "gaussian", "sigma": 0.5}])");
  config["methods"] = Json::parse(R"([
      {"id": "exact", "learner": {"name": "libsvm", "cost": 10}},
      {"id": "rff", "map": {"name": "random_fourier"}, "D": [300],
       "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 10,
                   "bias": 1}}])");
  return config;
}

const Json kCircle =
    Json::parse(R"({"path": "mine/circle.csv", "header": true, "separator": "semicolon",
    "label": "side", "encode": "one_hot", "split": {"train_fraction": 0.6}})");

TEST(OwnData, ACsvRunsEndToEnd) {
  const Bench bench(OwnConfig(kCircle));
  testing::WriteFile(bench.path("mine/circle.csv"), Circle(391));
  const CommandResult result = bench.Run();
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("circle"));
  const std::string csv = testing::ReadFile(fs::path(bench.out()) / "trials.csv");
  // 234 or 235 of 391 rows train; x, dark blue, red, y are 4 columns.
  EXPECT_THAT(csv, ::testing::ContainsRegex(",circle,23[45],15[67],4,"));
  EXPECT_THAT(result.err, HasSubstr("2/2 ok circle gaussian rff D=300 rep 0 acc 0.9"));
  // Results name the content, and no folder of this machine.
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(bench.out()))
    if (entry.is_regular_file()) all += testing::ReadFile(entry.path());
  EXPECT_THAT(all, HasSubstr(Sha256Hex(Circle(391))));
  EXPECT_THAT(all, Not(HasSubstr(bench.path("mine").string())));
  EXPECT_THAT(bench.Run().err, HasSubstr("0 ran now, 2 kept"));
  // Other content makes the results stale: they are told, and replaced when asked for.
  testing::WriteFile(bench.path("mine/circle.csv"), Circle(392));
  EXPECT_THAT(bench.Run().err, HasSubstr("2 trials are stale"));
  EXPECT_THAT(bench.Run("--retry stale").err, HasSubstr("2 ran now, 0 kept"));
}

TEST(OwnData, OtherContentLeavesNoNumberOfATunedMethod) {
  Json config = OwnConfig(kCircle);
  config["repetitions"] = 2;
  config["tuning"] = Json::parse(
      R"([{"method": "exact", "grid": {"learner.cost": [1, 10]}, "share_with": ["rff"]}])");
  const Bench bench(config);
  testing::WriteFile(bench.path("mine/circle.csv"), Circle(391));
  ASSERT_EQ(bench.Run().exit_code, 0);
  const fs::path out = bench.out();
  ASSERT_TRUE(fs::exists(out / "summary.csv"));
  testing::WriteFile(bench.path("mine/circle.csv"), Circle(392));
  const CommandResult stale = bench.Run();
  EXPECT_EQ(stale.exit_code, 0) << "stale is no failure";
  EXPECT_THAT(stale.err, HasSubstr("6 trials are stale"));
  EXPECT_THAT(testing::ReadFile(out / "trials.csv"), Not(HasSubstr("circle")));
  EXPECT_FALSE(fs::exists(out / "summary.csv"));
  EXPECT_FALSE(fs::exists(out / "report.md"));
  EXPECT_THAT(testing::RunMercer("report " + bench.out()).out, Not(HasSubstr("rff")));
  ASSERT_EQ(bench.Run("--retry stale").exit_code, 0);
  const Bench fresh(config);
  testing::WriteFile(fresh.path("mine/circle.csv"), Circle(392));
  ASSERT_EQ(fresh.Run().exit_code, 0);
  EXPECT_TRUE(testing::SameRows(testing::TimelessRows(out), testing::TimelessRows(fresh.out())));
}

TEST(OwnData, ATestFileIsTheOfficialTestPart) {
  Json dataset = kCircle;
  dataset["test_path"] = "other.csv";
  dataset["split"] = "official";
  dataset["name"] = "two circles";
  const Bench bench(OwnConfig(dataset));
  testing::WriteFile(bench.path("mine/circle.csv"), Circle(391));
  testing::WriteFile(bench.path("other.csv"), Circle(100));
  const CommandResult result = bench.Run();
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(testing::ReadFile(fs::path(bench.out()) / "trials.csv"),
              HasSubstr(",two circles,391,100,4,"));
}

TEST(OwnData, AbsolutePathsStayOutOfTheResults) {
  const Bench bench(OwnConfig(kCircle));
  testing::WriteFile(bench.path("else/circle.csv"), Circle(391));
  const CommandResult result =
      bench.Run("--set datasets.0.path=" + bench.path("else/circle.csv").string());
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(bench.out()))
    if (entry.is_regular_file()) all += testing::ReadFile(entry.path());
  EXPECT_THAT(all, Not(HasSubstr(bench.path("else").string())));
}

TEST(OwnData, MissingValuesAreFilledByAStepOrRefused) {
  Json dataset = kCircle;
  dataset["missing"] = "keep";
  const Bench bare(OwnConfig(dataset));
  const std::string text = Circle(390) + ";in;red;0.5\n";
  testing::WriteFile(bare.path("mine/circle.csv"), text);
  const CommandResult refused = bare.Run();
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err,
              HasSubstr("data set 'circle' has 1 missing values, the first in row 391; "
                        "expected the preprocessing step 'impute' before all others"));
  dataset["preprocess"] = Json::array({"impute", "minmax"});
  const Bench bench(OwnConfig(dataset));
  testing::WriteFile(bench.path("mine/circle.csv"), text);
  const CommandResult result = bench.Run();
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string csv = testing::ReadFile(fs::path(bench.out()) / "trials.csv");
  EXPECT_THAT(csv, HasSubstr(",impute+minmax,"));
  EXPECT_THAT(csv, ::testing::ContainsRegex("impute: [01] missing values in the training part"));
}

TEST(OwnData, FaultsOfTheFileAreToldBeforeAnythingRuns) {
  const Bench bench(OwnConfig(kCircle));
  testing::WriteFile(bench.path("mine/circle.csv"), Circle(5) + "1;in;red;two\n");
  CommandResult result = bench.Run();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("circle.csv, line 7, column 10: expected a finite number as y, "
                                    "got 'two'"));
  Json dataset = kCircle;
  dataset.erase("encode");
  const Bench bare(OwnConfig(dataset));
  testing::WriteFile(bare.path("mine/circle.csv"), Circle(391));
  result = bare.Run();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("data set 'circle' has columns of names (colour, of it); "
                                    "expected encode, 'integer' or 'one_hot'"));
}

}  // namespace
}  // namespace mercer
