#include "experiments/config/config.h"

#include <gmock/gmock.h>

#include "tests/experiments/config/config_support.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::FaultsOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Json;
using ::testing::Not;
using ::testing::SizeIs;
using testing::Sound;
using testing::SoundConfig;
using ::testing::StartsWith;

std::vector<std::string> With(const std::string& pointer, const Json& value) {
  Json config = SoundConfig();
  config[Json::json_pointer(pointer)] = value;
  return FaultsOf(config);
}

TEST(ConfigTest, UnknownNamesGetADidYouMean) {
  EXPECT_THAT(
      With("/kernels/0/name", "polynomal"),
      ElementsAre(StartsWith(
          "/kernels/0/name: unknown kernel 'polynomal'; did you mean 'polynomial'? known: ")));
  EXPECT_THAT(With("/kernels/0", "polynomal"),
              ElementsAre(StartsWith(
                  "/kernels/0: unknown kernel 'polynomal'; did you mean 'polynomial'?")));
  EXPECT_THAT(
      With("/methods/1/map/name", "random_maclaurn"),
      ElementsAre(StartsWith(
          "/methods/1/map/name: unknown map 'random_maclaurn'; did you mean 'random_maclaurin'?")));
  EXPECT_THAT(With("/methods/0/learner/name", "libsmv"),
              ElementsAre(StartsWith(
                  "/methods/0/learner/name: unknown learner 'libsmv'; did you mean 'libsvm'?")));
  EXPECT_THAT(With("/datasets/0/name", "nusery"),
              ElementsAre(StartsWith(
                  "/datasets/0/name: unknown data set 'nusery'; did you mean 'nursery'?")));
  EXPECT_THAT(With("/datasets/0/preprocess/0", "min_max"),
              ElementsAre(AllOf(StartsWith("/datasets/0/preprocess/0: unknown "),
                                HasSubstr("did you mean 'minmax'?"))));
  EXPECT_THAT(With("/datasets/0/labels", "random_halfs"),
              ElementsAre(AllOf(StartsWith("/datasets/0/labels: unknown "),
                                HasSubstr("did you mean 'random_halves'?"))));
  EXPECT_THAT(
      With("/metrics/0", "acuracy"),
      ElementsAre(StartsWith("/metrics/0: unknown metric 'acuracy'; did you mean 'accuracy'?")));
  EXPECT_THAT(With("/methods/1/learner/solver", "l2r_l1loss_svc_daul"),
              ElementsAre(AllOf(StartsWith("/methods/1/learner/solver: learner 'liblinear': solver "
                                           "is l2r_l1loss_svc_daul; expected one of "),
                                HasSubstr("did you mean 'l2r_l1loss_svc_dual'?"))));
}

TEST(ConfigTest, ParametersAreCheckedAgainstTheirRegistry) {
  EXPECT_THAT(With("/methods/0/learner/cost", -1),
              ElementsAre(StartsWith(
                  "/methods/0/learner/cost: learner 'libsvm': cost is -1; expected a number > 0")));
  EXPECT_THAT(With("/kernels/0", Json{{"name", "exponential"}, {"sigma", 0}}),
              ElementsAre(StartsWith("/kernels/0/sigma: kernel 'exponential': sigma is 0; expected "
                                     "a number > 0, or one of mean_distance")));
  EXPECT_THAT(With("/kernels/0", Json{{"name", "exponential"}, {"sigma", "mean_distanc"}}),
              ElementsAre(HasSubstr("did you mean 'mean_distance'?")));
  EXPECT_THAT(With("/kernels/0/degre", 3),
              ElementsAre("/kernels/0/degre: kernel 'polynomial' has no parameter 'degre'; did you "
                          "mean 'degree'?"));
  EXPECT_THAT(With("/kernels/0", "polynomial"),
              Contains(AllOf(StartsWith("/kernels/0: kernel 'polynomial' needs degree"))));
  EXPECT_THAT(With("/kernels/0/degree", nullptr),
              ElementsAre(HasSubstr("degree is null; expected a value, not null")));
  EXPECT_THAT(With("/kernels/0/degree", Json({2, -3, 4})),
              ElementsAre(StartsWith("/kernels/0/degree/1: kernel 'polynomial': degree is -3")));
  EXPECT_THAT(
      With("/kernels/0/degree", Json::array()),
      ElementsAre(StartsWith(
          "/kernels/0/degree: kernel 'polynomial': degree is []; expected a whole number")));
}

TEST(ConfigTest, PartsAndSplitsOfADataSet) {
  Json config = SoundConfig();
  config["datasets"][0] = {
      {"name", "cod-rna"}, {"parts", {"tran"}}, {"split", {{"train_fraction", 0.6}}}};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre(AllOf(StartsWith("/datasets/0/parts/0: unknown part of data set "
                                           "'cod-rna': 'tran'; did you mean 'train'?"))));
  config["datasets"][0] = {{"name", "cod-rna"}, {"parts", {"train"}}, {"split", "official"}};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/datasets/0/split: split is \"official\" and data set 'cod-rna' has 1 "
                          "part; expected at least two, the last of which tests"));
  config["datasets"][0] = {{"name", "adult"}, {"parts", {"train", "test"}}, {"split", "official"}};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  config["datasets"][0].erase("split");
  EXPECT_THAT(FaultsOf(config), Contains("/datasets/0: data set 'adult' has no split, which the "
                                         "learner of method 'exact' needs; expected split"));
}

TEST(ConfigTest, GramErrorsOnTestRowsNeedASplit) {
  Json config = SoundConfig();
  config["metrics"] = {"gram_mean_abs"};
  config["methods"] = {{{"id", "rm"}, {"map", "random_maclaurin"}, {"D", 100}}};
  config["datasets"][0] = {{"name", "adult"}, {"parts", {"train", "test"}}};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  config["gram"] = {{"part", "test"}};
  EXPECT_THAT(FaultsOf(config), ElementsAre("/datasets/0: data set 'adult' has no split, but "
                                            "gram.part is 'test'; expected split"));
  config["datasets"][0]["split"] = "official";
  EXPECT_THAT(FaultsOf(config), IsEmpty());
}

TEST(ConfigTest, AMapThatDoesNotFitTheKernelIsAFaultBeforeAnythingRuns) {
  Json config = SoundConfig();
  config["kernels"] = {{{"name", "homogeneous_polynomial"}, {"degree", 3}}};
  config["methods"][1]["map"]["h01"] = true;
  EXPECT_THAT(FaultsOf(config), ElementsAre(StartsWith("/methods/1/map: method 'rm': ")));
  config["methods"][1]["map"].erase("h01");
  EXPECT_THAT(FaultsOf(config), IsEmpty());
}

TEST(ConfigTest, ADataSetMayHaveKernelsOfItsOwn) {
  Json config = SoundConfig();
  config["datasets"].push_back(config["datasets"][0]);
  config["datasets"][1]["preprocess"] = {"minmax"};
  config["datasets"][1]["kernels"] = Json::parse(
      R"([{"name": "polynomial", "degree": [2, 3], "offset": 1},
          {"name": "exponential", "sigma": 2}])");
  const Experiment experiment = Sound(config);
  std::vector<std::string> first, second;
  for (const Trial& trial : ExpandTrials(experiment)) {
    if (trial.repetition > 0 || trial.cell.method != "exact") continue;
    (trial.cell.dataset.own_kernels.empty() ? first : second)
        .push_back(trial.cell.kernel.Canonical());
  }
  EXPECT_THAT(first, ElementsAre(HasSubstr("degree=10")));
  EXPECT_THAT(second,
              ElementsAre(HasSubstr("degree=2"), HasSubstr("degree=3"), StartsWith("exponential")));
  // A method may be restricted to one that a data set alone has.
  config["methods"][0]["kernels"] = {"exponential"};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  config["methods"][0]["kernels"] = {"exponentail"};
  EXPECT_THAT(FaultsOf(config), Contains(HasSubstr("did you mean 'exponential'")));
}

TEST(ConfigTest, FaultsOfADataSetsOwnKernels) {
  EXPECT_THAT(With("/datasets/0/kernels",
                   Json::parse(R"(["polynomial", {"name": "polynomial", "degree": 2}])")),
              Contains(StartsWith("/datasets/0/kernels: kernels has names and kernels with "
                                  "parameters; expected names of the config's kernels, or")));
  EXPECT_THAT(With("/datasets/0/kernels", Json::parse(R"([{"name": "polynomial", "degree": -2}])")),
              Contains(StartsWith("/datasets/0/kernels/0/degree: kernel 'polynomial': degree is "
                                  "-2")));
  EXPECT_THAT(
      With("/datasets/0/kernels", Json::parse(R"([{"name": "polynomail"}])")),
      Contains(StartsWith("/datasets/0/kernels/0/name: unknown kernel 'polynomail'; did you "
                          "mean 'polynomial'?")));
  // The map of a method is checked against them too.
  EXPECT_THAT(With("/datasets/0/kernels", Json::parse(R"([{"name": "gaussian", "sigma": 1}])")),
              Contains(HasSubstr("'random_maclaurin' does not fit kernel gaussian")));
}

TEST(ConfigTest, ComplexFeaturesHaveNoLearner) {
  Json config = SoundConfig();
  config["kernels"] = Json::parse(R"([{"name": "gaussian", "sigma": 1}])");
  config["methods"][1]["map"] = {{"name", "random_fourier"}, {"variant", "complex"}};
  EXPECT_THAT(FaultsOf(config),
              Contains(AllOf(StartsWith("/methods/1/map: "),
                             HasSubstr("'random_fourier' has complex features"))));
  config["methods"][1]["map"]["variant"] = "cos_sin";
  EXPECT_THAT(FaultsOf(config), Not(Contains(HasSubstr("complex"))));
}

TEST(ConfigTest, ComplexFeaturesOfAnInnerMapHaveNoLearner) {
  Json config = SoundConfig();
  config["kernels"] = Json::parse(R"([{"name": "product", "of": [{"name": "gaussian", "sigma": 1},
                                                                  {"name": "linear"}]}])");
  config["methods"][1]["map"] = Json::parse(
      R"({"name": "product_features",
          "of": [{"name": "random_fourier", "variant": "complex"}, "random_maclaurin"]})");
  EXPECT_THAT(FaultsOf(config), Contains(HasSubstr("'product_features' has complex features")));
  config["methods"][1]["map"]["of"][0]["variant"] = "cos_offset";
  EXPECT_THAT(FaultsOf(config), Not(Contains(HasSubstr("complex"))));
}

// Of a skeleton the base space decides, so the same map suits one kernel and not another.
TEST(ConfigTest, SkeletonFeaturesOfAComplexSpaceHaveNoLearner) {
  const auto kernel = [](const std::string& space) {
    const Json input = {{"name", "x"}, {"type", "input"}, {"space", space}};
    const Json node = {{"name", "output"}, {"type", "node"}, {"of", {"x"}}, {"activation", "relu"}};
    return Json{{"name", "skeleton"}, {"nodes", {input, node}}};
  };
  Json config = SoundConfig();
  config["kernels"] = {kernel("sphere"), kernel("binary")};
  config["methods"][1]["map"] = "skeleton_features";
  EXPECT_THAT(FaultsOf(config), Contains(HasSubstr("'skeleton_features' has complex features")));
  config["methods"][1]["map"] = {{"name", "skeleton_features"}, {"variant", "real"}};
  EXPECT_THAT(FaultsOf(config), Not(Contains(HasSubstr("complex"))));
}

TEST(ConfigTest, ABandwidthRuleStandsForANumberInTheCheckAndStaysARule) {
  Json config = SoundConfig();
  config["kernels"] = {{{"name", "exponential"}, {"sigma", "mean_distance"}}};
  const Experiment experiment = Sound(config);
  ASSERT_THAT(experiment.kernels, SizeIs(1));
  EXPECT_EQ(experiment.kernels[0].Canonical(), "exponential(sigma=mean_distance)");
}

TEST(ConfigTest, MethodsThatCannotBe) {
  EXPECT_THAT(With("/methods/1/learner", "libsvm"),
              Contains(AllOf(StartsWith("/methods/1/map: method 'rm' has a map"),
                             HasSubstr("kernel machine"))));
  Json config = SoundConfig();
  config["methods"][1].erase("map");
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/methods/1/D: method 'rm' has D and no map; expected both or neither",
                          StartsWith("/methods/1/learner: method 'rm' has no map, and its learner "
                                     "'liblinear' is linear")));
  config = SoundConfig();
  config["methods"][1].erase("D");
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(
          "/methods/1: method 'rm' has a map and no D; expected the number of random features"));
  config = SoundConfig();
  config["methods"][1].erase("learner");
  EXPECT_THAT(FaultsOf(config),
              ElementsAre("/methods/1: method 'rm' has no learner, which accuracy needs; expected "
                          "a learner, or a Gram error among the metrics"));
  config["metrics"] = {"accuracy", "gram_error"};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  config["metrics"] = {"gram_error"};
  EXPECT_THAT(
      FaultsOf(config),
      ElementsAre(StartsWith("/methods/0: method 'exact' has no map, which gram_error needs")));
  config["metrics"] = {"transform_train_s"};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre(StartsWith(
                  "/methods/0: method 'exact' has no map, which transform_train_s needs")));
  EXPECT_THAT(With("/methods/0", Json{{"id", "nothing"}}),
              Contains("/methods/0: method 'nothing' has neither map nor learner; expected at "
                       "least one of them"));
  EXPECT_THAT(
      With("/methods/1/id", "exact"),
      Contains(
          "/methods/1/id: id is 'exact', which an earlier method has; expected one of its own"));
}

TEST(ConfigTest, ALinearLearnerOnTheRowsThemselvesIsTheLinearKernel) {
  Json config = SoundConfig();
  config["kernels"] = Json::array({"linear"});
  config["methods"] = {{{"id", "raw"}, {"learner", {{"name", "liblinear"}}}}};
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  config["kernels"].push_back({{"name", "vovk"}, {"degree", 3}});
  EXPECT_THAT(FaultsOf(config), ElementsAre(HasSubstr("would not learn with kernel 'vovk'")));
  config["methods"][0]["kernels"] = {"linear"};
  config["methods"].push_back({{"id", "exact"}, {"learner", "libsvm"}});
  EXPECT_THAT(FaultsOf(config), IsEmpty());
}

TEST(ConfigTest, RestrictionsNameKernelsOfTheConfig) {
  EXPECT_THAT(With("/methods/1/kernels", Json({"polynomials"})),
              Contains(StartsWith("/methods/1/kernels/0: unknown kernel of this config: "
                                  "'polynomials'; did you mean 'polynomial'?")));
  EXPECT_THAT(With("/datasets/0/kernels", Json({"vovk"})),
              Contains(StartsWith("/datasets/0/kernels/0: unknown kernel of this config: 'vovk'")));
}

TEST(ConfigTest, FilesOfThePaperLieBesideTheConfig) {
  const testing::TemporaryFolder folder;
  Json config = SoundConfig();
  config["paper"] = {{"citekey", "kar2012"},
                     {"location", "table 1"},
                     {"reported", "reported.csv"},
                     {"claims", "claims.json"}};
  testing::WriteFile(folder / "config.json", config.dump());
  testing::WriteFile(folder / "reported.csv", "location\n");
  const ConfigResult result =
      ReadConfig((folder / "config.json").string(), testing::TestCatalogue());
  ASSERT_THAT(result.faults, SizeIs(1));
  EXPECT_EQ(result.faults[0].where, "/paper/claims");
  EXPECT_THAT(result.faults[0].message, AllOf(StartsWith("claims is 'claims.json'"),
                                              HasSubstr("expected a file beside the config")));
}

TEST(ConfigTest, FittedCellsNameMethodsAndDataSetsOfTheConfig) {
  Json config = SoundConfig();
  const std::string method = config["methods"][0]["id"], dataset = config["datasets"][0]["name"];
  const auto fitted = [&](const Json& cells) {
    config["paper"] = {{"citekey", "k"}, {"location", "table 1"}, {"fitted", {cells}}};
    return FaultsOf(config);
  };
  EXPECT_THAT(fitted({{"method", method}, {"dataset", dataset}, {"D", 100}}), IsEmpty());
  EXPECT_THAT(fitted({{"method", method}}), IsEmpty());
  EXPECT_THAT(fitted({{"method", "nobody"}}),
              ElementsAre(StartsWith("/paper/fitted/0/method: unknown method 'nobody'")));
  EXPECT_THAT(fitted({{"method", method}, {"dataset", "nowhere"}}),
              ElementsAre(StartsWith("/paper/fitted/0/dataset: unknown data set 'nowhere'")));
  EXPECT_THAT(fitted({{"method", method}, {"d", 100}}),
              ElementsAre(AllOf(StartsWith("/paper/fitted/0"), HasSubstr("did you mean 'D'"))));
  EXPECT_THAT(fitted({{"dataset", dataset}}),
              ElementsAre(AllOf(StartsWith("/paper/fitted/0"), HasSubstr("method"))));
}

// A library would refuse to write them down.
TEST(ConfigTest, ASettingMayHoldBytesThatAreNoUtf8) {
  const Experiment experiment = Sound(SoundConfig(), {{"description", "\xff"}});
  EXPECT_THAT(experiment.config_text, HasSubstr("\"description\": \"\xef\xbf\xbd\""));
  EXPECT_THAT(FaultsOf(SoundConfig(), {{"methods.0.id", "\xff"}}), Not(IsEmpty()));
}

TEST(ConfigTest, AKeyThatASettingHasTwiceIsAFaultAtItsPath) {
  EXPECT_THAT(FaultsOf(SoundConfig(), {{"limits", R"({"seconds": -5, "seconds": 7})"}}),
              ElementsAre("--set limits/seconds: key 'seconds' is written twice; expected once"));
  EXPECT_THAT(FaultsOf(SoundConfig(), {{"limits", R"({"seconds": 7})"}}), IsEmpty());
}

TEST(ConfigTest, AGridThatIsEmptyRepeatedOrEndlessIsAFault) {
  Json config = SoundConfig();
  config["datasets"].push_back(config["datasets"][0]);
  EXPECT_THAT(FaultsOf(config), Contains(HasSubstr("'exact' occurs twice in the grid")));
  config = SoundConfig();
  config["kernels"].push_back("linear");
  config["datasets"][0]["kernels"] = {"linear"};
  config["methods"].erase(0);
  config["methods"][0]["kernels"] = {"polynomial"};
  EXPECT_THAT(FaultsOf(config), ElementsAre(HasSubstr("the config has no trial")));
  config = SoundConfig();
  config["repetitions"] = 1000000;
  EXPECT_THAT(FaultsOf(config), ElementsAre(HasSubstr("expected at most 1e+06")));
}

TEST(ConfigTest, EveryFaultOfAFileAtOnce) {
  Json config = SoundConfig();
  config["repetitons"] = 3;                                   // 1 unknown key
  config["kernels"][0]["name"] = "polynomal";                 // 2 unknown kernel
  config["methods"][0]["learner"]["cost"] = -1;               // 3 negative cost
  config["methods"][1]["D"] = {0};                            // 4 D = 0
  config["methods"][1]["map"]["name"] = "random_maclaurn";    // 5 unknown map
  config["datasets"][0]["split"]["train_fraction"] = 1.5;     // 6 fraction
  config["datasets"][0]["override"] = {{"rmm", {{"D", 5}}}};  // 7 unknown method
  config["metrics"] = {"acuracy"};                            // 8 unknown metric
  const auto faults = FaultsOf(config);
  EXPECT_THAT(faults, SizeIs(8)) << ::testing::PrintToString(faults);
}

}  // namespace
}  // namespace mercer
