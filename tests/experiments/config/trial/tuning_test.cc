#include <gmock/gmock.h>

#include <fstream>

#include "core/base/error.h"
#include "experiments/config/trial/experiment.h"
#include "tests/experiments/config/config_support.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::FaultsOf;
using ::testing::HasSubstr;
using testing::IdsOf;
using ::testing::IsEmpty;
using testing::Json;
using ::testing::Not;
using ::testing::SizeIs;
using testing::Sound;
using testing::SoundConfig;
using ::testing::StartsWith;
using testing::TunedConfig;

TEST(TuningTest, EachRepetitionHasATuningTrialBeforeTheFirstThatNeedsIt) {
  const auto trials = ExpandTrials(Sound(TunedConfig()));
  ASSERT_THAT(trials, SizeIs(6 + 2));
  EXPECT_TRUE(trials[0].tuning);
  EXPECT_EQ(trials[0].repetition, 0);
  EXPECT_TRUE(trials[2].tuning);
  EXPECT_EQ(trials[2].repetition, 1);
  for (const Trial& trial : trials) {
    if (trial.tuning) {
      EXPECT_EQ(trial.cell.method, "exact");
      EXPECT_EQ(trial.tuned_by, "");
      EXPECT_EQ(trial.tuning->validation_fraction, 0.25);
      EXPECT_EQ(trial.tuning->max_rows, 4000);
    } else {
      // Exact and rm, whatever D, take the values of their own repetition.
      EXPECT_EQ(trial.tuned_by, trials[trial.repetition == 0 ? 0 : 2].id) << trial.id;
    }
  }
}

TEST(TuningTest, ATunedTrialIsAnotherTrial) {
  const auto plain = IdsOf(ExpandTrials(Sound(SoundConfig())));
  for (const std::string& id : IdsOf(ExpandTrials(Sound(TunedConfig())))) {
    EXPECT_THAT(plain, Not(Contains(id)));
  }
  Json wider = TunedConfig();
  wider["tuning"][0]["grid"]["learner.cost"].push_back(100);
  EXPECT_NE(IdsOf(ExpandTrials(Sound(wider)))[1], IdsOf(ExpandTrials(Sound(TunedConfig())))[1]);
}

// Committed results have these texts in their identities.
TEST(TuningTest, TheIdentityOfATuningByAValidationFraction) {
  EXPECT_THAT(
      ExpandTrials(Sound(TunedConfig()))[0].Identity(),
      EndsWith("\ntuning=validation_fraction=0.25;max_rows=4000;learner.cost=[0.1,1,10]\n"));
}

TEST(TuningTest, FoldsAndTheTestPartAreOtherTunings) {
  Json folds = TunedConfig();
  folds["tuning"][0]["by"] = {{"folds", 5}, {"max_rows", 4000}};
  const Trial in_folds = ExpandTrials(Sound(folds))[0];
  EXPECT_EQ(in_folds.tuning->folds, 5);
  EXPECT_FALSE(in_folds.tuning->on_test);
  EXPECT_THAT(in_folds.Identity(),
              EndsWith("\ntuning=folds=5;max_rows=4000;learner.cost=[0.1,1,10]\n"));
  Json test = TunedConfig();
  test["tuning"][0].erase("by");
  test["tuning"][0]["tuned_on"] = "train";
  const Trial in_train = ExpandTrials(Sound(test))[0];
  test["tuning"][0]["tuned_on"] = "test";
  const Trial in_test = ExpandTrials(Sound(test))[0];
  EXPECT_FALSE(in_train.tuning->on_test);
  EXPECT_TRUE(in_test.tuning->on_test);
  EXPECT_THAT(in_train.Identity(), HasSubstr("\ntuning=validation_fraction=0.2;max_rows=0;"));
  EXPECT_THAT(in_test.Identity(), EndsWith("\ntuning=tuned_on=test;learner.cost=[0.1,1,10]\n"));
  EXPECT_NE(in_test.id, in_train.id);
  EXPECT_NE(ExpandTrials(Sound(test))[1].id, ExpandTrials(Sound(TunedConfig()))[1].id);
}

TEST(TuningTest, RowsThatCannotValidate) {
  Json config = TunedConfig();
  config["tuning"][0]["by"] = {{"validation_fraction", 0.2}, {"folds", 5}};
  EXPECT_THAT(FaultsOf(config), ElementsAre("/tuning/0/by: by has both validation_fraction and "
                                            "folds; expected one of them"));
  config["tuning"][0]["by"] = {{"folds", 1}};
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(StartsWith("/tuning/0/by/folds: folds is 1; expected a whole number >= 2")));
  config["tuning"][0]["by"] = {{"folds", 5}, {"max_rows", 4}};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/tuning/0/by/folds: folds is 5, and max_rows leaves 4 rows; expected at "
                          "most as many folds as rows"));
  config["tuning"][0]["by"] = {{"folds", 4}, {"max_rows", 4}};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  // 0.6 of the 12,960 rows of nursery.
  config["tuning"][0]["by"] = {{"folds", 7777}};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/tuning/0/by/folds: folds is 7777, and data set 'nursery' has 7776 "
                          "training rows; expected at most as many folds as training rows"));
  config["tuning"][0]["by"] = {{"folds", 7776}};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  config["datasets"][0] = {{"name", "unit_ball"},
                           {"n", 500},
                           {"d", 3},
                           {"law", "uniform"},
                           {"labels", "random_halves"},
                           {"split", {{"train_fraction", 0.8}}},
                           {"rows", {{{"name", "subsample"}, {"of", "train"}, {"count", 50}}}}};
  config["tuning"][0]["by"] = {{"folds", 60}};
  EXPECT_THAT(FaultsOf(config), ElementsAre(HasSubstr("has 50 training rows; expected at most")));
  config = TunedConfig();
  config["tuning"][0]["by"] = {{"folds", 4}, {"max_rows", 4}};
  config["tuning"][0]["tuned_on"] = "test";
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/tuning/0/by: by is {\"folds\":4,\"max_rows\":4}, and tuned_on is "
                          "'test', which fits on the whole training part and scores all test rows; "
                          "expected no 'by'"));
  config["tuning"][0].erase("by");
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  config["tuning"][0]["tuned_on"] = "tset";
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/tuning/0/tuned_on: tuned_on is \"tset\"; expected one "
                          "of train, test; did you mean 'test'?"));
}

TEST(TuningTest, ASharingMethodTakesTheSameDOrTheOnlyOne) {
  Json config = TunedConfig();
  config["tuning"][0]["method"] = "rm";
  config["tuning"][0]["share_with"] = {"h01"};
  config["methods"].push_back(config["methods"][1]);
  config["methods"][2]["id"] = "h01";
  config["methods"][2]["map"]["h01"] = true;
  for (const Trial& trial : ExpandTrials(Sound(config))) {
    if (trial.tuning || trial.tuned_by.empty()) continue;
    EXPECT_THAT(trial.tuned_by,
                HasSubstr("rm-d" + std::to_string(trial.cell.num_random_features) + "-"));
  }
  config["methods"][2]["D"] = {100, 70};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/tuning/0/share_with/0: method 'h01' takes the values of 'rm', which "
                          "has several D and not 70; expected the same D, one D, or no map"));
  config["methods"][1]["D"] = {500};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
}

TEST(TuningTest, FaultsNameThePathTheValueAndTheMethod) {
  Json config = TunedConfig();
  config["tuning"][0]["grid"] = {{"learner.cots", {1}}};
  EXPECT_THAT(FaultsOf(config),
              Contains(StartsWith("/tuning/0/grid/learner.cots: unknown parameter of method "
                                  "'exact': 'learner.cots'; did you mean 'learner.cost'?")));
  config["tuning"][0]["grid"] = {{"learner.C", {1}}};  // as near to other names, in letters
  EXPECT_THAT(FaultsOf(config), Contains(HasSubstr("'learner.C'; did you mean 'learner.cost'?")));
  config["tuning"][0]["grid"] = {{"learner.cost", {1, -1}}};
  EXPECT_THAT(FaultsOf(config),
              Contains(StartsWith("/tuning/0/grid/learner.cost/1: learner 'libsvm': cost is -1")));
  config["tuning"][0]["grid"] = {{"learner.cost", Json::array()}};
  EXPECT_THAT(FaultsOf(config), ElementsAre("/tuning/0/grid/learner.cost: learner.cost is []; "
                                            "expected a list of at least one value"));
  config["tuning"][0]["grid"] = Json::object();
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(StartsWith("/tuning/0/grid: grid is {}; expected an object of parameter paths")));
  config = TunedConfig();
  config["tuning"][0]["method"] = "exakt";
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(StartsWith("/tuning/0/method: unknown method 'exakt'; did you mean 'exact'?")));
  config = TunedConfig();
  config["tuning"][0]["share_with"] = {"rmm"};
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(StartsWith("/tuning/0/share_with/0: unknown method 'rmm'; did you mean 'rm'?")));
  config["tuning"][0]["share_with"] = {"exact"};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre(StartsWith(
                  "/tuning/0/share_with/0: share_with names the tuned method 'exact' itself")));
  config = TunedConfig();
  config["tuning"].push_back(config["tuning"][0]);
  EXPECT_THAT(FaultsOf(config),
              Contains(StartsWith(
                  "/tuning/1/method: method 'exact' takes its values from an earlier tuning")));
  config = TunedConfig();
  config["tuning"][0]["by"]["validation_fraction"] = 1;
  EXPECT_THAT(FaultsOf(config), ElementsAre("/tuning/0/by/validation_fraction: validation_fraction "
                                            "is 1; expected a number > 0 and < 1"));
}

TEST(TuningTest, MethodsThatCannotTakeTheValues) {
  Json config = TunedConfig();
  config["methods"][1]["learner"]["cost"] = {1, 2};
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(
          AllOf(StartsWith("/tuning/0/share_with/0: method 'rm' has lists in place of parameters"),
                HasSubstr("2 variants"))));
  config = TunedConfig();
  config["kernels"].push_back({{"name", "exponential"}, {"sigma", 1}});
  config["methods"][0]["kernels"] = {"polynomial"};
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre("/tuning/0/share_with/0: method 'rm' takes the values of 'exact', which does not "
                  "run with kernel 'exponential'; expected a tuned method that does"));
}

Json TunedKernel(const Json& kernels, const Json& grid) {
  Json config = TunedConfig();
  config["kernels"] = kernels;
  config["methods"].erase(1);
  config["tuning"][0]["share_with"] = Json::array();
  config["tuning"][0]["grid"] = grid;
  return config;
}

TEST(TuningTest, AKernelPathMustHoldForEveryKernelOfTheMethod) {
  const Json gaussian = {{"name", "gaussian"}, {"sigma", 1}};
  EXPECT_THAT(
      FaultsOf(TunedKernel(Json::array({gaussian}),
                           {{"kernel.sigma", {1, 2, "mean_distance"}}, {"learner.cost", {1, 10}}})),
      IsEmpty());
  EXPECT_THAT(FaultsOf(TunedKernel(Json::array({gaussian}), {{"kernel.gamma", {1, 2}}})),
              IsEmpty());
  EXPECT_THAT(FaultsOf(TunedKernel({gaussian, "linear"}, {{"kernel.sigma", {1}}})),
              ElementsAre("/tuning/0/grid/kernel.sigma: method 'exact' runs with kernel 'linear', "
                          "which has no parameter 'sigma'; expected a method restricted to kernels "
                          "that have it"));
  EXPECT_THAT(FaultsOf(TunedKernel(Json::array({gaussian}), {{"kernel.sgma", {1}}})),
              ElementsAre(StartsWith("/tuning/0/grid/kernel.sgma: unknown parameter of method "
                                     "'exact': 'kernel.sgma'; did you mean 'kernel.sigma'?")));
  EXPECT_THAT(
      FaultsOf(TunedKernel(Json::array({gaussian}), {{"kernel.sigma", {1, -1, "mean"}}})),
      ElementsAre(StartsWith("/tuning/0/grid/kernel.sigma/1: kernel 'gaussian': sigma is -1"),
                  StartsWith("/tuning/0/grid/kernel.sigma/2: kernel 'gaussian': sigma is ")));
  EXPECT_THAT(FaultsOf(TunedKernel({{{"name", "gaussian"}, {"sigma", {1, 2}}}},
                                   {{"kernel.sigma", {3, 4}}})),
              ElementsAre("/tuning/0/grid: kernel 'gaussian' has lists in place of parameters, 2 "
                          "variants in all; expected one variant of a tuned kernel"));
}

TEST(TuningTest, AKernelThatIsNotRestrictedToIsNotAskedFor) {
  Json config =
      TunedKernel({{{"name", "gaussian"}, {"sigma", 1}}, "linear"}, {{"kernel.sigma", {1, 2}}});
  config["methods"][0]["kernels"] = {"gaussian"};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
}

TEST(TuningTest, PointsThatCannotBe) {
  // In its range, and its square is 0.
  EXPECT_THAT(FaultsOf(TunedKernel({{{"name", "gaussian"}, {"sigma", 1}}},
                                   {{"kernel.sigma", {1, 1e-200}}})),
              ElementsAre(StartsWith("/tuning/0/grid: with kernel.sigma=1e-200: ")));
  EXPECT_THAT(FaultsOf(TunedKernel({{{"name", "gaussian"}, {"sigma", 1}}},
                                   {{"kernel.gamma", {1}}, {"kernel.sigma", {1, 2}}})),
              ElementsAre("/tuning/0/grid: grid has both 'kernel.gamma' and 'kernel.sigma', which "
                          "say the same; expected one of them"));
  Json many = Json::array();
  for (int i = 1; i <= 101; ++i) many.push_back(i);
  EXPECT_THAT(
      FaultsOf(TunedKernel({{{"name", "gaussian"}, {"sigma", 1}}},
                           {{"kernel.sigma", many}, {"learner.cost", many}})),
      ElementsAre("/tuning/0/grid: grid of 'exact' has 10201 points; expected at most 10000"));
  EXPECT_THAT(
      FaultsOf(TunedKernel(Json::array({"linear"}), {{"learner.cost", {1, nullptr}}})),
      ElementsAre("/tuning/0/grid/learner.cost: learner.cost is [1,null]; expected a list of "
                  "values, not null"));
  // A map that fits the kernel as it is written and not as it is tuned.
  Json config = SoundConfig();
  config["tuning"] = {{{"method", "rm"}, {"grid", {{"kernel.offset", {1, -1}}}}}};
  EXPECT_THAT(FaultsOf(config), Not(IsEmpty()));
}

TEST(TuningTest, AMapThatFitsNoPointIsReportedOnce) {
  Json config = SoundConfig();
  config["kernels"] = {{{"name", "gaussian"}, {"sigma", 1}}};
  config["tuning"] = {{{"method", "rm"}, {"grid", {{"kernel.sigma", {0.1, 1, 2}}}}}};
  EXPECT_THAT(FaultsOf(config), ElementsAre(StartsWith("/methods/1/map: method 'rm': map "
                                                       "'random_maclaurin' does not fit kernel "
                                                       "gaussian(sigma=1)")));
}

TEST(TuningTest, PointsWhoseFeaturesNoMemoryHolds) {
  Json config = SoundConfig();
  config["kernels"] = {{{"name", "gaussian"}, {"sigma", 1}}};
  config["methods"].erase(0);
  config["methods"][0]["map"] = {{"name", "taylor"}, {"degree", 2}};
  config["methods"][0]["D"] = 1;
  config["tuning"] = {{{"method", "rm"}, {"grid", {{"map.degree", {2, 3}}}}}};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  config["tuning"][0]["grid"]["map.degree"] = {2, 150};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre(AllOf(HasSubstr("method 'rm'"), HasSubstr("map 'taylor'"),
                                HasSubstr("columns"), HasSubstr("bytes"))));
}

TEST(TuningTest, CostAndLambdaAreSharedByConversion) {
  Json config = TunedKernel(Json::array({"linear"}), {{"learner.cost", {1, 10}}});
  config["methods"].push_back(
      {{"id", "krr"}, {"learner", {{"name", "kernel_ridge"}, {"target", "classes"}}}});
  config["tuning"][0]["share_with"] = {"krr"};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  config["tuning"][0] = {
      {"method", "krr"}, {"grid", {{"learner.lambda", {0.1}}}}, {"share_with", {"exact"}}};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  // The method that is tuned takes no value of another form.
  config["tuning"][0]["grid"] = {{"learner.cost", {1}}};
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(StartsWith("/tuning/0/grid/learner.cost: unknown parameter of method 'krr'")));
}

// Each example of docs/tuning.md is the tuning of a config.
std::vector<Json> DocumentedTunings() {
  std::ifstream file(MERCER_SOURCE_DIR "/docs/tuning.md");
  std::vector<Json> tunings;
  std::string line, block;
  for (bool inside = false; std::getline(file, line);) {
    if (line == "```json") {
      inside = true;
      block.clear();
    } else if (line == "```") {
      inside = false;
      tunings.push_back(Json::parse("{" + block + "}").at("tuning"));
    } else if (inside) {
      block += line + "\n";
    }
  }
  return tunings;
}

TEST(DocumentedTuning, IsSound) {
  Json config = SoundConfig();
  const Json svm = config["methods"][0]["learner"];
  const Json ridge = {{"name", "ridge"}, {"target", "classes"}};
  config["kernels"] = {{{"name", "gaussian"}, {"sigma", 1}}};
  config["methods"] = {
      {{"id", "exact"}, {"learner", svm}},
      {{"id", "exact_as_paper"}, {"learner", svm}},
      {{"id", "rff"}, {"map", "random_fourier"}, {"D", 256}, {"learner", ridge}},
      {{"id", "orf"}, {"map", "orthogonal_fourier"}, {"D", 256}, {"learner", ridge}}};
  const std::vector<Json> tunings = DocumentedTunings();
  ASSERT_THAT(tunings, SizeIs(2));
  for (const Json& tuning : tunings) {
    config["tuning"] = tuning;
    EXPECT_THAT(FaultsOf(config), IsEmpty());
  }
}

}  // namespace
}  // namespace mercer
