#include "experiments/config/trial/trial_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_message.h"

namespace mercer {
namespace {

Trial Everything() {
  Trial trial;
  trial.id = "a-1";
  trial.experiment = "test/all";
  DatasetSpec& data = trial.cell.dataset;
  data.name = "mine";
  data.params = {{"d", 3}, {"scale", 0.1}};
  data.parts = {"train", "test"};
  data.encode = "one_hot";
  data.paths = {{"all", "rows", "a b.csv"}};
  data.format = {"csv", {{"header", true}, {"label", "y"}}};
  data.labels = {"class_vs_rest", {{"class", "x"}}};
  data.rows = {{"subsample", {{"count", 10}}}};
  data.preprocess = {{"minmax", {}}, {"pca", {{"k", 2}}}};
  data.kernels = {"gaussian"};
  data.split = SplitSpec{false, 0.6, 20000, 5, nullptr};
  data.split->given =
      std::make_shared<const GivenRows>(GivenRows{"train.txt", "test.txt", {0, 5, 3}, {1}, "ab12"});
  trial.cell.kernel = {"composed",
                       {{"outer", Params{{"name", "exponential"}, {"sigma", 1.0 / 3}}},
                        {"weights", ParamValue::List{1, 0.25, "mean_distance"}}}};
  trial.cell.method = "rm";
  trial.cell.map = NamedParams{"random_maclaurin", {{"measure", 2.0}, {"h01", false}}};
  trial.cell.num_random_features = 500;
  trial.cell.learner = NamedParams{"liblinear", {{"cost", 1e-4}}};
  trial.cell.metrics = {"accuracy", "gram_error"};
  trial.cell.gram = {1000, "i<j", 77};
  trial.cell.box = {0.5};
  trial.repetition = 4;
  trial.seeds = {~std::uint64_t{0}, std::uint64_t{1} << 63, 3, 4};
  trial.tuning = TuningSpec{"rm", {{"learner.cost", {0.1, 1, "x"}}}, 0.3, 5, 100, true, {"h01"}};
  trial.tuned_by = "t-1";
  trial.timed_by = "s-1";
  trial.max_seconds = 1.1;
  trial.timing_repeat = 3;
  trial.shared_features = 700;
  return trial;
}

TEST(TrialText, EveryFieldComesBack) {
  const Trial trial = Everything();
  const Trial back = TrialFromJson(Json::parse(TrialToJson(trial).dump()));
  EXPECT_EQ(TrialToJson(back), TrialToJson(trial));
  EXPECT_EQ(back.id, trial.id);
  EXPECT_EQ(back.experiment, trial.experiment);
  const DatasetSpec &data = back.cell.dataset, &expected = trial.cell.dataset;
  EXPECT_EQ(data.Label(), expected.Label());
  EXPECT_EQ(data.parts, expected.parts);
  EXPECT_EQ(data.encode, "one_hot");
  ASSERT_EQ(data.paths.size(), 1U);
  EXPECT_EQ(data.paths[0].part + data.paths[0].role + data.paths[0].path, "allrowsa b.csv");
  EXPECT_EQ(data.format.Canonical(), expected.format.Canonical());
  EXPECT_EQ(data.labels.Canonical(), expected.labels.Canonical());
  ASSERT_EQ(data.rows.size(), 1U);
  EXPECT_EQ(data.rows[0].Canonical(), expected.rows[0].Canonical());
  ASSERT_EQ(data.preprocess.size(), 2U);
  EXPECT_EQ(data.preprocess[1].Canonical(), expected.preprocess[1].Canonical());
  EXPECT_EQ(data.kernels, expected.kernels);
  ASSERT_TRUE(data.split);
  EXPECT_EQ(data.split->Canonical(), expected.split->Canonical());
  EXPECT_EQ(data.split->folds, 5);
  EXPECT_EQ(data.split->max_train, 20000);
  EXPECT_EQ(data.split->train_fraction, 0.6);
  ASSERT_TRUE(data.split->given);
  EXPECT_EQ(data.split->given->train, (std::vector<Index>{0, 5, 3}));
  EXPECT_EQ(data.split->given->test, (std::vector<Index>{1}));
  EXPECT_EQ(data.split->given->sha256, "ab12");
  EXPECT_EQ(back.cell.kernel.Canonical(), trial.cell.kernel.Canonical());
  EXPECT_EQ(back.cell.map->Canonical(), trial.cell.map->Canonical());
  EXPECT_EQ(back.cell.num_random_features, 500);
  EXPECT_EQ(back.cell.learner->Canonical(), trial.cell.learner->Canonical());
  EXPECT_EQ(back.cell.metrics, trial.cell.metrics);
  EXPECT_EQ(back.cell.gram.rows, 1000);
  EXPECT_EQ(back.cell.gram.pairs, "i<j");
  EXPECT_EQ(back.cell.gram.sampled, 77);
  EXPECT_EQ(back.cell.box.scale, 0.5);
  EXPECT_EQ(back.repetition, 4);
  EXPECT_EQ(back.seeds.label, trial.seeds.label);
  EXPECT_EQ(back.seeds.split, trial.seeds.split);
  EXPECT_EQ(back.seeds.map, 3U);
  EXPECT_EQ(back.seeds.learner, 4U);
  ASSERT_TRUE(back.tuning);
  EXPECT_EQ(back.tuning->method, "rm");
  ASSERT_EQ(back.tuning->grid.size(), 1U);
  EXPECT_EQ(ParamValue(back.tuning->grid[0].second).Canonical(),
            ParamValue(trial.tuning->grid[0].second).Canonical());
  EXPECT_EQ(back.tuning->folds, 5);
  EXPECT_TRUE(back.tuning->on_test);
  EXPECT_EQ(back.tuning->validation_fraction, 0.3);
  EXPECT_EQ(back.tuning->max_rows, 100);
  EXPECT_EQ(back.tuned_by, "t-1");
  EXPECT_EQ(back.timed_by, "s-1");
  EXPECT_EQ(back.max_seconds, 1.1);
  EXPECT_EQ(back.timing_repeat, 3);
  EXPECT_EQ(back.shared_features, 700);
}

TEST(TrialText, WhatIsAbsentStaysAbsent) {
  const Trial back = TrialFromJson(TrialToJson(Trial()));
  EXPECT_FALSE(back.cell.map);
  EXPECT_FALSE(back.cell.learner);
  EXPECT_FALSE(back.cell.dataset.split);
  EXPECT_FALSE(back.tuning);
}

// A real number keeps its kind: a range check tells 2.0 from 2.
TEST(TrialText, NumbersKeepTheirBits) {
  for (const double value : {0.1, 1.0 / 3, 2.0, 1e300, -5e-324}) {
    const Json json = Json::parse(FromParamValue(value).dump());
    EXPECT_EQ(json.get<double>(), value);
    EXPECT_TRUE(ToParamValue(json)->is_number());
  }
}

TEST(TrialText, AnotherJsonIsRefused) {
  EXPECT_EQ(testing::Message([] { TrialFromJson(Json::parse(R"({"id": 3})")); }),
            "id is 3; expected a value of another kind");
  EXPECT_EQ(testing::Message([] { TrialFromJson(Json::array()); }), "the key 'id' is missing");
}

// Numbers were rounded, cut to 32 bits and taken from true and false without a word.
TEST(TrialText, ANumberThatItsFieldCannotHoldIsRefused) {
  const auto refused = [](const std::string& pointer, const Json& value) {
    Json json = TrialToJson(Everything());
    json[Json::json_pointer(pointer)] = value;
    return testing::Message([&] { TrialFromJson(json); });
  };
  EXPECT_EQ(refused("/repetition", 4294967297),
            "repetition is 4294967297; expected a whole number from -2147483648 to 2147483647");
  EXPECT_EQ(refused("/repetition", true),
            "repetition is true; expected a whole number from -2147483648 to 2147483647");
  for (const char* pointer :
       {"/cell/num_random_features", "/cell/gram/rows", "/cell/dataset/split/given/train/0"})
    EXPECT_THAT(refused(pointer, 1e300), ::testing::HasSubstr("1e+300; expected a whole number"));
  EXPECT_EQ(refused("/seeds/map", -1),
            "map is -1; expected a whole number from 0 to 18446744073709551615");
  EXPECT_EQ(refused("/cell/dataset/split/given/test", 1.5), "test is 1.5; expected a list");
}

}  // namespace
}  // namespace mercer
