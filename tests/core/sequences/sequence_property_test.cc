// Laws of every registered sequence with default parameters and its presets.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/quantiles.h"
#include "tests/core/sequences/point_set_support.h"

namespace mercer {
namespace {

struct Case {
  std::string label;
  std::string name;
  Params params;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

// Every sequence as it comes, every preset of it, and the ways to randomise.
std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const SequenceEntry& entry : SequenceRegistry().entries()) {
    cases.push_back({entry.name, entry.name, {}});
    for (const ParamSpec& spec : entry.params) {
      for (const std::string& choice : spec.choices)
        cases.push_back(
            {entry.name + "_" + spec.name + "_" + choice, entry.name, {{spec.name, choice}}});
      if (spec.kind == ParamKind::kBool)
        cases.push_back({entry.name + "_" + spec.name, entry.name, {{spec.name, true}}});
    }
  }
  for (Case& c : cases)
    if (c.name == "adaptive") c.params.Set("iterations", 5);
  return cases;
}

class Sequence : public ::testing::TestWithParam<Case> {
 protected:
  static std::unique_ptr<PointSet> Make(Index dim, Index num_points, std::uint64_t seed = 1) {
    return MakePointSet(GetParam().name, GetParam().params, dim, num_points, seed);
  }
};

TEST_P(Sequence, LiesInTheCubeAndIsInteriorAsSaid) {
  const auto set = Make(30, 200);
  const Matrix points = PointsOf(*set);
  EXPECT_GE(points.minCoeff(), 0);
  EXPECT_LT(points.maxCoeff(), 1);
  EXPECT_EQ(set->traits().interior, points.minCoeff() > 0);
  if (set->traits().interior) {
    EXPECT_NO_THROW(CheckInterior(*set));
    EXPECT_LT(points.unaryExpr(&NormalQuantile).cwiseAbs().maxCoeff(), 9);
  } else {
    EXPECT_THROW(CheckInterior(*set), InvalidInput);
  }
}

TEST_P(Sequence, SameBitsHoweverItIsCut) {
  const auto set = Make(13, 300);
  const Matrix whole = PointsOf(*set);
  Matrix pieces(300, 13);
  for (Index begin = 0, count = 1; begin < 300; begin += count, count = count * 2 + 1) {
    count = std::min(count, 300 - begin);
    set->Points(begin, count, pieces.middleRows(begin, count));
  }
  EXPECT_EQ(pieces, whole);
  EXPECT_EQ(PointsOf(*Make(13, 300)), whole);
}

TEST_P(Sequence, SeedMattersIfRandomised) {
  const auto set = Make(5, 40, 1);
  EXPECT_EQ(PointsOf(*set) != PointsOf(*Make(5, 40, 2)), set->traits().randomised);
}

TEST_P(Sequence, ExtensibleAsSaid) {
  const auto set = Make(6, 40);
  if (!set->traits().extensible) return;
  EXPECT_EQ(PointsOf(*set), PointsOf(*Make(6, 100)).topRows(40));
}

// Moments of coordinates up to five standard errors of independent points, which one of them in two
// million exceeds; no coordinate repeats another.
TEST_P(Sequence, CoversTheCube) {
  const Index n = 512;
  const Matrix points = PointsOf(*Make(10, n));
  const double root = std::sqrt(static_cast<double>(n));
  for (Index j = 0; j < 10; ++j) {
    EXPECT_NEAR(points.col(j).mean(), 0.5, 5 * std::sqrt(1.0 / 12) / root) << j;
    EXPECT_NEAR(points.col(j).array().square().mean(), 1.0 / 3, 5 * std::sqrt(4.0 / 45) / root)
        << j;
    for (Index i = 0; i < j; ++i) {
      EXPECT_NEAR(((points.col(i).array() - 0.5) * (points.col(j).array() - 0.5)).mean(), 0,
                  5.0 / 12 / root)
          << i << " " << j;
      EXPECT_GT((points.col(i) - points.col(j)).cwiseAbs().maxCoeff(), 0.5) << i << " " << j;
    }
  }
}

TEST_P(Sequence, ManyDimensions) {
  const Index d = GetParam().name == "adaptive" ? 130 : 784;
  const auto set = Make(d, 20);
  EXPECT_EQ(set->dim(), d);
  EXPECT_LT(PointsOf(*set).maxCoeff(), 1);
}

INSTANTIATE_TEST_SUITE_P(All, Sequence, ::testing::ValuesIn(Cases()),
                         [](const auto& tested) { return tested.param.label; });

TEST(Sequences, Faults) {
  EXPECT_EQ(FaultOf("halton", {}, 0, 10),
            "sequence 'halton': the dimension is 0; expected at least 1");
  EXPECT_EQ(FaultOf("halton", {}, 3, 0),
            "sequence 'halton': the number of points is 0; expected at least 1");
  EXPECT_EQ(FaultOf("halton", {}, 2001, 10),
            "sequence 'halton': the dimension is 2001; expected at most 2000");
  EXPECT_THAT(FaultOf("halten", {}, 2, 10), ::testing::HasSubstr("did you mean 'halton'"));
  EXPECT_THAT(FaultOf("halton", {{"preset", "matlab"}}, 2, 10),
              ::testing::HasSubstr("plain, yang2014, skylark"));
}

TEST(Sequences, TraitsOfTheRegistryAreThoseOfTheDefaults) {
  for (const SequenceEntry& entry : SequenceRegistry().entries()) {
    const auto traits = MakePointSet(entry.name, {}, 3, 10, 1)->traits();
    EXPECT_EQ(traits.randomised, entry.traits.randomised) << entry.name;
    EXPECT_EQ(traits.extensible, entry.traits.extensible) << entry.name;
    EXPECT_EQ(traits.interior, entry.traits.interior) << entry.name;
    EXPECT_TRUE(traits.interior) << entry.name;
    EXPECT_TRUE(entry.max_dim < 0 || entry.max_dim >= 784) << entry.name;
    EXPECT_FALSE(entry.summary.empty() || entry.citation.empty()) << entry.name;
  }
}

}  // namespace
}  // namespace mercer
