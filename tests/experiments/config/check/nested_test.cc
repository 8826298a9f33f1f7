// Kernels and maps that are made of others, in a config and on a command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "experiments/config/read/read_named.h"
#include "tests/experiments/config/config_support.h"
#include "tests/support/files.h"

namespace mercer::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Json WithKernel(const std::string& kernel) {
  Json config = SoundConfig();
  config["kernels"] = Json::array({Json::parse(kernel)});
  config["methods"] = Json::array({config["methods"][0]});
  return config;
}

TEST(Nested, KernelsAreResolvedAllTheWayDown) {
  const Experiment experiment = Sound(WithKernel(
      R"({"name": "sum", "of": ["linear", {"name": "composed",
          "outer": {"name": "polynomial", "degree": 2.0, "offset": 1},
          "inner": {"name": "exponential", "sigma": "median_distance"}}], "weights": [1, 2]})"));
  ASSERT_EQ(experiment.kernels.size(), 1U);
  EXPECT_EQ(experiment.kernels[0].Canonical(),
            "sum(of=[{name=linear},{inner={name=exponential,sigma=median_distance},name=composed,"
            "outer={degree=2,name=polynomial,offset=1,scale=1}}],weights=[1,2])");
}

TEST(Nested, AListParameterIsOneValueAndAListInItsPlaceIsNone) {
  EXPECT_EQ(
      Sound(WithKernel(R"({"name": "maclaurin", "coefficients": [1, 0, 0.5]})")).kernels.size(),
      1U);
  // Other parameters still expand, also those that hold an object.
  const Json config = WithKernel(
      R"({"name": "composed", "outer": {"name": "exponential", "sigma": 1},
          "inner": ["linear", {"name": "arc_cosine", "order": 1}]})");
  EXPECT_EQ(Sound(config).kernels.size(), 2U);
}

TEST(Nested, FaultsCarryTheirPointer) {
  EXPECT_THAT(
      FaultsOf(WithKernel(R"({"name": "sum", "of": ["linear",
                  {"name": "polynomial", "degre": 2, "offset": -1}]})")),
      ElementsAre("/kernels/0/of/1/degre: kernel 'sum': of: kernel 'polynomial' has no "
                  "parameter 'degre'; did you mean 'degree'?",
                  "/kernels/0/of/1/offset: kernel 'sum': of: kernel 'polynomial': offset is "
                  "-1; expected a number >= 0",
                  HasSubstr("/kernels/0/of/1: kernel 'sum': of: kernel 'polynomial' needs "
                            "degree")));
  EXPECT_THAT(
      FaultsOf(WithKernel(R"({"name": "sum", "of": ["linaer"]})")),
      ElementsAre(HasSubstr("/kernels/0/of/0: kernel 'sum': of: unknown kernel 'linaer'; did "
                            "you mean 'linear'?")));
  EXPECT_THAT(FaultsOf(WithKernel(R"({"name": "composed", "outer": {"name": "vok", "degree": 2},
                                      "inner": {"name": "linear"}})")),
              ElementsAre(HasSubstr("/kernels/0/outer/name: ")));
  EXPECT_THAT(FaultsOf(WithKernel(R"({"name": "maclaurin", "coefficients": [1, -2]})")),
              ElementsAre(HasSubstr("/kernels/0/coefficients/1: ")));
  EXPECT_THAT(FaultsOf(WithKernel(R"({"name": "composed", "outer": "arc_cosine", "inner": 3})")),
              ElementsAre(HasSubstr("/kernels/0/inner: "), HasSubstr("/kernels/0/outer: ")));
}

TEST(Nested, MapsAreNestedAsKernelsAre) {
  Json config = SoundConfig();
  config["kernels"] = Json::array({Json::parse(
      R"({"name": "composed", "outer": {"name": "exponential", "sigma": 1}, "inner": "linear"})")});
  config["methods"][1]["map"] =
      Json::parse(R"({"name": "composed_maclaurin", "inner": "random_maclaurin"})");
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  config["methods"][1]["map"]["inner"] =
      Json::parse(R"({"name": "random_maclaurin", "measur": 2})");
  EXPECT_THAT(FaultsOf(config), ElementsAre(HasSubstr("/methods/1/map/inner/measur: ")));
  config["methods"][1]["map"]["inner"] = "nystroem";
  EXPECT_THAT(FaultsOf(config), ElementsAre(HasSubstr("one by one")));
}

TEST(Nested, VersionsOfWhatIsNestedArePartOfTheIdentity) {
  const Experiment experiment =
      Sound(WithKernel(R"({"name": "sum", "of": ["linear", {"name": "vovk", "degree": 2}]})"));
  EXPECT_THAT(ExpandTrials(experiment).front().Identity(),
              HasSubstr("kernel=sum(of=[{name=linear},{degree=2,name=vovk}])@1+linear@1+vovk@1\n"));
}

std::string Read(const std::string& text) {
  try {
    return ReadNamedText(KernelRegistry(), "--kernel", text).Canonical();
  } catch (const InvalidInput& error) {
    return error.what();
  }
}

TEST(NamedText, ReadsNamesKeysAndNestedValues) {
  EXPECT_EQ(Read("linear"), "linear");
  EXPECT_EQ(Read("exponential,sigma=0.7"), "exponential(sigma=0.7)");
  EXPECT_EQ(Read("exponential,sigma=mean_distance"), "exponential(sigma=mean_distance)");
  EXPECT_EQ(Read("polynomial,degree=3,offset=1e0"), "polynomial(degree=3,offset=1,scale=1)");
  EXPECT_EQ(Read("maclaurin,coefficients=[1,0,0.5]"), "maclaurin(coefficients=[1,0,0.5])");
  EXPECT_EQ(Read(R"(sum,of=["linear",{"name":"vovk","degree":2}],weights=[1,2])"),
            "sum(of=[{name=linear},{degree=2,name=vovk}],weights=[1,2])");
}

TEST(NamedText, ReadsAFile) {
  const TemporaryFolder folder;
  const std::string path = (folder / "kernel.json").string();
  WriteFile(path, R"({"name": "vovk", "degree": 4})");
  EXPECT_EQ(Read("@" + path), "vovk(degree=4)");
  WriteFile(path, R"({"name": "vovk", "degree": })");
  EXPECT_THAT(Read("@" + path), HasSubstr("line 1, column 28"));
  WriteFile(path, R"([1, 2])");
  EXPECT_THAT(Read("@" + path), HasSubstr("expected an object with a name"));
  EXPECT_THAT(Read("@" + path + "x"), HasSubstr("cannot be read"));
}

TEST(NamedText, SaysWhatIsWrong) {
  EXPECT_THAT(Read(""), HasSubstr("--kernel is ''; expected name,key=value"));
  EXPECT_THAT(Read("sigma=1"), HasSubstr("expected name,key=value"));
  EXPECT_THAT(Read("vovk,4"), HasSubstr("'4' in 'vovk,4'; expected key=value"));
  EXPECT_THAT(Read("vovk,degree=1,degree=2"), HasSubstr("written twice"));
  EXPECT_THAT(Read("vok"), HasSubstr("did you mean 'vovk'?"));
  EXPECT_THAT(Read("polynomial,degre=2"), HasSubstr("did you mean 'degree'?"));
  EXPECT_THAT(Read("vovk,degree=null"), HasSubstr("degree is null; expected a value"));
}

}  // namespace
}  // namespace mercer::testing
