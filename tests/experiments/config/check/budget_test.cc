#include <gmock/gmock.h>

#include "experiments/config/check/method_checks.h"
#include "experiments/config/only.h"
#include "tests/experiments/config/config_support.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using testing::FaultsOf;
using ::testing::HasSubstr;
using testing::IdsOf;
using testing::Json;
using ::testing::Not;
using ::testing::SizeIs;
using testing::Sound;
using testing::SoundConfig;

/// The sound config with a factorization machine that may train as long as the exact machine.
Json Limited() {
  Json config = SoundConfig();
  config["methods"].push_back({{"id", "fm"},
                               {"learner", {{"name", "factorization_machine"}, {"order", 2}}},
                               {"budget", {{"fit_time_of", "exact"}}}});
  return config;
}

TEST(BudgetTest, ATrialNamesTheOneOfItsRepetition) {
  const auto trials = ExpandTrials(Sound(Limited()));
  ASSERT_THAT(trials, SizeIs(8));
  for (int repetition = 0; repetition < 2; ++repetition) {
    EXPECT_EQ(trials[repetition].timed_by, "");
    EXPECT_EQ(trials[6 + repetition].timed_by, trials[repetition].id);
    EXPECT_EQ(trials[6 + repetition].max_seconds, 0) << "not known before the other has run";
  }
}

TEST(BudgetTest, ALimitedTrialIsAnotherTrialAndTheRestStayTheSame) {
  Json without = Limited();
  without["methods"][2].erase("budget");
  const auto a = IdsOf(ExpandTrials(Sound(Limited()))), b = IdsOf(ExpandTrials(Sound(without)));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(a[i], b[i]);
  for (int i = 6; i < 8; ++i) EXPECT_NE(a[i], b[i]);
}

TEST(BudgetTest, OfAMethodWithFeaturesTheOnlyD) {
  Json config = Limited();
  config["methods"][1]["D"] = 500;
  config["methods"][2]["budget"]["fit_time_of"] = "rm";
  const auto trials = ExpandTrials(Sound(config));
  EXPECT_EQ(trials[4].timed_by, trials[2].id);
  EXPECT_EQ(trials[5].timed_by, trials[3].id);
}

TEST(BudgetTest, OfATunedMethodWithTheTuning) {
  Json config = Limited();
  config["repetitions"] = 1;
  config["tuning"] = Json::parse(
      R"([{"method": "exact", "grid": {"learner.cost": [1, 10]}},
          {"method": "fm", "grid": {"learner.beta": [0.1, 1]}}])");
  const auto trials = ExpandTrials(Sound(config));
  ASSERT_THAT(trials, SizeIs(6));
  EXPECT_TRUE(trials[0].tuning);
  EXPECT_EQ(trials[1].cell.method, "exact");
  EXPECT_TRUE(trials[4].tuning);
  EXPECT_EQ(trials[4].timed_by, trials[1].id) << "each point of the grid has the budget too";
  EXPECT_EQ(trials[5].timed_by, trials[1].id);
  EXPECT_EQ(trials[5].tuned_by, trials[4].id);
  EXPECT_EQ(IdsOf(FilterTrials(trials, {{"method", "fm"}})),
            IdsOf({trials[0], trials[1], trials[4], trials[5]}))
      << "what it needs comes with it";
}

TEST(BudgetTest, FaultsAreOneSentenceEach) {
  Json config = Limited();
  const auto faults_for = [&config](const char* method) {
    config["methods"][2]["budget"]["fit_time_of"] = method;
    return FaultsOf(config);
  };
  EXPECT_THAT(faults_for("exakt"),
              ElementsAre(HasSubstr("/methods/2/budget/fit_time_of: unknown method 'exakt'")));
  EXPECT_THAT(faults_for("fm"), ElementsAre(HasSubstr("stands later; expected a method above it")));
  EXPECT_THAT(faults_for("rm"), ElementsAre(HasSubstr("which has several D and not 0")));
  config["methods"].push_back({{"id", "late"}, {"learner", {{"name", "libsvm"}}}});
  EXPECT_THAT(faults_for("late"),
              ElementsAre("/methods/2/budget/fit_time_of: method 'fm' may train as long as 'late', "
                          "which stands later; expected a method above it"));
  config["methods"][0]["learner"]["cost"] = {1, 10};
  EXPECT_THAT(faults_for("exact"),
              ElementsAre(HasSubstr("2 variants in all; expected one variant")));
}

// A kernel machine draws and maps nothing: its record would have no training time at all.
TEST(BudgetTest, TheOtherMethodHasAPhaseOfTheTrainingTime) {
  Json config = Limited();
  config["protocol"]["train_time"] = {"draw", "transform_train"};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/methods/2/budget/fit_time_of: method 'fm' may train as long as "
                          "'exact', which has no map, and so no phase of protocol.train_time "
                          "(draw, transform_train); expected fit among them, or a method with a "
                          "map"));
  config["methods"][1]["D"] = 500;
  config["methods"][2]["budget"]["fit_time_of"] = "rm";
  Sound(config);
  config["methods"][2]["budget"]["fit_time_of"] = "exact";
  config["protocol"]["train_time"] = {"transform_train", "fit"};
  Sound(config);
}

TEST(BudgetTest, OnlyLearnersThatStopInTimeHaveOne) {
  Json config = SoundConfig();
  config["methods"][1]["budget"] = {{"fit_time_of", "exact"}};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/methods/1/budget: method 'rm' has a budget, and its learner "
                          "'liblinear' cannot stop in time; expected factorization_machine, "
                          "all_subsets_model, polynomial_network, or no budget"));
}

TEST(BudgetTest, TheOtherMethodRunsWhereverTheLimitedOneDoes) {
  Json config = Limited();
  config["kernels"].push_back({{"name", "gaussian"}, {"sigma", 1}});
  config["methods"][0]["kernels"] = {"polynomial"};
  config["methods"][1]["kernels"] = {"polynomial"};
  EXPECT_THAT(FaultsOf(config), ElementsAre(HasSubstr("does not run with kernel 'gaussian'")));
  config["methods"][2]["kernels"] = {"polynomial"};
  EXPECT_THAT(ExpandTrials(Sound(config)), SizeIs(8));
}

TEST(BudgetTest, AFaultyMethodIsSaidOnce) {
  Json config = Limited();
  config["methods"][0]["learner"]["cost"] = -1;
  EXPECT_THAT(FaultsOf(config), ElementsAre(Not(HasSubstr("budget"))));
}

}  // namespace
}  // namespace mercer
