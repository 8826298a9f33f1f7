#include "experiments/config/tuning.h"

#include <gmock/gmock.h>

#include "core/base/error.h"
#include "experiments/config/only.h"
#include "tests/experiments/config/config_support.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::FaultsOf;
using ::testing::HasSubstr;
using testing::IdsOf;
using ::testing::IsEmpty;
using testing::Json;
using ::testing::SizeIs;
using testing::Sound;
using testing::SoundConfig;
using ::testing::StartsWith;

Json Tuned() {
  Json config = SoundConfig();
  config["tuning"] = {{{"method", "exact"},
                       {"grid", {{"learner.cost", {0.1, 1, 10}}}},
                       {"by", {{"validation_fraction", 0.25}, {"max_rows", 4000}}},
                       {"share_with", {"rm"}}}};
  return config;
}

TEST(TuningTest, EachRepetitionHasATuningTrialBeforeTheFirstThatNeedsIt) {
  const auto trials = ExpandTrials(Sound(Tuned()));
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
  for (const std::string& id : IdsOf(ExpandTrials(Sound(Tuned())))) {
    EXPECT_THAT(plain, ::testing::Not(Contains(id)));
  }
  Json wider = Tuned();
  wider["tuning"][0]["grid"]["learner.cost"].push_back(100);
  EXPECT_NE(IdsOf(ExpandTrials(Sound(wider)))[1], IdsOf(ExpandTrials(Sound(Tuned())))[1]);
}

TEST(TuningTest, ASharingMethodTakesTheSameDOrTheOnlyOne) {
  Json config = Tuned();
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
  Json config = Tuned();
  config["tuning"][0]["grid"] = {{"learner.cots", {1}}};
  EXPECT_THAT(FaultsOf(config),
              Contains(StartsWith("/tuning/0/grid/learner.cots: unknown parameter of method "
                                  "'exact': 'learner.cots'; did you mean 'learner.cost'?")));
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
  config = Tuned();
  config["tuning"][0]["method"] = "exakt";
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(StartsWith("/tuning/0/method: unknown method 'exakt'; did you mean 'exact'?")));
  config = Tuned();
  config["tuning"][0]["share_with"] = {"rmm"};
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(StartsWith("/tuning/0/share_with/0: unknown method 'rmm'; did you mean 'rm'?")));
  config["tuning"][0]["share_with"] = {"exact"};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre(StartsWith(
                  "/tuning/0/share_with/0: share_with names the tuned method 'exact' itself")));
  config = Tuned();
  config["tuning"].push_back(config["tuning"][0]);
  EXPECT_THAT(FaultsOf(config),
              Contains(StartsWith(
                  "/tuning/1/method: method 'exact' takes its values from an earlier tuning")));
  config = Tuned();
  config["tuning"][0]["by"]["validation_fraction"] = 1;
  EXPECT_THAT(FaultsOf(config), ElementsAre("/tuning/0/by/validation_fraction: validation_fraction "
                                            "is 1; expected a number > 0 and < 1"));
}

TEST(TuningTest, MethodsThatCannotTakeTheValues) {
  Json config = Tuned();
  config["methods"][1]["learner"]["cost"] = {1, 2};
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(
          AllOf(StartsWith("/tuning/0/share_with/0: method 'rm' has lists in place of parameters"),
                HasSubstr("2 variants"))));
  config = Tuned();
  config["kernels"].push_back({{"name", "exponential"}, {"sigma", 1}});
  config["methods"][0]["kernels"] = {"polynomial"};
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre("/tuning/0/share_with/0: method 'rm' takes the values of 'exact', which does not "
                  "run with kernel 'exponential'; expected a tuned method that does"));
}

TEST(TuningTest, ChosenValuesArePutIntoMapOrLearner) {
  std::optional<NamedParams> map{{"random_maclaurin", {}}}, learner{{"libsvm", {{"cost", 1}}}};
  ApplyTunedValue("learner.cost", 0.5, map, learner);
  ApplyTunedValue("map.measure", 3, map, learner);
  EXPECT_EQ(learner->Canonical(), "libsvm(cost=0.5)");
  EXPECT_EQ(map->Canonical(), "random_maclaurin(measure=3)");
  map.reset();
  EXPECT_THROW(ApplyTunedValue("map.measure", 3, map, learner), InvalidInput);
  EXPECT_THROW(ApplyTunedValue("cost", 3, map, learner), InvalidInput);
}

TEST(OnlyTest, KeepsTheTrialsThatEveryKeyAdmitsWithTheirTuning) {
  const auto trials = ExpandTrials(Sound(Tuned()));
  const auto kept = FilterTrials(trials, {{"method", "rm"}, {"D", "500"}, {"repetition", "1"}});
  ASSERT_THAT(kept, SizeIs(2));
  EXPECT_TRUE(kept[0].tuning);
  EXPECT_EQ(kept[0].repetition, 1);
  EXPECT_EQ(kept[1].tuned_by, kept[0].id);
  EXPECT_EQ(kept[1].cell.num_random_features, 500);
  EXPECT_THAT(FilterTrials(trials, {}), SizeIs(8));
  EXPECT_THAT(FilterTrials(trials, {{"dataset", "nursery"}}), SizeIs(8));
  EXPECT_THAT(FilterTrials(trials, {{"map", "random_maclaurin"}}), SizeIs(4 + 2));
  EXPECT_THAT(FilterTrials(trials, {{"D", "100"}, {"D", "500"}}), SizeIs(4 + 2));
  EXPECT_THAT(FilterTrials(trials, {{"kernel", "polynomial(degree=10,offset=1,scale=1)"}}),
              SizeIs(8));
}

std::string MessageOf(const std::vector<std::pair<std::string, std::string>>& only) {
  try {
    FilterTrials(ExpandTrials(Sound(Tuned())), only);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(OnlyTest, AWrongKeyOrValueIsAnError) {
  EXPECT_EQ(MessageOf({{"metod", "rm"}}),
            "--only: unknown key 'metod'; did you mean 'method'? known: dataset, kernel, method, "
            "map, D, repetition");
  EXPECT_EQ(MessageOf({{"method", "exakt"}}),
            "--only: unknown method 'exakt'; did you mean 'exact'? known: exact, rm");
  EXPECT_THAT(MessageOf({{"D", "7"}}), StartsWith("--only: unknown D '7'"));
  EXPECT_EQ(MessageOf({{"method", "exact"}, {"D", "500"}}),
            "--only: no trial has method=exact, D=500; expected values that occur together");
}

}  // namespace
}  // namespace mercer
