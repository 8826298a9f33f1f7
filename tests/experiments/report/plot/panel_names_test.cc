#include "experiments/report/plot/panel_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mercer {
namespace {

using ::testing::ElementsAre;

TEST(DistinguishNames, KeepsWhatDiffers) {
  EXPECT_THAT(DistinguishNames({"adult", "mnist"}), ElementsAre("adult", "mnist"));
  EXPECT_THAT(DistinguishNames({"adult", "adult"}), ElementsAre("", ""));
  EXPECT_THAT(DistinguishNames({"ball(d=1,law=a)", "ball(d=2,law=a)"}), ElementsAre("d=1", "d=2"));
  EXPECT_THAT(DistinguishNames({"ball(d=1,law=a)", "adult"}),
              ElementsAre("ball (d=1, law=a)", "adult"));
  EXPECT_THAT(DistinguishNames({"adult [minmax]", "adult"}),
              ElementsAre("adult [minmax]", "adult"));
  // Commas within brackets belong to a value.
  EXPECT_THAT(DistinguishNames({"sum(of=[a,b],w=1)", "sum(of=[a,c],w=1)"}),
              ElementsAre("of=[a,b]", "of=[a,c]"));
}

TEST(WithoutParameter, KeepsTheOthers) {
  EXPECT_EQ(WithoutParameter("ball(d=5,n=9)", "d"), "ball(n=9)");
  EXPECT_EQ(WithoutParameter("ball(d=5)", "d"), "ball");
  EXPECT_EQ(WithoutParameter("ball(n=9,d=5) [minmax]", "d"), "ball(n=9) [minmax]");
  EXPECT_EQ(WithoutParameter("adult [bad=1]", "d"), "adult [bad=1]");
}

TEST(KeyNames, ShowTheParametersThatTellVariantsApart) {
  EXPECT_THAT(KeyNames({"rm(a=1; cost=1,eps=2)", "rm(a=1; cost=10,eps=2)", "exact(c=3)"}),
              ElementsAre("rm (cost=1)", "rm (cost=10)", "exact"));
  EXPECT_THAT(KeyNames({"halton", "sobol"}), ElementsAre("halton", "sobol"));
}

TEST(KeyNames, HaveTheSizeBehindThem) {
  EXPECT_THAT(KeyNames({"rm(a=1), D = 10", "rm(a=1), D = 20"}),
              ElementsAre("rm, D = 10", "rm, D = 20"));
}

TEST(ParameterOf, IsTheValueBehindItsName) {
  EXPECT_EQ(ParameterOf("ball(d=10,law=[a,b])", "d"), "10");
  EXPECT_EQ(ParameterOf("ball(d=10,law=[a,b])", "law"), "[a,b]");
  EXPECT_EQ(ParameterOf("ball(d=10)", "law"), std::nullopt);
  EXPECT_EQ(ParameterOf("ball", "d"), std::nullopt);
}

TEST(KeyNames, KeepWhatADisplayNameHasInBrackets) {
  EXPECT_THAT(KeyNames({"Fourier", "Fourier (dual)", "Taylor (degree=1)", "Taylor (degree=2)",
                        "sketch (SRHT)(degree=3)"}),
              ElementsAre("Fourier", "Fourier (dual)", "Taylor (degree=1)", "Taylor (degree=2)",
                          "sketch (SRHT)"));
}

}  // namespace
}  // namespace mercer
