// `mercer plan --error`: the D, and what it costs, that each map of a config needs for a Gram
// error.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/files.h"

namespace mercer {
namespace {

using testing::CommandResult;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::RunMercer;
using Json = nlohmann::json;

Json Config() {
  return Json::parse(R"({
    "experiment": "test/sizes", "seed": 7, "repetitions": 2,
    "datasets": [{"name": "unit_ball", "n": 120, "d": 8}],
    "kernels": [{"name": "gaussian", "sigma": 0.8},
                {"name": "polynomial", "degree": 3, "offset": 1}],
    "methods": [
      {"id": "rm", "map": {"name": "random_maclaurin"}, "D": [20, 40], "kernels": ["polynomial"]},
      {"id": "rff", "map": {"name": "random_fourier"}, "D": [20], "kernels": ["gaussian"]},
      {"id": "pairs", "map": {"name": "random_fourier", "variant": "cos_sin"}, "D": [20],
       "kernels": ["gaussian"]},
      {"id": "fastfood", "map": {"name": "fastfood"}, "D": [20], "kernels": ["gaussian"]},
      {"id": "taylor", "map": {"name": "taylor", "degree": 1}, "kernels": ["gaussian"]}],
    "metrics": ["gram_rel_frobenius"], "gram": {"rows": 60, "pairs": "all"}})");
}

class PlanError : public ::testing::Test {
 protected:
  CommandResult Plan(const std::string& options, const Json& config = Config()) {
    testing::WriteFile(folder_ / "config.json", config.dump());
    return RunMercer("plan " + (folder_ / "config.json").string() + " --data " +
                     folder_.path().string() + " " + options);
  }

  Json Sizes(const std::string& options, const Json& config = Config()) {
    const CommandResult result = Plan(options + " --json", config);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return Json::parse(result.out);
  }

  const testing::TemporaryFolder folder_;
};

std::vector<std::string> Methods(const Json& maps) {
  std::vector<std::string> methods;
  for (const Json& map : maps) methods.push_back(map["method"]);
  return methods;
}

TEST_F(PlanError, EachMapHasADWithTheCheapestFirst) {
  const Json sizes = Sizes("--error 0.1");
  ASSERT_EQ(sizes.size(), 1U);
  EXPECT_EQ(sizes[0]["experiment"], "test/sizes");
  EXPECT_EQ(sizes[0]["target"], 0.1);
  const Json& maps = sizes[0]["maps"];
  ASSERT_EQ(maps.size(), 5U) << maps.dump(1);  // D is no part of it, nor are repetitions
  double before = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(maps[i]["kernel"], "gaussian(sigma=0.8)");
    EXPECT_LE(maps[i]["error_at_D"].get<double>(), 0.1);
    EXPECT_GE(maps[i]["operations_per_row"].get<double>(), before);
    before = maps[i]["operations_per_row"];
    EXPECT_EQ(maps[i]["output_dim"], maps[i]["D"]);
    EXPECT_GT(maps[i]["bytes"].get<double>(), 0);
    EXPECT_EQ(maps[i]["source"], maps[i]["method"] == "fastfood" ? "drawing" : "theory");
  }
  EXPECT_EQ(maps[3]["method"], "taylor");
  EXPECT_TRUE(maps[3]["D"].is_null());
  EXPECT_THAT(maps[3]["why_none"].get<std::string>(), HasSubstr("takes no D"));
  EXPECT_EQ(maps[4]["method"], "rm");
  EXPECT_EQ(maps[4]["pairs"], 60 * 61 / 2);
}

// What a run of that D measures.
TEST_F(PlanError, ARunWithTheDErrsAsMuch) {
  Json config = Config();
  config["repetitions"] = 10;
  const Json maps = Sizes("--error 0.1 --only method=rff", config)[0]["maps"];
  ASSERT_EQ(maps.size(), 1U);
  config["methods"] = Json::array({config["methods"][1]});
  config["methods"][0]["D"] = maps[0]["D"];
  testing::WriteFile(folder_ / "run.json", config.dump());
  const CommandResult run = RunMercer("run " + (folder_ / "run.json").string() + " --out " +
                                      (folder_ / "out").string() + " --no-passport");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string summary = testing::ReadFile(folder_ / "out" / "summary.csv");
  const std::string row = ",gram_rel_frobenius,10,";
  const std::size_t at = summary.find(row);
  ASSERT_NE(at, std::string::npos) << summary;
  EXPECT_NEAR(std::stod(summary.substr(at + row.size())), 0.1, 0.01);
}

TEST_F(PlanError, ATextHasALineForEachMap) {
  const CommandResult result = Plan("--error 0.1");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("test/sizes: D for a relative Gram error of 0.1\n"));
  EXPECT_THAT(result.out, HasSubstr("operations"));
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 7) << result.out;
  EXPECT_THAT(result.out, HasSubstr("it takes no D"));
}

TEST_F(PlanError, OnlyChoosesAndMaxLimits) {
  EXPECT_THAT(Methods(Sizes("--error 0.1 --only method=pairs")[0]["maps"]), ElementsAre("pairs"));
  const Json maps = Sizes("--error 0.01 --max 50 --only method=rff")[0]["maps"];
  EXPECT_THAT(maps[0]["why_none"].get<std::string>(), HasSubstr("no D up to 50"));
}

TEST_F(PlanError, ADataSetThatIsNotHereSaysSoInItsLine) {
  Json config = Config();
  config["datasets"].insert(config["datasets"].begin(), Json({{"name", "usps"}}));
  const Json maps = Sizes("--error 0.1 --only method=rff", config)[0]["maps"];
  ASSERT_EQ(maps.size(), 2U);
  EXPECT_EQ(maps[0]["dataset"], "usps");
  EXPECT_THAT(maps[0]["why_none"].get<std::string>(), HasSubstr("usps"));
  EXPECT_FALSE(maps[1]["D"].is_null());
}

TEST_F(PlanError, RefusesWithOneSentence) {
  for (const auto& [options, words] : std::vector<std::pair<std::string, std::string>>{
           {"--error 0", "--error is 0"},
           {"--error -1", "--error is -1"},
           {"--max 10", "--max goes with --error"},
           {"--json", "--json goes with --error"},
           {"--error 0.1 --out o", "--out is given with --error"},
           {"--error 0.1 --shard 1/9", "--shard is given with --error"},
           {"--error 0.1 --results r", "--results is given with --error"},
           {"--error 0.1 --no-passport", "--no-passport is given with --error"}}) {
    const CommandResult result = Plan(options);
    EXPECT_EQ(result.exit_code, 2) << options << result.out;
    EXPECT_THAT(result.err, HasSubstr(words));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

// A config that asks for an error in place of D runs with the D of the plan, and is done when it
// runs again.
TEST_F(PlanError, AConfigMayAskForTheError) {
  Json config = Config();
  config["methods"] = Json::array({config["methods"][1], config["methods"][3]});
  for (Json& method : config["methods"]) method["D"] = {{"gram_rel_frobenius", {0.2, 0.1}}};
  const Json maps = Sizes("--error 0.1", config)[0]["maps"];
  const std::string path = (folder_ / "config.json").string();
  const std::string out = " --no-passport --out " + (folder_ / "out").string();
  EXPECT_THAT(RunMercer("validate " + path).out, HasSubstr("ok: 8 trials"));
  const CommandResult plan = Plan("", config);
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  const CommandResult run = RunMercer("run " + path + out);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("8 ran now, 0 kept"));
  const std::string trials = testing::ReadFile(folder_ / "out" / "trials.csv");
  EXPECT_THAT(trials, HasSubstr(",0.1,theory"));
  EXPECT_THAT(trials, HasSubstr(",0.2,drawing"));
  for (const Json& map : maps) {
    const std::string D = " D=" + std::to_string(map["D"].get<int>()) + " ";
    EXPECT_THAT(run.err, HasSubstr(map["method"].get<std::string>() + D));
    EXPECT_THAT(plan.out, HasSubstr(D));
  }
  EXPECT_THAT(RunMercer("run " + path + out).err, HasSubstr("0 ran now, 8 kept"));
  EXPECT_THAT(RunMercer("run --dry-run " + path + out).out, HasSubstr("0 of 8 trials would run"));
}

TEST_F(PlanError, ATargetOfDataThatAreNotHereIsSkipped) {
  Json config = Config();
  config["datasets"] = Json::array({Json({{"name", "usps"}})});
  config["methods"] = Json::array({config["methods"][1]});
  config["methods"][0]["D"] = {{"gram_rel_frobenius", 0.1}};
  const CommandResult plan = Plan("", config);
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  const CommandResult run =
      RunMercer("run " + (folder_ / "config.json").string() + " --data " + folder_.path().string() +
                " --no-passport --out " + (folder_ / "out").string());
  EXPECT_THAT(run.err, HasSubstr("0 ok, 0 failed, 2 skipped"));
}

}  // namespace
}  // namespace mercer
