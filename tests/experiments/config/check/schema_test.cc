#include <gmock/gmock.h>

#include "tests/experiments/config/config_support.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::FaultsOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Json;
using testing::SoundConfig;
using ::testing::StartsWith;

// The faults of the sound config with one value replaced.
std::vector<std::string> With(const std::string& pointer, const Json& value) {
  Json config = SoundConfig();
  config[Json::json_pointer(pointer)] = value;
  return FaultsOf(config);
}

TEST(SchemaTest, TheSoundConfigIsSound) { EXPECT_THAT(FaultsOf(SoundConfig()), IsEmpty()); }

TEST(SchemaTest, UnknownKeyGetsADidYouMean) {
  EXPECT_THAT(With("/repetition", 3),
              ElementsAre(StartsWith(
                  "/repetition: unknown key 'repetition'; did you mean 'repetitions'? known: ")));
  EXPECT_THAT(With("/methods/1/lerner", 3),
              ElementsAre(StartsWith(
                  "/methods/1/lerner: unknown key 'lerner'; did you mean 'learner'? known: ")));
  EXPECT_THAT(
      With("/datasets/0/split/max_trian", 3),
      ElementsAre(StartsWith(
          "/datasets/0/split/max_trian: unknown key 'max_trian'; did you mean 'max_train'?")));
  EXPECT_THAT(With("/datasets/0/preproces", Json::array()),
              ElementsAre(StartsWith(
                  "/datasets/0/preproces: unknown key 'preproces'; did you mean 'preprocess'?")));
}

TEST(SchemaTest, AFigureStandsAgainstAListedAxisOrAParameterThatAMethodSets) {
  const auto against = [](const char* axis) {
    Json config = SoundConfig();
    config["methods"][1]["learner"]["cost"] = 1;
    config["figures"] = Json::array({{{"name", "one"}, {"x", axis}}});
    return FaultsOf(config);
  };
  EXPECT_THAT(against("ops_per_row"), IsEmpty());
  EXPECT_THAT(against("learner.cost"), IsEmpty());
  EXPECT_THAT(
      against("ops_per_rows"),
      ElementsAre(AllOf(StartsWith("/figures/0/x: x is \"ops_per_rows\"; expected one of D, "),
                        HasSubstr("map.PARAMETER"), HasSubstr("did you mean 'ops_per_row'?"))));
  EXPECT_THAT(against("map."),
              ElementsAre(StartsWith("/figures/0/x: x is \"map.\"; expected one of D, ")));
  EXPECT_THAT(against("learner.cots"),
              ElementsAre(AllOf(StartsWith("/figures/0/x: x is \"learner.cots\"; expected a "
                                           "parameter that a method sets: "),
                                HasSubstr("did you mean 'learner.cost'?"))));
}

TEST(SchemaTest, NumbersOfFeaturesAreWholeAndPositive) {
  EXPECT_THAT(
      With("/methods/1/D", 0),
      ElementsAre("/methods/1/D: D is 0; expected a whole number "
                  ">= 1 and <= 100000000, a list of them, or an object with gram_rel_frobenius"));
  EXPECT_THAT(With("/methods/1/D", -5),
              ElementsAre(StartsWith("/methods/1/D: D is -5; expected a whole number >= 1")));
  EXPECT_THAT(With("/methods/1/D", 2.5),
              ElementsAre(StartsWith("/methods/1/D: D is 2.5; expected a whole number >= 1")));
  EXPECT_THAT(
      With("/methods/1/D", Json({100, 0})),
      ElementsAre(
          "/methods/1/D/1: item 2 of D is 0; expected a whole number >= 1 and <= 100000000"));
  EXPECT_THAT(
      With("/methods/1/D", Json({100, 100})),
      ElementsAre(StartsWith("/methods/1/D/1: item 2 of D is 100, which the list already has")));
  EXPECT_THAT(With("/methods/1/D", Json::array()),
              ElementsAre(StartsWith("/methods/1/D: D is []; expected")));
  EXPECT_THAT(With("/methods/1/D", "many"),
              ElementsAre(StartsWith("/methods/1/D: D is \"many\"; expected")));
}

TEST(SchemaTest, FractionsLieStrictlyBetweenZeroAndOne) {
  for (const Json& fraction : {Json(0), Json(1), Json(-0.5), Json(1.5)}) {
    EXPECT_THAT(With("/datasets/0/split/train_fraction", fraction),
                ElementsAre("/datasets/0/split/train_fraction: train_fraction is " +
                            fraction.dump() + "; expected a number > 0 and < 1"));
  }
}

TEST(SchemaTest, TypesAndListedValues) {
  EXPECT_THAT(
      With("/repetitions", 0),
      ElementsAre("/repetitions: repetitions is 0; expected a whole number >= 1 and <= 1000000"));
  EXPECT_THAT(With("/seed", "x"),
              ElementsAre(StartsWith("/seed: seed is \"x\"; expected a whole number >= 0")));
  EXPECT_THAT(
      With("/gram", Json{{"pairs", "i<=jj"}}),
      ElementsAre(
          "/gram/pairs: pairs is \"i<=jj\"; expected one of all, i<=j, i<j; did you mean 'i<=j'?"));
  EXPECT_THAT(With("/timing", Json{{"repeat", 0}}),
              ElementsAre("/timing/repeat: repeat is 0; expected a whole number >= 1 and <= 1000"));
  EXPECT_THAT(With("/datasets/0/split", "oficial"),
              ElementsAre("/datasets/0/split: split is \"oficial\"; expected \"official\", or an "
                          "object with train_fraction, folds or train_rows"));
  EXPECT_THAT(
      With("/experiment", "../away"),
      ElementsAre(StartsWith("/experiment: experiment is \"../away\"; expected words of letters")));
  EXPECT_THAT(With("/methods/0/id", "a/b"),
              ElementsAre(StartsWith("/methods/0/id: id is \"a/b\"; expected text of letters")));
  EXPECT_THAT(With("/kernels/0", 7),
              ElementsAre("/kernels/0: item 1 of kernels is 7; expected a name, or an object with "
                          "a name and its parameters"));
  EXPECT_THAT(
      With("/protocol", Json{{"train_time", {"draw", "fitt"}}}),
      ElementsAre(AllOf(
          StartsWith(
              "/protocol/train_time/1: item 2 of train_time is \"fitt\"; expected one of draw"),
          HasSubstr("did you mean 'fit'?"))));
  for (const char* key : {"train_time", "test_time"}) {
    EXPECT_THAT(With("/protocol", Json{{key, Json::array()}}),
                ElementsAre(std::string("/protocol/") + key + ": " + key +
                            " is []; expected a list of at least one item"));
  }
  EXPECT_THAT(With("/deviations", Json({"Solver unstated"})),
              ElementsAre(HasSubstr("expected lower-case words joined by '-'")));
  EXPECT_THAT(With("/methods/0/display", ""), ElementsAre(HasSubstr("text that is not empty")));
}

TEST(SchemaTest, ADeviationMaySayWhatItConcerns) {
  const auto of = [](const char* list, const std::string& name) {
    return With("/deviations", Json::array({"a-b", Json{{"key", "c"}, {list, {name}}}}));
  };
  EXPECT_THAT(of("datasets", "no_such"),
              ElementsAre(StartsWith("/deviations/1/datasets/0: unknown data set 'no_such'")));
  EXPECT_THAT(of("kernels", "no_such"),
              ElementsAre(StartsWith("/deviations/1/kernels/0: unknown kernel 'no_such'")));
  EXPECT_THAT(of("methods", "no_such"),
              ElementsAre(StartsWith("/deviations/1/methods/0: unknown method 'no_such'")));
  EXPECT_THAT(With("/deviations", Json::array({Json{{"datasets", {"nursery"}}}})),
              ElementsAre(HasSubstr("has no 'key'")));
}

// Keys that look like places in a list, and are none.
TEST(SchemaTest, AKeyMayBeEmptyOrALongNumber) {
  for (const auto& [key, shown] : {std::pair<std::string, std::string>{"", "''"},
                                   {"123456789012345678901", "123456789012345678901"}}) {
    EXPECT_THAT(With("/datasets/0/override", Json{{key, 5}}),
                Contains("/datasets/0/override/" + key + ": " + shown +
                         " is 5; expected an object with keys of the method"));
    EXPECT_THAT(With("/tuning", Json::array({Json{{"method", "rm"}, {"grid", Json{{key, 5}}}}})),
                Contains("/tuning/0/grid/" + key + ": " + shown +
                         " is 5; expected a list of at least one value"));
  }
}

TEST(SchemaTest, ANamelessThingSaysWhatItNeeds) {
  EXPECT_THAT(
      With("/kernels/0", Json{{"degree", 2}}),
      ElementsAre("/kernels/0: item 1 of kernels has no 'name'; expected text that is not empty"));
  EXPECT_THAT(With("/methods/0", Json{{"learner", "libsvm"}}),
              ElementsAre(HasSubstr("has no 'id'")));
}

}  // namespace
}  // namespace mercer
