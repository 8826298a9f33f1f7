#include <gmock/gmock.h>

#include "tests/experiments/config/config_support.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using testing::FaultsOf;
using testing::Json;
using ::testing::SizeIs;
using testing::Sound;
using testing::SoundConfig;
using ::testing::StartsWith;

// Nursery with the override, spambase without.
Json TwoDatasets(const Json& override_object) {
  Json config = SoundConfig();
  config["datasets"].push_back({{"name", "spambase"}, {"split", {{"train_fraction", 0.6}}}});
  config["datasets"][0]["override"] = override_object;
  return config;
}

double Cost(const Experiment& experiment, std::size_t dataset, std::size_t method) {
  return experiment.methods[dataset][method].learner->params.Find("cost")->AsNumber();
}

TEST(OverrideTest, ReplacesAKeyForOneDataSetOnly) {
  const Experiment experiment = Sound(TwoDatasets({{"rm", {{"D", {50}}}}}));
  EXPECT_THAT(experiment.methods[0][1].num_random_features, ElementsAre(50));
  EXPECT_THAT(experiment.methods[1][1].num_random_features, ElementsAre(100, 500));
  EXPECT_THAT(ExpandTrials(experiment), SizeIs((1 + 1) * 2 + (1 + 2) * 2));
}

TEST(OverrideTest, DottedPathsAndNestedObjectsMergeKeyByKey) {
  for (const Json& value : {Json{{"learner.cost", 0.001}}, Json{{"learner", {{"cost", 0.001}}}}}) {
    const Experiment experiment = Sound(TwoDatasets({{"rm", value}}));
    EXPECT_EQ(Cost(experiment, 0, 1), 0.001);
    EXPECT_EQ(Cost(experiment, 1, 1), 1);
    EXPECT_EQ(experiment.methods[0][1].learner->name, "liblinear");
    EXPECT_EQ(experiment.methods[0][1].learner->params.Find("bias")->AsNumber(), 1);
  }
}

TEST(OverrideTest, MergesIntoABareName) {
  Json config = TwoDatasets({{"exact", {{"learner.cost", 5}}}});
  config["methods"][0]["learner"] = "libsvm";
  EXPECT_EQ(Cost(Sound(config), 0, 0), 5);
}

TEST(OverrideTest, FaultsPointAtTheOverride) {
  EXPECT_THAT(FaultsOf(TwoDatasets({{"rmm", {{"D", 5}}}})),
              ElementsAre(StartsWith(
                  "/datasets/0/override/rmm: unknown method 'rmm'; did you mean 'rm'?")));
  EXPECT_THAT(
      FaultsOf(TwoDatasets({{"rm", {{"DD", 5}}}})),
      ElementsAre(StartsWith("/datasets/0/override/rm/DD: unknown key 'DD'; did you mean 'D'?")));
  EXPECT_THAT(FaultsOf(TwoDatasets({{"rm", {{"D", {0}}}}})),
              ElementsAre(StartsWith("/datasets/0/override/rm/D/0: item 1 of D is 0; expected")));
  EXPECT_THAT(FaultsOf(TwoDatasets({{"rm", {{"learner.cost", -1}}}})),
              ElementsAre(StartsWith(
                  "/datasets/0/override/rm/learner.cost: learner 'liblinear': cost is -1")));
  EXPECT_THAT(FaultsOf(TwoDatasets({{"rm", {{"learner", {{"cots", 1}}}}}})),
              ElementsAre(StartsWith("/datasets/0/override/rm/learner/cots: learner 'liblinear' "
                                     "has no parameter 'cots'; did you mean 'cost'?")));
  EXPECT_THAT(FaultsOf(TwoDatasets({{"rm", {{"id", "x"}}}})),
              ElementsAre(StartsWith("/datasets/0/override/rm/id: id is overridden")));
  EXPECT_THAT(FaultsOf(TwoDatasets({{"rm", {{"display", "x"}}}})),
              ElementsAre(StartsWith("/datasets/0/override/rm/display: display is overridden")));
  EXPECT_THAT(
      FaultsOf(TwoDatasets({{"rm", 5}})),
      ElementsAre("/datasets/0/override/rm: rm is 5; expected an object with keys of the method"));
}

TEST(OverrideTest, TwoMethodsAreNotShownUnderOneName) {
  Json config = TwoDatasets({{"rm", {{"D", {50}}}}});
  for (Json& method : config["methods"]) method["display"] = "same";
  EXPECT_THAT(FaultsOf(config), ElementsAre(StartsWith("/methods/1/display: display is 'same', "
                                                       "which an earlier method has")));
}

TEST(OverrideTest, AFaultOfTheMethodIsSaidOnceForAllDataSets) {
  Json config = TwoDatasets({{"rm", {{"D", {50}}}}});
  config["methods"][1]["learner"]["cost"] = -1;
  EXPECT_THAT(FaultsOf(config), ElementsAre(StartsWith("/methods/1/learner/cost: ")));
}

}  // namespace
}  // namespace mercer
