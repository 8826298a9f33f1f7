// Row steps, splits and preprocessing steps of a config: what is read, refused and named.
#include <gmock/gmock.h>

#include <fstream>
#include <set>

#include "experiments/config/check/step_checks.h"
#include "experiments/config/trial/identity.h"
#include "tests/experiments/config/config_support.h"
#include "tests/support/files.h"

namespace mercer::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Json With(const char* key, const Json& value) {
  Json config = SoundConfig();
  config["datasets"][0][key] = value;
  return config;
}

DatasetSpec Read(const char* key, const Json& value) {
  return Sound(With(key, value)).datasets.at(0);
}

TEST(StepText, LeavesDefaultsOut) {
  const auto label = [](const Json& steps) { return PreprocessLabel(Read("preprocess", steps)); };
  EXPECT_EQ(label({"minmax", "max_norm"}), "minmax+max_norm");
  EXPECT_EQ(label(Json::array({{{"name", "minmax"}, {"low", 0}, {"high", 1.0}}})), "minmax");
  EXPECT_EQ(label({{{"name", "minmax"}, {"low", -1}}, {{"name", "pca"}, {"k", 3}}}),
            "minmax(low=-1)+pca(k=3)");
  Json config = With("rows", {{{"name", "subsample"}, {"count", 500}}, "balance"});
  config["datasets"][0]["preprocess"] = Json::array({"standardise"});
  EXPECT_EQ(PreprocessLabel(Sound(config).datasets[0]), "subsample(count=500)+balance+standardise");
}

TEST(Labels, AListOfRulesMakesADataSetOfEach) {
  const Json halves = Json::parse(R"([{"name": "random_halves", "halves": ["recommend"]},
      {"name": "class_vs_rest", "class": "priority"}, "random_halves"])");
  const Experiment experiment = Sound(With("labels", halves));
  ASSERT_THAT(experiment.datasets, SizeIs(3));
  ASSERT_THAT(experiment.methods, SizeIs(3));
  EXPECT_EQ(LabelsLabel(experiment.datasets[0]), "random_halves(halves=[recommend])");
  EXPECT_EQ(LabelsLabel(experiment.datasets[1]), "class_vs_rest(class=priority)");
  EXPECT_EQ(LabelsLabel(experiment.datasets[2]), "random_halves");
  // Each is the data set that it is when it is written alone.
  std::set<std::string> ids, alone;
  for (const Trial& trial : ExpandTrials(experiment)) ids.insert(trial.id);
  for (const Json& rule : halves)
    for (const Trial& trial : ExpandTrials(Sound(With("labels", rule)))) alone.insert(trial.id);
  EXPECT_EQ(ids, alone);
  EXPECT_THAT(ids, SizeIs(18));
  EXPECT_THAT(FaultsOf(With("labels", Json::array())),
              ElementsAre(HasSubstr("/datasets/0/labels: ")));
  EXPECT_THAT(FaultsOf(With("labels", {"random_halves", "random_halfs"})),
              ElementsAre(HasSubstr("/datasets/0/labels/1: unknown ")));
  EXPECT_THAT(FaultsOf(With("labels", {"random_halves", 3})),
              ElementsAre(HasSubstr("/datasets/0/labels/1: ")));
  EXPECT_THAT(FaultsOf(With("labels", {"random_halves", "random_halves"})),
              ::testing::Contains(HasSubstr("occurs twice in the grid")));
}

TEST(Labels, VariantsOfADataSetHaveTheirTexts) {
  const DatasetSpec spec = Read("labels", "random_halves");
  EXPECT_THAT(VariantOf(spec), ElementsAre("integer", "random_halves",
                                           "0.6 of the rows, at most 20000", "minmax+max_norm"));
}

// The ids of the shipped results: a parameter that a step gains does not make them others.
TEST(StepText, IsInTheIdentityWithTheVersion) {
  const std::string identity = ExpandTrials(Sound(SoundConfig())).at(0).Identity();
  EXPECT_THAT(identity, HasSubstr(";split=0.6 of the rows, at most 20000;preprocess=minmax@1,"
                                  "max_norm@1\n"));
  const std::string rows =
      ExpandTrials(Sound(With("rows", Json::array({{{"name", "balance"}, {"seed", 3}}}))))
          .at(0)
          .Identity();
  EXPECT_THAT(rows, HasSubstr(";rows=balance(seed=3)@1;preprocess="));
}

TEST(Steps, EveryFaultIsSaidAtItsPlace) {
  Json config = With("preprocess", {{{"name", "crop"}, {"image", {3, 3}}},
                                    {{"name", "minmax"}, {"low", 2}},
                                    {{"name", "pca"}, {"k", 900}}});
  config["datasets"][0]["rows"] = Json::array({"subsample"});
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/datasets/0/rows/0: row step 'subsample' has neither count nor "
                          "fraction; expected one of them",
                          "/datasets/0/preprocess/0: preprocessing step 'crop': images of 3 x 3 "
                          "pixels and 1 channels have 9 values, and the rows have 8 columns; "
                          "expected as many",
                          "/datasets/0/preprocess/1: preprocessing step 'minmax': low is 2 and "
                          "high 1; expected low < high"));
  // The columns that the steps before leave: 8, then 4 of them.
  EXPECT_THAT(
      FaultsOf(With("preprocess", {{{"name", "pca"}, {"k", 4}}, {{"name", "pca"}, {"k", 5}}})),
      ElementsAre("/datasets/0/preprocess/1: preprocessing step 'pca': k is 5, and the "
                  "rows have 4 columns; expected at most as many"));
  EXPECT_THAT(FaultsOf(With("preprocess", {"one_hot", {{"name", "pca"}, {"k", 20}}})), IsEmpty());
  EXPECT_THAT(FaultsOf(With("rows", Json::array({"subsmaple"}))),
              ElementsAre("/datasets/0/rows/0: unknown row step 'subsmaple'; did you mean "
                          "'subsample'? known: subsample, balance"));
  EXPECT_THAT(FaultsOf(With("rows", "balance")), SizeIs(1));
}

// nursery has 12,960 rows.
TEST(Steps, RowsThatAreKnownAreCountedBeforehand) {
  const auto faults = [](const Json& rows, const Json& split, Index k) {
    Json config = With("rows", rows);
    config["datasets"][0]["split"] = split;
    config["datasets"][0]["encode"] = "one_hot";
    config["datasets"][0]["preprocess"] = Json::array({Json{{"name", "pca"}, {"k", k}}});
    return FaultsOf(config);
  };
  const auto few = [](Index n) {
    return ElementsAre("/datasets/0/preprocess/0: preprocessing step 'pca': k is " +
                       std::to_string(n) + ", and the training part has " + std::to_string(n) +
                       " rows; expected more rows than k");
  };
  const Json half{{"train_fraction", 0.5}};
  EXPECT_THAT(faults(Json::array({Json{{"name", "subsample"}, {"count", 12960}}}), half, 20),
              IsEmpty());
  EXPECT_THAT(faults(Json::array({Json{{"name", "subsample"}, {"count", 12961}}}), half, 20),
              ElementsAre("/datasets/0/rows/0: row step 'subsample' asks for 12961 of 12960 rows; "
                          "expected at least one and at most all"));
  // 129 rows, of which 64 train.
  const Json hundredth = Json{{"name", "subsample"}, {"fraction", 0.01}};
  const Json of_train{{"name", "subsample"}, {"count", 65}, {"of", "train"}};
  EXPECT_THAT(faults(Json::array({of_train, hundredth}), half, 20),
              ElementsAre("/datasets/0/rows/0: row step 'subsample' asks for 65 of 64 rows; "
                          "expected at least one and at most all"));
  // 25 rows: 12 train, 5 of these by the cap, 16 in fold 0 of 3 with its 9 test rows.
  const Json few_rows = Json::array({Json{{"name", "subsample"}, {"count", 25}}});
  EXPECT_THAT(faults(few_rows, half, 12), few(12));
  EXPECT_THAT(faults(few_rows, half, 11), IsEmpty());
  EXPECT_THAT(faults(few_rows, {{"train_fraction", 0.5}, {"max_train", 5}}, 5), few(5));
  EXPECT_THAT(faults(few_rows, {{"folds", 3}}, 16), few(16));
  EXPECT_THAT(faults(few_rows, {{"folds", 3}}, 15), IsEmpty());
  // What the split leaves nothing of, and what only the labels tell.
  EXPECT_THAT(
      faults(few_rows, {{"folds", 26}}, 3),
      ElementsAre("/datasets/0/split: a split of 25 rows into 26 folds; expected at least 2 "
                  "folds and at most as many as rows"));
  EXPECT_THAT(faults(few_rows, {{"train_fraction", 0.01}}, 3),
              ElementsAre("/datasets/0/split: a split of 25 rows by train_fraction 0.01 leaves a "
                          "part empty; expected at least one row in each"));
  EXPECT_THAT(
      faults(Json::array({"balance", Json{{"name", "subsample"}, {"count", 99999}}}), half, 20),
      IsEmpty());
}

// usps: 7,291 rows train, 2,007 test.
TEST(Steps, TheOfficialPartsAreCounted) {
  Json config =
      With("rows", Json::array({Json{{"name", "subsample"}, {"count", 7292}, {"of", "train"}}}));
  config["datasets"][0]["name"] = "usps";
  config["datasets"][0].erase("encode");
  config["datasets"][0]["split"] = "official";
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/datasets/0/rows/0: row step 'subsample' asks for 7292 of 7291 rows; "
                          "expected at least one and at most all"));
  config["datasets"][0]["rows"][0]["count"] = 7291;
  EXPECT_THAT(FaultsOf(config), IsEmpty());
}

TEST(Steps, TellTheColumnsBeforehand) {
  const auto dim = [](const Json& steps) {
    return PreparedDim(Read("preprocess", steps), TestCatalogue());
  };
  EXPECT_EQ(dim(Json::array()), 8);
  EXPECT_EQ(dim({"standardise", {{"name", "pca"}, {"k", 3}}, "append_constant"}), 4);
  EXPECT_EQ(dim(Json::array({"one_hot"})), std::nullopt);
  EXPECT_EQ(dim({"one_hot", {{"name", "pca"}, {"k", 12}}, "angle"}), 24);
}

// nursery has 8 columns, of which angle makes 16: the skeleton reads three.
TEST(Steps, MapsAreCheckedWithThePreparedColumns) {
  Json config = With("preprocess", Json::array({"angle"}));
  config["kernels"] = Json::parse(R"([{"name": "skeleton", "nodes": [
      {"name": "pixels", "type": "input", "space": "sphere", "columns": [0, 1, 2]},
      {"name": "out", "type": "fully_connected", "of": "pixels", "activation": "relu"}]}])");
  config["methods"] = Json::parse(R"([{"id": "m", "map": "skeleton_features", "D": 2}])");
  config["metrics"] = {"gram_mean_abs"};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre(HasSubstr("reads rows of 3 columns and was given rows of 16")));
  config["datasets"][0]["preprocess"] = Json::array({{{"name", "pca"}, {"k", 3}}});
  EXPECT_THAT(FaultsOf(config), IsEmpty());
}

TEST(Split, FoldsShareTheSeedOfTheirPermutation) {
  Json config = With("split", {{"folds", 3}});
  config["repetitions"] = 7;
  config["methods"].erase(1);
  std::vector<std::uint64_t> seeds;
  std::set<std::string> ids;
  for (const Trial& trial : ExpandTrials(Sound(config))) {
    seeds.push_back(trial.seeds.split);
    ids.insert(trial.id);
  }
  ASSERT_THAT(seeds, SizeIs(7));
  EXPECT_THAT(ids, SizeIs(7));
  EXPECT_EQ(std::set<std::uint64_t>(seeds.begin(), seeds.begin() + 3).size(), 1U);
  EXPECT_EQ(std::set<std::uint64_t>(seeds.begin() + 3, seeds.begin() + 6).size(), 1U);
  EXPECT_EQ(std::set<std::uint64_t>(seeds.begin(), seeds.end()).size(), 3U);
}

TEST(Split, RefusesKeysThatDoNotStandTogether) {
  EXPECT_THAT(FaultsOf(With("split", {{"folds", 3}, {"train_fraction", 0.5}})),
              ElementsAre("/datasets/0/split: split has train_fraction and folds; expected one of "
                          "train_fraction, folds and train_rows"));
  EXPECT_THAT(FaultsOf(With("split", Json::object())),
              ElementsAre("/datasets/0/split: split has none of train_fraction, folds and "
                          "train_rows; expected one of train_fraction, folds and train_rows"));
  EXPECT_THAT(FaultsOf(With("split", {{"folds", 3}, {"max_train", 5}, {"test_rows", "x"}})),
              ElementsAre("/datasets/0/split/max_train: max_train goes with train_fraction only, "
                          "and split has folds",
                          "/datasets/0/split/test_rows: test_rows goes with train_rows only, and "
                          "split has folds"));
  EXPECT_THAT(FaultsOf(With("split", {{"folds", 1}})),
              ElementsAre(HasSubstr("expected a whole number >= 2")));
}

class RowFiles : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  ConfigResult Parse(const Json& config) {
    return ParseConfig(config.dump(), (folder_ / "config.json").string(), TestCatalogue());
  }

  // With the folder's name left out.
  std::vector<std::string> Faults(const Json& config) {
    std::vector<std::string> faults;
    for (const JsonFault& fault : Parse(config).faults) {
      std::string text = fault.where + ": " + fault.message;
      const std::string folder = (folder_ / "").string();
      for (std::size_t at; (at = text.find(folder)) != std::string::npos;)
        text.erase(at, folder.size());
      faults.push_back(text);
    }
    return faults;
  }

  TemporaryFolder folder_;
  const Json config_ = With("split", {{"train_rows", "a.idx"}, {"test_rows", "b.idx"}});
};

TEST_F(RowFiles, AreReadBesideTheConfig) {
  Write("a.idx", "5\n12959\n0\n");
  Write("b.idx", "3\n4\n");
  const ConfigResult result = Parse(config_);
  ASSERT_TRUE(result.experiment) << FormatFaults("c", result.faults);
  const SplitSpec split = *result.experiment->datasets[0].split;
  ASSERT_TRUE(split.given);
  EXPECT_THAT(split.given->train, ElementsAre(5, 12959, 0));
  EXPECT_THAT(split.given->test, ElementsAre(3, 4));
  // Other files are another identity, and so is a row that changes sides.
  std::set<std::string> texts{split.Canonical()};
  Write("b.idx", "3\n");
  EXPECT_TRUE(texts.insert(Parse(config_).experiment->datasets[0].split->Canonical()).second);
  Write("a.idx", "3\n");
  Write("b.idx", "5\n12959\n0\n");
  EXPECT_TRUE(texts.insert(Parse(config_).experiment->datasets[0].split->Canonical()).second);
}

TEST_F(RowFiles, SayTheLineOfAFault) {
  Write("a.idx", "5\n12960\n");
  Write("b.idx", "3\n4\n3\n");
  EXPECT_THAT(Faults(config_),
              ElementsAre("/datasets/0/split/test_rows: b.idx, line 3: row 3, as in line 1; "
                          "expected each row once",
                          "/datasets/0/split/train_rows: a.idx, line 2: row 12960; the data set "
                          "has 12960 rows, numbered from 0"));
  Write("a.idx", "5\n4\n");
  Write("b.idx", "3\n4\n");
  EXPECT_THAT(Faults(config_),
              ElementsAre("/datasets/0/split/test_rows: b.idx, line 2: row 4 tests, and a.idx, "
                          "line 2 has it train; expected each row in one of the two"));
  Write("a.idx", "one\n");
  Write("b.idx", "");
  EXPECT_THAT(Faults(config_),
              ElementsAre("/datasets/0/split/train_rows: a.idx, line 1, column 1: 'one'; expected "
                          "a row number, a whole number from 0",
                          "/datasets/0/split/test_rows: b.idx is empty; expected row numbers"));
}

TEST_F(RowFiles, ThatAreAbsentAreFaults) {
  EXPECT_THAT(Faults(config_),
              ElementsAre("/datasets/0/split/train_rows: train_rows is 'a.idx', and 'a.idx' cannot "
                          "be read; expected a file of row numbers",
                          "/datasets/0/split/test_rows: test_rows is 'b.idx', and 'b.idx' cannot "
                          "be read; expected a file of row numbers"));
}

TEST_F(RowFiles, NumberTheRowsAsRead) {
  Write("a.idx", "5\n");
  Write("b.idx", "3\n");
  Json config = config_;
  config["datasets"][0]["rows"] = {"balance", {{"name", "balance"}, {"of", "train"}}};
  EXPECT_THAT(
      Faults(config),
      ElementsAre("/datasets/0/rows/0: row step 'balance' leaves rows out before the split, "
                  "whose files number the rows of the data set as read; expected of "
                  "\"train\""));
}

}  // namespace
}  // namespace mercer::testing
