#include "core/base/params.h"

#include <gtest/gtest.h>

namespace mercer {
namespace {

TEST(ParamValue, KnowsItsKind) {
  EXPECT_TRUE(ParamValue(true).is_bool());
  EXPECT_FALSE(ParamValue(true).is_number());
  EXPECT_TRUE(ParamValue(3).is_integer());
  EXPECT_TRUE(ParamValue(3).is_number());
  EXPECT_TRUE(ParamValue(3.0).is_number());
  EXPECT_FALSE(ParamValue(3.0).is_integer());
  EXPECT_TRUE(ParamValue("x").is_text());
  EXPECT_TRUE(ParamValue(ParamValue::List{1, 2}).is_list());
  EXPECT_TRUE(ParamValue(Params{{"a", 1}}).is_params());
  EXPECT_FALSE(ParamValue("x").is_params());
  EXPECT_EQ(ParamValue(3).AsNumber(), 3.0);
  EXPECT_EQ(ParamValue(Params{{"a", 1}}).AsParams().Find("a")->AsInteger(), 1);
}

TEST(ParamValueDeathTest, OfAnotherKind) {
  EXPECT_DEATH(ParamValue("x").AsNumber(), "is_number");
  EXPECT_DEATH(ParamValue(1.5).AsInteger(), "is_integer");
  EXPECT_DEATH(ParamValue(1).AsText(), "is_text");
  EXPECT_DEATH(ParamValue(1).AsBool(), "is_bool");
  EXPECT_DEATH(ParamValue(1).AsList(), "is_list");
  EXPECT_DEATH(ParamValue(1).AsParams(), "is_params");
}

TEST(ParamValue, CanonicalTextIsThatOfTheValue) {
  EXPECT_EQ(ParamValue(1).Canonical(), "1");
  EXPECT_EQ(ParamValue(1.0).Canonical(), "1");
  EXPECT_EQ(ParamValue(-0.0).Canonical(), "0");
  EXPECT_EQ(ParamValue(0.1).Canonical(), "0.1");
  EXPECT_EQ(ParamValue(1e300).Canonical(), "1e+300");
  EXPECT_EQ(ParamValue(1e18).Canonical(),
            ParamValue(std::int64_t{1000000000000000000}).Canonical());
  EXPECT_EQ(ParamValue(true).Canonical(), "true");
  EXPECT_EQ(ParamValue("mean_distance").Canonical(), "mean_distance");
  EXPECT_EQ(ParamValue(ParamValue::List{1, 2.5, "x"}).Canonical(), "[1,2.5,x]");
  EXPECT_EQ(ParamValue(Params{{"b", 1}, {"a", 2}}).Canonical(), "{a=2,b=1}");
}

TEST(ParamValue, DifferentValuesHaveDifferentTexts) {
  EXPECT_NE(ParamValue("1").Canonical(), ParamValue(1).Canonical());
  EXPECT_NE(ParamValue("true").Canonical(), ParamValue(true).Canonical());
  EXPECT_NE(ParamValue(ParamValue::List{"a,b"}).Canonical(),
            ParamValue(ParamValue::List{"a", "b"}).Canonical());
  EXPECT_NE((Params{{"a", "1,b=2"}}).Canonical(), (Params{{"a", 1}, {"b", 2}}).Canonical());
  EXPECT_NE(ParamValue("").Canonical(), ParamValue("\"\"").Canonical());
  EXPECT_NE(ParamValue("a\"b").Canonical(), ParamValue("a\\\"b").Canonical());
}

TEST(Params, SetReplacesOrAppends) {
  Params params = {{"degree", 10}, {"offset", 1}};
  params.Set("degree", 3);
  params.Set("scale", 2.5);
  ASSERT_EQ(params.entries().size(), 3U);
  EXPECT_EQ(params.entries()[0].first, "degree");
  EXPECT_EQ(params.Find("degree")->AsInteger(), 3);
  EXPECT_EQ(params.entries()[2].first, "scale");
  params.Erase("degree");
  EXPECT_EQ(params.Find("degree"), nullptr);
  EXPECT_EQ(params.entries().size(), 2U);
  EXPECT_FALSE(params.empty());
  EXPECT_TRUE(Params().empty());
}

TEST(Params, CanonicalDoesNotDependOnTheOrder) {
  const Params written = {{"offset", 1.0}, {"degree", 10}};
  EXPECT_EQ(written.Canonical(), "degree=10,offset=1");
  EXPECT_EQ(Params().Canonical(), "");
}

}  // namespace
}  // namespace mercer
