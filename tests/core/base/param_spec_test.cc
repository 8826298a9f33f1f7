#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/base/error.h"
#include "core/base/params.h"
#include "core/base/registry.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;

std::vector<ParamSpec> Specs() {
  return {{.name = "degree", .kind = ParamKind::kInteger, .help = "the power", .min = 1, .max = 9},
          {.name = "scale", .help = "a factor", .default_value = 1.0, .min = 0, .open_min = true},
          {.name = "sigma",
           .kind = ParamKind::kNumberOrText,
           .help = "the bandwidth",
           .optional = true,
           .min = 0,
           .choices = {"mean", "median"}},
          {.name = "form",
           .kind = ParamKind::kText,
           .help = "which",
           .default_value = "short",
           .choices = {"short", "long"}},
          {.name = "on", .kind = ParamKind::kBool, .help = "whether", .default_value = false},
          {.name = "list", .kind = ParamKind::kList, .help = "several", .optional = true},
          {.name = "inner", .kind = ParamKind::kParams, .help = "nested", .optional = true}};
}

std::vector<std::string> Faults(const Params& params) {
  std::vector<std::string> messages;
  for (const ParamFault& fault : CheckParams("kernel 'k'", Specs(), params)) {
    messages.push_back(fault.name + "|" + fault.message);
  }
  return messages;
}

std::string OneFault(const std::string& name, const ParamValue& value) {
  Params params = {{"degree", 2}};
  params.Set(name, value);
  const std::vector<std::string> faults = Faults(params);
  return faults.size() == 1 ? faults[0] : std::to_string(faults.size()) + " faults";
}

TEST(ParamSpec, Rules) {
  const std::vector<ParamSpec> specs = Specs();
  EXPECT_EQ(specs[0].Rule(), "a whole number >= 1 and <= 9");
  EXPECT_EQ(specs[1].Rule(), "a number > 0");
  EXPECT_EQ(specs[2].Rule(), "a number >= 0, or one of mean, median");
  EXPECT_EQ(specs[3].Rule(), "one of short, long");
  EXPECT_EQ(specs[4].Rule(), "true or false");
  EXPECT_EQ(specs[5].Rule(), "a list");
  EXPECT_EQ(specs[6].Rule(), "an object");
  EXPECT_EQ((ParamSpec{.name = "x", .help = "", .max = 2}).Rule(), "a number <= 2");
}

TEST(CheckParams, NothingWrong) {
  EXPECT_TRUE(Faults({{"degree", 2}}).empty());
  EXPECT_TRUE(Faults({{"degree", 9}, {"scale", 3}, {"sigma", "mean"}, {"form", "long"}}).empty());
  EXPECT_TRUE(Faults({{"degree", 1}, {"sigma", 0}, {"on", true}}).empty());
  EXPECT_TRUE(
      Faults({{"degree", 1}, {"list", ParamValue::List{1}}, {"inner", Params{{"a", 1}}}}).empty());
}

TEST(CheckParams, EveryFaultAtOnce) {
  const std::vector<std::string> faults =
      Faults({{"scal", 1}, {"zzz", 1}, {"scale", 0}, {"form", "shrt"}, {"on", 1}, {"list", "a"}});
  EXPECT_EQ(faults,
            (std::vector<std::string>{
                "scal|kernel 'k' has no parameter 'scal'; did you mean 'scale'?",
                "zzz|kernel 'k' has no parameter 'zzz'; it takes degree, scale, sigma, form, on, "
                "list, inner",
                "scale|kernel 'k': scale is 0; expected a number > 0",
                "form|kernel 'k': form is shrt; expected one of short, long",
                "on|kernel 'k': on is 1; expected true or false",
                "list|kernel 'k': list is a; expected a list",
                "|kernel 'k' needs degree: a whole number >= 1 and <= 9 (the power)"}));
}

TEST(CheckParams, RangesAndKinds) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_THAT(OneFault("degree", 0), HasSubstr("degree is 0; expected a whole number >= 1"));
  EXPECT_THAT(OneFault("degree", 10), HasSubstr("degree is 10"));
  EXPECT_THAT(OneFault("degree", 2.5), HasSubstr("degree is 2.5"));
  EXPECT_THAT(OneFault("degree", "2"), HasSubstr("degree is \"2\"; expected a whole number"));
  EXPECT_THAT(OneFault("degree", true), HasSubstr("degree is true"));
  EXPECT_THAT(OneFault("scale", inf), HasSubstr("scale is inf"));
  EXPECT_THAT(OneFault("scale", std::numeric_limits<double>::quiet_NaN()),
              HasSubstr("scale is nan"));
  EXPECT_THAT(OneFault("sigma", -1), HasSubstr("sigma is -1"));
  EXPECT_THAT(OneFault("sigma", "widest"), HasSubstr("sigma is widest"));
  EXPECT_THAT(OneFault("sigma", ParamValue::List{1}), HasSubstr("sigma is [1]"));
  EXPECT_THAT(OneFault("inner", 3), HasSubstr("inner is 3; expected an object"));
}

TEST(Resolve, FillsInDefaultsInTheOrderOfTheSpecs) {
  const Params resolved = Resolve("kernel 'k'", Specs(), {{"sigma", 2}, {"degree", 3}});
  std::vector<std::string> names;
  for (const auto& [name, value] : resolved.entries()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"degree", "scale", "sigma", "form", "on"}));
  EXPECT_EQ(resolved.Canonical(), "degree=3,form=short,on=false,scale=1,sigma=2");
}

TEST(Resolve, AWholeNumberMayBeWrittenWithAPoint) {
  const Params resolved = Resolve("kernel 'k'", Specs(), {{"degree", 3.0}});
  ASSERT_TRUE(resolved.Find("degree")->is_integer());
  EXPECT_EQ(resolved.Find("degree")->AsInteger(), 3);
}

TEST(Resolve, ThrowsTheFirstFault) {
  EXPECT_EQ(testing::Message([&] {
              Resolve("kernel 'k'", Specs(), {{"degree", 0}, {"scale", -1}});
            }),
            "kernel 'k': degree is 0; expected a whole number >= 1 and <= 9");
}

TEST(CheckParams, AThingWithoutParametersSaysSo) {
  const std::vector<ParamFault> faults = CheckParams("map 'm'", {}, {{"degree", 1}});
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].message, "map 'm' has no parameter 'degree'; it takes none");
}

struct Entry : RegistryInfo {};

Registry<Entry> MakeRegistry() {
  Entry first;
  first.name = "first";
  first.params = Specs();
  Entry second;
  second.name = "second";
  return Registry<Entry>("thing", {first, second});
}

TEST(Registry, FindsByName) {
  const Registry<Entry> registry = MakeRegistry();
  EXPECT_EQ(registry.kind(), "thing");
  EXPECT_EQ(registry.Names(), (std::vector<std::string>{"first", "second"}));
  ASSERT_NE(registry.Find("second"), nullptr);
  EXPECT_EQ(registry.Find("second")->name, "second");
  EXPECT_EQ(registry.Find("third"), nullptr);
  EXPECT_EQ(registry.Get("first").params.size(), Specs().size());
}

TEST(Registry, UnknownNames) {
  const Registry<Entry> registry = MakeRegistry();
  EXPECT_EQ(testing::Message([&] { registry.Get("secnd"); }),
            "unknown thing 'secnd'; did you mean 'second'? known: first, second");
}

TEST(Registry, ResolvesByName) {
  const Registry<Entry> registry = MakeRegistry();
  EXPECT_EQ(registry.ResolveParams("first", {{"degree", 4}}).Find("scale")->AsNumber(), 1);
  EXPECT_EQ(testing::Message([&] {
              registry.ResolveParams("second", {{"degree", 4}});
            }),
            "thing 'second' has no parameter 'degree'; it takes none");
}

}  // namespace
}  // namespace mercer
