#include "core/data/rows/label_rules.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/base/error.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

Dataset Named() {
  Dataset data;
  data.name = "pets";
  data.y = (Vector(6) << 0, 1, 2, 3, 4, 1).finished();
  data.class_names = {"ant", "bee", "cat", "dog", "elk"};
  return data;
}

Dataset Numbered() {
  Dataset data;
  data.name = "digits";
  data.y = (Vector(5) << 7, -1, 2, 2.5, 7).finished();
  return data;
}

std::string FaultOf(const std::string& name, const Params& params, const Dataset& data) {
  return testing::FaultOf([&] { ApplyLabelRule(name, params, data, 1); });
}

TEST(ApplyLabelRule, TheEmptyNameLeavesLabels) {
  const RuledLabels ruled = ApplyLabelRule("", {}, Numbered(), 1);
  EXPECT_EQ(ruled.y, Numbered().y);
  EXPECT_EQ(ruled.description, "");
  EXPECT_NE(FaultOf("", {{"class", 1}}, Numbered()), "accepted");
}

TEST(RandomHalves, ReachesAllTenHalvesOfFiveClasses) {
  std::set<std::string> descriptions;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RuledLabels ruled = ApplyLabelRule("random_halves", {}, Named(), seed);
    descriptions.insert(ruled.description);
    EXPECT_EQ((ruled.y.head(5).array() == -1).count(), 2);
    EXPECT_EQ((ruled.y.head(5).array() == 1).count(), 3);
    EXPECT_EQ(ruled.y[5], ruled.y[1]);
  }
  EXPECT_EQ(descriptions.size(), 10U);
}

TEST(RandomHalves, IsAFunctionOfTheSeedAndTheClassSet) {
  const RuledLabels once = ApplyLabelRule("random_halves", {}, Named(), 5);
  EXPECT_EQ(ApplyLabelRule("random_halves", {}, Named(), 5).description, once.description);
  Dataset other = Named();
  other.y = (Vector(7) << 4, 4, 4, 3, 2, 1, 0).finished();
  EXPECT_EQ(ApplyLabelRule("random_halves", {}, other, 5).description, once.description);
}

TEST(RandomHalves, DescribesTheClassesThatBecomeMinusOneFirst) {
  const Params params{{"halves", ParamValue::List{"dog", "bee"}}};
  const RuledLabels ruled = ApplyLabelRule("random_halves", params, Named(), 1);
  EXPECT_EQ(ruled.description, "bee dog | ant cat elk");
  EXPECT_EQ(ruled.y, (Vector(6) << 1, -1, 1, -1, 1, -1).finished());
}

TEST(RandomHalves, TakesNumbersAsClasses) {
  const Params params{{"halves", ParamValue::List{7, 2.5}}};
  const RuledLabels ruled = ApplyLabelRule("random_halves", params, Numbered(), 1);
  EXPECT_EQ(ruled.y, (Vector(5) << -1, 1, 1, -1, -1).finished());
  EXPECT_EQ(ruled.description, "2.5 7 | -1 2");
}

TEST(RandomHalves, RefusesHalvesThatAreNone) {
  const auto with = [](const ParamValue::List& halves) { return Params{{"halves", halves}}; };
  EXPECT_EQ(FaultOf("random_halves", with({"dgo"}), Named()),
            "label rule 'random_halves': unknown class 'dgo'; did you mean 'dog'? known: ant, bee, "
            "cat, dog, elk");
  EXPECT_EQ(FaultOf("random_halves", with({"dog", "dog"}), Named()),
            "label rule 'random_halves': halves names the class 'dog' twice");
  EXPECT_EQ(FaultOf("random_halves", with({}), Named()),
            "label rule 'random_halves': halves names 0 of 5 classes; expected some but not all");
  EXPECT_EQ(FaultOf("random_halves", with({"ant", "bee", "cat", "dog", "elk"}), Named()),
            "label rule 'random_halves': halves names 5 of 5 classes; expected some but not all");
  EXPECT_EQ(FaultOf("random_halves", with({true}), Named()),
            "label rule 'random_halves': a class is a name or a number, got true");
}

TEST(ClassVsRest, MarksOneClass) {
  const RuledLabels named = ApplyLabelRule("class_vs_rest", {{"class", "bee"}}, Named(), 1);
  EXPECT_EQ(named.y, (Vector(6) << -1, 1, -1, -1, -1, 1).finished());
  EXPECT_EQ(named.description, "ant cat dog elk | bee");
  const RuledLabels numbered = ApplyLabelRule("class_vs_rest", {{"class", 2}}, Numbered(), 1);
  EXPECT_EQ(numbered.y, (Vector(5) << -1, -1, 1, -1, -1).finished());
}

TEST(ClassVsRest, RefusesAnUnknownOrMissingClass) {
  EXPECT_EQ(FaultOf("class_vs_rest", {{"class", 3}}, Numbered()),
            "label rule 'class_vs_rest': unknown class '3'; did you mean '2'? known: -1, 2, 2.5, "
            "7");
  EXPECT_NE(FaultOf("class_vs_rest", {}, Named()), "accepted");
}

RuledLabels Threshold(const ParamValue& value, const Vector& y) {
  Dataset data;
  data.name = "targets";
  data.y = y;
  return ApplyLabelRule("threshold", {{"value", value}}, data, 1);
}

TEST(Threshold, LabelsAboveTheValueBecomePlusOne) {
  const Vector y = (Vector(5) << 3, 1, 2, 2.5, 10).finished();
  const RuledLabels two = Threshold(2, y);
  EXPECT_EQ(two.y, (Vector(5) << 1, -1, -1, 1, 1).finished());
  EXPECT_EQ(two.description, "<= 2 | > 2");
  const RuledLabels mean = Threshold("mean", y);
  EXPECT_EQ(mean.y, (Vector(5) << -1, -1, -1, -1, 1).finished());
  EXPECT_EQ(mean.description, "<= 3.7 | > 3.7");
  const RuledLabels median = Threshold("median", y);
  EXPECT_EQ(median.y, (Vector(5) << 1, -1, -1, -1, 1).finished());
  EXPECT_EQ(median.description, "<= 2.5 | > 2.5");
  EXPECT_EQ(Threshold("median", (Vector(4) << 8, 1, 2, 4).finished()).description, "<= 3 | > 3");
}

TEST(Threshold, RefusesLabelsOnOneSideAndNames) {
  EXPECT_EQ(FaultOf("threshold", {{"value", 7}}, Numbered()),
            "label rule 'threshold': every label of data set 'digits' is <= 7; expected a value "
            "that parts them");
  EXPECT_EQ(FaultOf("threshold", {{"value", -2}}, Numbered()),
            "label rule 'threshold': every label of data set 'digits' is > -2; expected a value "
            "that parts them");
  EXPECT_EQ(FaultOf("threshold", {{"value", 2}}, Named()),
            "label rule 'threshold': the labels of data set 'pets' are class names; expected "
            "numbers");
  EXPECT_EQ(FaultOf("threshold", {{"value", "mode"}}, Numbered()),
            "label rule 'threshold': value is mode; expected a number, or one of mean, median");
  EXPECT_EQ(FaultOf("threshold", {}, Numbered()).substr(0, 37),
            "label rule 'threshold' needs value: a");
  Dataset none = Numbered();
  none.y.resize(0);
  EXPECT_EQ(FaultOf("threshold", {{"value", 1}}, none),
            "label rule 'threshold': data set 'digits' has no rows; expected at least one");
  EXPECT_EQ(FaultOf("", {{"value", 1}}, Numbered()),
            "labels as read take no parameters, got value=1; expected none, or a label rule");
}

TEST(ApplyLabelRule, NeedsClasses) {
  Dataset one = Named();
  one.y.setZero();
  EXPECT_EQ(FaultOf("random_halves", {}, one),
            "label rule 'random_halves': data set 'pets' has 1 class; expected at least two");
  Dataset targets = Numbered();
  targets.y = Vector::LinSpaced(1001, 0, 1);
  EXPECT_EQ(FaultOf("random_halves", {}, targets),
            "label rule 'random_halves': data set 'digits' has more than 1000 labels; expected "
            "classes");
}

}  // namespace
}  // namespace mercer
