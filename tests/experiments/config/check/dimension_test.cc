// Maps that have no features, or too many, for the dimension of a data set.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/config/config_support.h"

namespace mercer::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Json WithMap(const Json& map, Index d, int features = 2) {
  Json config = Json::parse(R"({
    "experiment": "test/dimension", "kernels": [{"name": "gaussian", "sigma": "mean_distance"}],
    "methods": [{"id": "m"}], "metrics": ["gram_mean_abs"]})");
  config["methods"][0]["map"] = map;
  config["methods"][0]["D"] = {features};
  config["datasets"] = {{{"name", "unit_ball"}, {"n", 10}, {"d", d}}};
  return config;
}

TEST(Dimensions, ATaylorMapThatMemoryCannotHoldSaysDimensionAndBytes) {
  const auto taylor = [](int degree) { return Json{{"name", "taylor"}, {"degree", degree}}; };
  EXPECT_THAT(FaultsOf(WithMap(taylor(3), 100)), IsEmpty());
  // C(1006, 6) columns.
  EXPECT_THAT(FaultsOf(WithMap(taylor(6), 1000)),
              ElementsAre(AllOf(HasSubstr("method 'm'"), HasSubstr("map 'taylor'"),
                                HasSubstr("1418299634202451 columns"), HasSubstr("dimension 1000"),
                                HasSubstr("11346397073619608 bytes"))));
  // More than an integer counts: C(1000006, 6) = 1.39e33.
  EXPECT_THAT(
      FaultsOf(WithMap(taylor(6), 1000000)),
      ElementsAre(AllOf(HasSubstr("degree 6 for input dimension 1000000"), HasSubstr("1.38"),
                        HasSubstr("e+33 dimensions"), HasSubstr("bytes"))));
  EXPECT_THAT(FaultsOf(WithMap(taylor(170), 1000000)),
              ElementsAre(HasSubstr("more than 1e308 dimensions")));
}

TEST(Dimensions, MonomialsToo) {
  Json config = WithMap("monomials", 1000000);
  config["kernels"] = Json::parse(R"([{"name": "polynomial", "degree": 3, "offset": 1}])");
  EXPECT_THAT(FaultsOf(config), ElementsAre(AllOf(HasSubstr("map 'monomials'"),
                                                  HasSubstr("columns"), HasSubstr("bytes"))));
  config["datasets"][0]["d"] = 10;
  EXPECT_THAT(FaultsOf(config), IsEmpty());
  // sqrt(310!) is 1e321.
  config["datasets"][0]["d"] = 2;
  config["kernels"] = Json::parse(R"([{"name": "homogeneous_polynomial", "degree": 310}])");
  EXPECT_THAT(FaultsOf(config),
              ElementsAre(AllOf(HasSubstr("map 'monomials'"), HasSubstr("order 310"),
                                HasSubstr("beyond double precision"))));
}

// The dimension of files is that of the manifest: adult has 123 columns, C(133, 10) = 3.2e14.
TEST(Dimensions, AManifestTellsTheDimensionOfFiles) {
  Json config = WithMap({{"name", "taylor"}, {"degree", 10}}, 1);
  config["datasets"] = {{{"name", "adult"}}};
  EXPECT_THAT(FaultsOf(config),
              ElementsAre(AllOf(HasSubstr("data set 'adult'"), HasSubstr("input dimension 123"))));
}

TEST(Dimensions, ASkeletonOfOtherRows) {
  Json config = WithMap("skeleton_features", 5);
  config["kernels"] = Json::parse(R"([{"name": "skeleton", "nodes": [
      {"name": "pixels", "type": "input", "space": "sphere", "columns": [0, 1, 2]},
      {"name": "out", "type": "fully_connected", "of": "pixels", "activation": "relu"}]}])");
  EXPECT_THAT(FaultsOf(config),
              ElementsAre(HasSubstr("reads rows of 3 columns and was given rows of 5")));
  config["datasets"][0]["d"] = 3;
  EXPECT_THAT(FaultsOf(config), IsEmpty());
}

TEST(Dimensions, APointSetPastItsLimit) {
  const auto quasi = [](const char* sequence, const char* variant) {
    return Json{{"name", "quasi_fourier"}, {"sequence", sequence}, {"variant", variant}};
  };
  EXPECT_THAT(FaultsOf(WithMap(quasi("sobol", "cos_sin"), 1000000)),
              ElementsAre(AllOf(HasSubstr("sequence 'sobol': the dimension is 1000000"),
                                HasSubstr("expected at most"))));
  EXPECT_THAT(FaultsOf(WithMap(quasi("monte_carlo", "cos_sin"), 100000)), IsEmpty());
  // The offset is a coordinate of its own.
  EXPECT_THAT(FaultsOf(WithMap(quasi("halton", "cos_offset"), 1000000)),
              ElementsAre(HasSubstr("the dimension is 1000001")));
}

}  // namespace
}  // namespace mercer::testing
