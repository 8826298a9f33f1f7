#include <gmock/gmock.h>

#include <set>

#include "experiments/config/trial/experiment.h"
#include "tests/experiments/config/config_support.h"

namespace mercer {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using testing::FaultsOf;
using ::testing::HasSubstr;
using testing::IdsOf;
using testing::Json;
using ::testing::SizeIs;
using testing::Sound;
using testing::SoundConfig;

// "exact D0 r0": the grid point of a trial in short.
std::vector<std::string> PointsOf(const std::vector<Trial>& trials) {
  std::vector<std::string> points;
  for (const Trial& trial : trials) {
    points.push_back(trial.cell.method + " D" + std::to_string(trial.cell.num_random_features) +
                     " r" + std::to_string(trial.repetition));
  }
  return points;
}

TEST(ExpandTrialsTest, OrderIsMethodThenFeaturesThenRepetition) {
  EXPECT_THAT(PointsOf(ExpandTrials(Sound(SoundConfig()))),
              ElementsAre("exact D0 r0", "exact D0 r1", "rm D100 r0", "rm D100 r1", "rm D500 r0",
                          "rm D500 r1"));
}

TEST(ExpandTrialsTest, ListsExpandToAProductInTheRegistrysOrder) {
  Json config = SoundConfig();
  config["repetitions"] = 1;
  // offset is written before degree, and degree comes first in the registry: the last is fastest.
  config["kernels"] = {{{"name", "polynomial"}, {"offset", {0.5, 1}}, {"degree", {2, 3}}}};
  config["methods"].erase(1);
  std::vector<std::string> kernels;
  for (const Trial& trial : ExpandTrials(Sound(config))) {
    kernels.push_back(trial.cell.kernel.Canonical());
  }
  EXPECT_THAT(kernels, ElementsAre("polynomial(degree=2,offset=0.5,scale=1)",
                                   "polynomial(degree=2,offset=1,scale=1)",
                                   "polynomial(degree=3,offset=0.5,scale=1)",
                                   "polynomial(degree=3,offset=1,scale=1)"));
}

// Records of before there was a choice stay the trials' own.
TEST(ExpandTrialsTest, FloatsChangeATrialsIdentityAndSayingTheDefaultDoesNot) {
  const auto ids_with = [](const Json& storage) {
    Json config = SoundConfig();
    if (!storage.is_null()) config["methods"][1]["map"]["storage"] = storage;
    return IdsOf(ExpandTrials(Sound(config)));
  };
  const auto plain = ids_with(nullptr);
  EXPECT_EQ(ids_with("float64"), plain);
  const auto floats = ids_with("float32");
  ASSERT_EQ(floats.size(), plain.size());
  EXPECT_EQ(floats[0], plain[0]) << "without a map";
  EXPECT_NE(floats[2], plain[2]);
  EXPECT_EQ(ids_with(Json::array({"float64", "float32"})).size(), 2 + 2 * 4);
}

TEST(ExpandTrialsTest, MapAndLearnerListsMakeVariantsOfAMethod) {
  Json config = SoundConfig();
  config["methods"][1]["map"]["measure"] = {2, 3};
  config["methods"][1]["learner"]["cost"] = {0.1, 1, 10};
  const auto trials = ExpandTrials(Sound(config));
  EXPECT_THAT(trials, SizeIs(2 + 2 * 3 * 2 * 2));
  const auto ids = IdsOf(trials);
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
}

TEST(ExpandTrialsTest, GeneratorListsMakeDataSetsAndAListParameterDoesNotExpand) {
  Json config = SoundConfig();
  config["datasets"] = {
      {{"name", "unit_ball"}, {"n", 50}, {"d", {10, 20}}, {"law", {"uniform", "gaussian"}}}};
  config["methods"] = {{{"id", "rm"}, {"map", "random_maclaurin"}, {"D", 10}}};
  config["metrics"] = {"gram_mean_abs"};
  const Experiment experiment = Sound(config);
  std::vector<std::string> labels;
  for (const DatasetSpec& dataset : experiment.datasets) labels.push_back(dataset.Label());
  EXPECT_THAT(labels,
              ElementsAre("unit_ball(d=10,law=uniform,n=50)", "unit_ball(d=10,law=gaussian,n=50)",
                          "unit_ball(d=20,law=uniform,n=50)", "unit_ball(d=20,law=gaussian,n=50)"));
  Json halves = SoundConfig();
  halves["datasets"][0]["labels"] = {{"name", "random_halves"},
                                     {"halves", {"recommend", "priority"}}};
  EXPECT_THAT(Sound(halves).datasets, SizeIs(1));
}

// A generated set for each repetition, or one for several.
Json PointSets() {
  Json config = SoundConfig();
  config["repetitions"] = 6;
  config["datasets"] = {{{"name", "unit_ball"},
                         {"n", 50},
                         {"d", 10},
                         {"law", "gaussian"},
                         {"pool", 200},
                         {"runs_per_set", 3}}};
  config["methods"] = {{{"id", "rm"}, {"map", "random_maclaurin"}, {"D", {10, 20}}}};
  config["metrics"] = {"gram_mean_abs"};
  return config;
}

TEST(ExpandTrialsTest, RunsOfOnePointSetShareTheSplitSeedAndNoOther) {
  Json alone = PointSets();
  alone["datasets"][0].erase("runs_per_set");
  const auto shared = ExpandTrials(Sound(PointSets())), single = ExpandTrials(Sound(alone));
  ASSERT_THAT(shared, SizeIs(12));
  for (std::size_t i = 0; i < 12; ++i) {
    const int repetition = shared[i].repetition, first = repetition / 3 * 3;
    EXPECT_EQ(shared[i].cell.dataset.PointSet(repetition), repetition / 3);
    EXPECT_EQ(single[i].cell.dataset.PointSet(repetition), std::nullopt);
    EXPECT_EQ(shared[i].seeds.split, single[static_cast<std::size_t>(first)].seeds.split);
    EXPECT_EQ(shared[i].seeds.map, single[i].seeds.map);
    EXPECT_NE(shared[i].id, single[i].id) << "a trial's point set is in its record";
  }
  EXPECT_NE(shared[0].seeds.split, shared[3].seeds.split);
  EXPECT_NE(shared[0].seeds.map, shared[1].seeds.map);
}

TEST(ExpandTrialsTest, ATrialOfAnotherPointSetIsAnotherTrial) {
  Json twos = PointSets();
  twos["datasets"][0]["runs_per_set"] = 2;
  const auto threes = ExpandTrials(Sound(PointSets())), other = ExpandTrials(Sound(twos));
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_EQ(threes[i].id == other[i].id, threes[i].repetition < 2) << threes[i].repetition;
}

TEST(ExpandTrialsTest, RunsPerSetAndPoolAreHeldAgainstTheRest) {
  const auto faults = [](const Json& change) {
    Json config = PointSets();
    config["datasets"][0].update(change);
    return FaultsOf(config);
  };
  EXPECT_THAT(faults({{"pool", 20}}),
              ElementsAre("/datasets/0: generator 'unit_ball': pool is 20; expected at least n = "
                          "50, the points that are taken from it"));
  EXPECT_THAT(faults({{"law", "uniform"}}),
              ElementsAre(HasSubstr("pool is 200 with law uniform; expected law gaussian")));
  EXPECT_THAT(faults({{"runs_per_set", 0}}), ElementsAre(HasSubstr("/datasets/0/runs_per_set")));
  EXPECT_THAT(faults({{"split", {{"folds", 3}}}}),
              ElementsAre(HasSubstr("runs_per_set with a split into folds")));
  Json read = SoundConfig();
  read["datasets"][0]["runs_per_set"] = 3;
  EXPECT_THAT(FaultsOf(read),
              ElementsAre("/datasets/0/runs_per_set: data set 'nursery' is not drawn and is the "
                          "same for every repetition; expected runs_per_set for a generator only"));
}

TEST(ExpandTrialsTest, AMapThatTakesNoNumberOfFeaturesNeedsNoD) {
  Json config = SoundConfig();
  config["methods"][1]["map"] = {{"name", "monomials"}, {"max_degree", 1}};
  config["methods"][1].erase("D");
  const auto trials = ExpandTrials(Sound(config));
  ASSERT_THAT(trials, SizeIs(4));
  EXPECT_EQ(trials[2].cell.num_random_features, 0);
  EXPECT_THAT(trials[2].id, ::testing::MatchesRegex("nursery-polynomial-rm-r0-[0-9a-f]{12}"));
  config["methods"][1]["map"] = "random_maclaurin";
  EXPECT_THAT(FaultsOf(config), ElementsAre(HasSubstr("has a map and no D")));
}

TEST(TrialIdTest, IsReadableAndEndsInTwelveDigitsOfTheHash) {
  const auto trials = ExpandTrials(Sound(SoundConfig()));
  EXPECT_THAT(trials[2].id, ::testing::MatchesRegex("nursery-polynomial-rm-d100-r0-[0-9a-f]{12}"));
}

TEST(TrialIdTest, DoesNotDependOnTheOrderOfKeysOrOnDefaultsWrittenOut) {
  // The same config with each object's keys the other way round.
  const std::string text = R"({"metrics": ["accuracy"], "methods": [
      {"learner": {"cost": 1, "name": "libsvm"}, "id": "exact"},
      {"learner": {"bias": 1, "cost": 1.0, "solver": "l2r_l1loss_svc_dual", "name": "liblinear"},
       "D": [100, 500], "map": {"measure": 2, "h01": false, "name": "random_maclaurin"},
       "id": "rm"}],
      "kernels": [{"scale": 1, "offset": 1, "degree": 10, "name": "polynomial"}],
      "datasets": [{"preprocess": [{"name": "minmax"}, "max_norm"],
        "split": {"max_train": 20000, "train_fraction": 0.6}, "labels": {"name": "random_halves"},
        "encode": "integer", "name": "nursery"}],
      "repetitions": 2, "seed": 7, "experiment": "test/sound"})";
  const ConfigResult result = ParseConfig(text, "c.json", testing::TestCatalogue());
  ASSERT_TRUE(result.experiment) << FormatFaults("c.json", result.faults);
  EXPECT_EQ(IdsOf(ExpandTrials(*result.experiment)), IdsOf(ExpandTrials(Sound(SoundConfig()))));
}

TEST(TrialIdTest, ChangesWithEverythingThatDecidesTheOutcome) {
  const std::vector<std::pair<std::string, Json>> changes = {
      {"/seed", 8},
      {"/kernels/0/offset", 2},
      {"/datasets/0/preprocess", {"max_norm"}},
      {"/datasets/0/labels", {{"name", "class_vs_rest"}, {"class", "priority"}}},
      {"/datasets/0/split/max_train", 19999},
      {"/methods/1/learner/cost", 2},
      {"/methods/1/map/measure", 3},
      {"/metrics/0", "error_rate"}};
  std::set<std::string> ids{ExpandTrials(Sound(SoundConfig()))[2].id};
  for (const auto& [pointer, value] : changes) {
    Json config = SoundConfig();
    config[Json::json_pointer(pointer)] = value;
    EXPECT_TRUE(ids.insert(ExpandTrials(Sound(config))[2].id).second) << pointer;
  }
}

TEST(TrialIdTest, OtherCellsDoNotChangeIt) {
  Json config = SoundConfig();
  config["repetitions"] = 3;
  config["kernels"].push_back({{"name", "exponential"}, {"sigma", 1}});
  config["methods"][1]["D"] = {500, 100, 50};
  const auto more = IdsOf(ExpandTrials(Sound(config)));
  for (const std::string& id : IdsOf(ExpandTrials(Sound(SoundConfig())))) {
    EXPECT_THAT(more, ::testing::Contains(id));
  }
}

TEST(TrialSeedsTest, FollowTheContract) {
  Json config = SoundConfig();
  config["kernels"].push_back({{"name", "exponential"}, {"sigma", 1}});
  const auto trials = ExpandTrials(Sound(config));
  std::set<std::uint64_t> labels, splits, maps, learners;
  std::map<int, std::set<std::uint64_t>> split_of;
  std::map<std::string, std::set<std::uint64_t>> map_of;
  for (const Trial& trial : trials) {
    labels.insert(trial.seeds.label);
    split_of[trial.repetition].insert(trial.seeds.split);
    splits.insert(trial.seeds.split);
    map_of[trial.cell.kernel.name + trial.cell.method + std::to_string(trial.repetition)].insert(
        trial.seeds.map);
    maps.insert(trial.seeds.map);
    learners.insert(trial.seeds.learner);
  }
  EXPECT_THAT(labels, SizeIs(1));  // fixed over repetitions
  EXPECT_THAT(splits, SizeIs(2));  // one for each repetition …
  EXPECT_THAT(learners, SizeIs(2));
  for (const auto& [repetition, seeds] : split_of) EXPECT_THAT(seeds, SizeIs(1)) << repetition;
  for (const auto& [cell, seeds] : map_of) EXPECT_THAT(seeds, SizeIs(1)) << cell;  // same for all D
  EXPECT_THAT(maps, SizeIs(2 * 2 * 2));  // kernel × method × repetition draw their own
  labels.insert(splits.begin(), splits.end());
  labels.insert(learners.begin(), learners.end());
  EXPECT_THAT(labels, SizeIs(1 + 2 + 2));  // no purpose shares a seed with another
}

TEST(SettingsTest, SetPutsValuesAtDottedPaths) {
  const Experiment experiment =
      Sound(SoundConfig(), {{"repetitions", "4"},
                            {"methods.1.D", "[7]"},
                            {"methods.1.learner.solver", "l2r_l2loss_svc"},
                            {"gram.rows", "10"}});
  EXPECT_EQ(experiment.repetitions, 4);
  EXPECT_THAT(experiment.methods[0][1].num_random_features, ElementsAre(7));
  EXPECT_EQ(experiment.methods[0][1].learner->params.Find("solver")->AsText(), "l2r_l2loss_svc");
  EXPECT_EQ(experiment.gram.rows, 10);
  EXPECT_NE(experiment.config_text.find("\"repetitions\": 4"), std::string::npos);
}

TEST(SettingsTest, AWrongPathIsAFault) {
  EXPECT_THAT(FaultsOf(SoundConfig(), {{"methods.5.D", "7"}}),
              ElementsAre("--set methods.5.D: '5' is no index of a list of 2; expected a whole "
                          "number below that, counting from 0"));
  EXPECT_THAT(FaultsOf(SoundConfig(), {{"repetitons", "7"}}),
              ElementsAre(::testing::StartsWith(
                  "/repetitons: unknown key 'repetitons'; did you mean 'repetitions'?")));
  EXPECT_THAT(FaultsOf(SoundConfig(), {{"seed.x", "7"}}),
              ElementsAre(::testing::StartsWith("--set seed.x: 'x' is looked for in 7")));
}

}  // namespace
}  // namespace mercer
