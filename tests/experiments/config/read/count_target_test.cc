// D by the Gram error that it is to reach.

#include <gmock/gmock.h>

#include "experiments/config/trial/trial_json.h"
#include "tests/experiments/config/config_support.h"

namespace mercer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::FaultsOf;
using ::testing::HasSubstr;
using testing::Json;
using ::testing::SizeIs;
using testing::Sound;
using testing::SoundConfig;

Json WithTarget(const Json& target) {
  Json config = SoundConfig();
  config["methods"][1]["D"] = target;
  return config;
}

TEST(CountTargetTest, IsReadAsAnErrorOrAListOfThem) {
  const Experiment one = Sound(WithTarget({{"gram_rel_frobenius", 0.05}}));
  ASSERT_THAT(one.methods[0][1].targets, SizeIs(1));
  EXPECT_EQ(one.methods[0][1].targets[0].error, 0.05);
  EXPECT_EQ(one.methods[0][1].targets[0].max, 0);
  EXPECT_EQ(one.methods[0][1].targets[0].from, "");
  EXPECT_THAT(one.methods[0][1].num_random_features, ElementsAre(0));
  EXPECT_THAT(one.methods[0][0].targets, SizeIs(0));
  const Experiment two = Sound(WithTarget({{"gram_rel_frobenius", {0.1, 0.05}}, {"max", 5000}}));
  ASSERT_THAT(two.methods[0][1].targets, SizeIs(2));
  EXPECT_EQ(two.methods[0][1].targets[1].error, 0.05);
  EXPECT_EQ(two.methods[0][1].targets[1].max, 5000);
}

TEST(CountTargetTest, AnUnchosenDIsATrialWithoutOne) {
  const Experiment experiment = Sound(WithTarget({{"gram_rel_frobenius", {0.1, 0.05}}}));
  ASSERT_THAT(experiment.trials, SizeIs(2 + 2 * 2));
  EXPECT_FALSE(experiment.trials[0].cell.LacksCount());
  EXPECT_TRUE(experiment.trials[2].cell.LacksCount());
  EXPECT_EQ(experiment.trials[2].cell.target.error, 0.1);
  EXPECT_EQ(experiment.trials[4].cell.target.error, 0.05);
  EXPECT_NE(experiment.trials[2].id, experiment.trials[4].id);
}

TEST(CountTargetTest, ChosenDAreThoseOfTheTrials) {
  Experiment experiment = Sound(WithTarget({{"gram_rel_frobenius", {0.1, 0.05}}}));
  const Cell& cell = experiment.trials[2].cell;
  experiment.chosen[CountKey(cell.dataset, cell.kernel, "rm", *cell.map)] = {
      {40, {0.1, 0, "theory"}}, {160, {0.05, 0, "drawing"}}};
  const std::vector<Trial> trials = ExpandTrials(experiment);
  ASSERT_THAT(trials, SizeIs(6));
  EXPECT_EQ(trials[2].cell.num_random_features, 40);
  EXPECT_EQ(trials[2].cell.target.from, "theory");
  EXPECT_EQ(trials[4].cell.num_random_features, 160);
  EXPECT_EQ(trials[4].cell.target.error, 0.05);
  EXPECT_EQ(trials[4].cell.target.from, "drawing");
  EXPECT_FALSE(trials[4].cell.LacksCount());
  EXPECT_NE(trials[2].id, trials[4].id);
  EXPECT_THAT(trials[2].Identity(), HasSubstr("\nD=40\ntarget_error=0.1\n"));
  EXPECT_THAT(trials[2].Identity(), HasSubstr("\ngram=rows=0;pairs=i<=j\n"));
  EXPECT_EQ(TrialFromJson(TrialToJson(trials[4])).Identity(), trials[4].Identity());
  EXPECT_EQ(TrialFromJson(TrialToJson(trials[4])).cell.target.from, "drawing");
  // A D that is given has no word of it.
  const Trial given = Sound(SoundConfig()).trials[2];
  EXPECT_EQ(given.Identity().find("target"), std::string::npos);
  EXPECT_FALSE(TrialToJson(given)["cell"].contains("target"));
}

TEST(CountTargetTest, TargetsThatAskForOneDAreOneCell) {
  Experiment experiment = Sound(WithTarget({{"gram_rel_frobenius", {0.1, 0.095}}}));
  const Cell cell = experiment.trials[2].cell;
  experiment.chosen[CountKey(cell.dataset, cell.kernel, "rm", *cell.map)] = {
      {40, {0.095, 0, "theory"}}};
  const std::vector<Trial> trials = ExpandTrials(experiment);
  ASSERT_THAT(trials, SizeIs(4));
  EXPECT_EQ(trials[2].cell.num_random_features, 40);
  EXPECT_EQ(trials[2].cell.target.error, 0.095);
}

TEST(CountTargetTest, TheCurvesLargestDIsThatChosen) {
  Json config = WithTarget({{"gram_rel_frobenius", {0.1, 0.05}}});
  config["share_map"] = true;
  Experiment experiment = Sound(config);
  const Cell cell = experiment.trials[2].cell;
  experiment.chosen[CountKey(cell.dataset, cell.kernel, "rm", *cell.map)] = {
      {40, {0.1, 0, "theory"}}, {160, {0.05, 0, "theory"}}};
  EXPECT_EQ(ExpandTrials(experiment)[2].shared_features, 160);
}

TEST(CountTargetTest, TuningTakesTheChosenD) {
  Json config = WithTarget({{"gram_rel_frobenius", {0.1, 0.05}}});
  config["tuning"] = Json::array({Json{{"method", "rm"}, {"grid", {{"learner.cost", {1, 10}}}}}});
  Experiment experiment = Sound(config);
  const Cell cell = experiment.trials.back().cell;
  experiment.chosen[CountKey(cell.dataset, cell.kernel, "rm", *cell.map)] = {
      {40, {0.1, 0, "theory"}}, {160, {0.05, 0, "theory"}}};
  int tuning = 0;
  for (const Trial& trial : ExpandTrials(experiment)) {
    if (!trial.tuning) continue;
    ++tuning;
    EXPECT_EQ(trial.cell.num_random_features, trial.cell.target.error == 0.1 ? 40 : 160);
  }
  EXPECT_EQ(tuning, 4);
}

TEST(CountTargetTest, FaultsSayWhatWasExpected) {
  for (const Json& target :
       {Json{{"gram_rel_frobenius", 0}}, Json{{"gram_rel_frobenius", -0.1}},
        Json{{"gram_rel_frobenius", "0.1"}}, Json{{"gram_rel_frobenius", Json::array()}},
        Json{{"gram_rel_frobenius", {0.1, 0.1}}}, Json{{"max", 10}},
        Json{{"gram_rel_frobenius", 0.1}, {"max", 0}}, Json{{"gram_mean_abs", 0.1}}})
    EXPECT_THAT(FaultsOf(WithTarget(target)), SizeIs(::testing::Ge(1U))) << target;

  Json taylor = WithTarget({{"gram_rel_frobenius", 0.1}});
  taylor["methods"][1]["map"] = {{"name", "monomials"}};
  EXPECT_THAT(FaultsOf(taylor), Contains(HasSubstr("its map 'monomials' takes no D")));

  Json tuned = WithTarget({{"gram_rel_frobenius", 0.1}});
  tuned["tuning"] = Json::array({Json{{"method", "rm"}, {"grid", {{"kernel.offset", {1, 2}}}}}});
  EXPECT_THAT(FaultsOf(tuned), Contains(HasSubstr("values of the learner alone")));

  Json shared = WithTarget({{"gram_rel_frobenius", 0.1}});
  Json other = shared["methods"][1];
  other["id"] = "other";
  other["D"] = {10, 20};
  shared["methods"].push_back(other);
  shared["tuning"] = Json::array(
      {Json{{"method", "other"}, {"grid", {{"learner.cost", {1, 2}}}}, {"share_with", {"rm"}}}});
  EXPECT_THAT(FaultsOf(shared), ElementsAre(HasSubstr("one of which has D by an error")));
  shared["methods"][2]["D"] = {10};
  EXPECT_THAT(FaultsOf(shared), ElementsAre());
}

TEST(CountTargetTest, ABudgetNeedsADThatIsGiven) {
  Json config = WithTarget({{"gram_rel_frobenius", 0.1}});
  config["methods"][1]["learner"] = {{"name", "pegasos"}, {"lambda", 0.01}};
  Json limited = config["methods"][1];
  limited["id"] = "limited";
  limited["D"] = {10};
  limited["budget"] = {{"fit_time_of", "rm"}};
  config["methods"].push_back(limited);
  EXPECT_THAT(FaultsOf(config), Contains(HasSubstr("has D by an error")));
  config["methods"][1]["D"] = {10};
  config["methods"][2]["D"] = {{"gram_rel_frobenius", 0.1}};
  EXPECT_THAT(FaultsOf(config), Contains(HasSubstr("has D by an error, and a budget")));
}

}  // namespace
}  // namespace mercer
