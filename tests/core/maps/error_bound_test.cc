#include "core/maps/error_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>

#include "tests/core/maps/map_cases.h"

namespace mercer::testing {
namespace {

ErrorBound BoundOf(const Params& map, const std::string& kernel, const Params& params,
                   const RowRadii& radii) {
  return MakeMapSpec("random_maclaurin", map)->Bound(*MakeKernel(kernel, params), radii).value();
}

TEST(ErrorBound, EpsilonAndTheNumberOfFeaturesAreInverse) {
  const ErrorBound bound{.scale = 3, .bias = 0.1, .source = "test"};
  EXPECT_NEAR(bound.Epsilon(200, 0.05), 0.1 + 3 * std::sqrt(2 * std::log(40) / 200), 1e-14);
  const double needed = bound.NumRandomFeatures(0.5, 0.05);
  EXPECT_LE(bound.Epsilon(static_cast<Index>(needed), 0.05), 0.5);
  EXPECT_GT(bound.Epsilon(static_cast<Index>(needed) - 1, 0.05), 0.5);
  EXPECT_TRUE(std::isinf(bound.NumRandomFeatures(0.1, 0.05)));
  EXPECT_EQ((ErrorBound{.scale = 0, .bias = 0.1, .source = ""}).NumRandomFeatures(0.2, 0.05), 1);
}

TEST(ErrorBound, RadiiAreTheLargestNorms) {
  Matrix x(2, 3);
  x << 3, -4, 0, 2, 2, 2;
  const RowRadii radii = RadiiOf(x);
  EXPECT_DOUBLE_EQ(radii.l1, 7);
  EXPECT_DOUBLE_EQ(radii.l2, 5);
  EXPECT_DOUBLE_EQ(RadiiOf(ToSparse(Examples(x))).l1, 7);
}

// C = p f(pR²) for the paper's law with p = 2.
TEST(RandomMaclaurinBound, IsThePapersConstant) {
  const RowRadii radii{.l1 = 0.7, .l2 = 0.5};
  EXPECT_NEAR(BoundOf({}, "exponential", {{"sigma", 1.0}}, radii).scale, 2 * 2 * std::exp(2 * 0.49),
              1e-12);
  EXPECT_NEAR(BoundOf({}, "polynomial", {{"degree", 3}, {"offset", 1}}, radii).scale,
              2 * 2 * std::pow(1 + 2 * 0.49, 3), 1e-12);
  // p = 3: the paper's weights sum to 1/2, so the law is renormalised and C is halved.
  EXPECT_NEAR(BoundOf({{"measure", 3.0}}, "exponential", {{"sigma", 1.0}}, radii).scale,
              2 * 1.5 * std::exp(3 * 0.49), 1e-12);
  // H0/1: (f(pR²) − a_0 − a_1 pR²)/p for p = 2.
  EXPECT_NEAR(BoundOf({{"h01", true}}, "exponential", {{"sigma", 1.0}}, radii).scale,
              2 * (std::exp(0.98) - 1 - 0.98) / 2, 1e-12);
}

// log P[sup ≥ ε] of the paper's own formula is log δ at the ε granted.
TEST(RandomMaclaurinBound, ForAllPairsIsThePapers) {
  const double r = 0.7, d = 4, D = 3000, delta = 0.05;
  const ErrorBound bound =
      BoundOf({}, "exponential", {{"sigma", 1.0}}, {.l1 = r, .l2 = 0.5, .input_dim = 4});
  ASSERT_TRUE(bound.uniform.has_value());
  const double epsilon = *bound.UniformEpsilon(3000, delta);
  const double c = 2 * std::exp(2 * r * r);
  const double slope = std::exp(r * r) + 4 * r * std::sqrt(d) * std::exp(2 * r * r);
  EXPECT_NEAR(std::log(2) + 2 * d * std::log(32 * r * slope / epsilon) -
                  D * epsilon * epsilon / (8 * c * c),
              std::log(delta), 1e-9);
  EXPECT_GT(epsilon, bound.Epsilon(3000, delta));
  EXPECT_FALSE(BoundOf({}, "exponential", {{"sigma", 1.0}}, {.l1 = r, .l2 = 0.5}).uniform)
      << "d is not known";
}

// Lemma 2 as Atarashi et al. print it; Claim 1 of Rahimi & Recht with E|w|² = d/σ².
TEST(UniformBounds, AreThePapers) {
  const RowRadii radii{.l1 = 0.7, .l2 = 0.5, .input_dim = 4};
  const double delta = 0.05, D = 800;
  const auto granted = [&](const char* map, const char* kernel, const Params& params) {
    const auto bound = MakeMapSpec(map, {})->Bound(*MakeKernel(kernel, params), radii);
    return bound->UniformEpsilon(800, delta).value();
  };
  double e = granted("random_kernel", "all_subsets", {});
  EXPECT_NEAR(std::log(2) + 8 * std::log(32 * 0.7 * std::sqrt(4 * std::exp(1.4)) / e) -
                  D * e * e / (8 * std::exp(2.8)),
              std::log(delta), 1e-9);
  e = granted("random_fourier", "gaussian", {{"sigma", 0.9}});
  const double diameter = 1;
  EXPECT_NEAR(
      std::log(256) + std::log(4 / 0.81 * diameter * diameter / (e * e)) - D * e * e / (4 * 6),
      std::log(delta), 1e-9);
}

TEST(RandomMaclaurinBound, AddsWhatTruncationLeavesOut) {
  const ErrorBound bound = BoundOf({{"max_order", 2}}, "exponential", {{"sigma", 1.0}}, {.7, .5});
  EXPECT_NEAR(bound.bias, std::exp(0.25) - 1 - 0.25 - 0.25 * 0.25 / 2, 1e-14);
}

TEST(RandomMaclaurinBound, IsAbsentWhereTheSeriesDiverges) {
  const auto kernel = MakeKernel("vovk_infinite", {});
  const auto spec = MakeMapSpec("random_maclaurin", {});
  EXPECT_FALSE(spec->Bound(*kernel, {.l1 = 0.8, .l2 = 0.6}).has_value());
  EXPECT_TRUE(spec->Bound(*kernel, {.l1 = 0.6, .l2 = 0.6}).has_value());
}

using List = ParamValue::List;

std::optional<ErrorBound> BoundOfMap(const std::string& map, const Params& map_params,
                                     const std::string& kernel, const Params& kernel_params,
                                     const RowRadii& radii) {
  return MakeMapSpec(map, map_params)->Bound(*MakeKernel(kernel, kernel_params), radii);
}

// p f(p C_W) with p = 2 and C_W = 2 of √2·cos(<w, x> + b), the paper's own example.
TEST(ComposedMaclaurinBound, IsThePapersConstant) {
  const Params kernel{{"outer", Named("exponential", {{"sigma", 1}})},
                      {"inner", Named("gaussian", {{"sigma", 1}})}};
  const auto bound = BoundOfMap("composed_maclaurin", {{"inner", "random_fourier"}}, "composed",
                                kernel, {.l1 = 0.7, .l2 = 0.5});
  ASSERT_TRUE(bound.has_value());
  EXPECT_NEAR(bound->product_sup, 2 * std::exp(4), 1e-10);
  EXPECT_NEAR(bound->scale, 4 * std::exp(4), 1e-10);
  EXPECT_EQ(bound->bias, 0);
}

TEST(CombinedBounds, FollowTheirParts) {
  const RowRadii radii{.l1 = 0.7, .l2 = 0.5};
  const ParamValue anova = Named("anova", {{"order", 2}}),
                   gaussian = Named("gaussian", {{"sigma", 1}});
  const Params maps{{"of", List{"random_kernel", "random_fourier"}}};
  const double of_anova = std::pow(0.7, 4), of_gaussian = 2;
  EXPECT_NEAR(
      BoundOfMap("product_features", maps, "product", {{"of", List{anova, gaussian}}}, radii)
          ->scale,
      of_anova * of_gaussian, 1e-14);
  EXPECT_NEAR(BoundOfMap("sum_features", maps, "sum",
                         {{"of", List{anova, gaussian}}, {"weights", List{0.5, 3}}}, radii)
                  ->scale,
              3.5 * of_gaussian, 1e-14);
}

// Gaussian vectors have no bound.
TEST(CombinedBounds, AreAbsentWhereAPartHasNone) {
  const RowRadii radii{.l1 = 0.7, .l2 = 0.5};
  const ParamValue anova = Named("anova", {{"order", 2}}),
                   gaussian = Named("gaussian", {{"sigma", 1}}),
                   unbounded = Named("random_kernel", {{"distribution", "gaussian"}});
  const Params maps{{"of", List{unbounded, "random_fourier"}}},
      kernels{{"of", List{anova, gaussian}}};
  EXPECT_FALSE(BoundOfMap("product_features", maps, "product", kernels, radii).has_value());
  EXPECT_FALSE(BoundOfMap("sum_features", maps, "sum", kernels, radii).has_value());
  EXPECT_FALSE(BoundOfMap("composed_maclaurin", {{"inner", unbounded}}, "composed",
                          {{"outer", Named("exponential", {{"sigma", 1}})}, {"inner", anova}},
                          radii)
                   .has_value());
}

Params LayersOver(Params input, const Params& activation, int depth) {
  input.Set("type", "input");
  Nodes nodes{input};
  for (int i = 0; i < depth; ++i)
    nodes.push_back(Params{{"type", "fully_connected"}, {"activation", activation}});
  return {{"nodes", nodes}};
}

std::optional<ErrorBound> SkeletonBound(const Params& map, const Params& skeleton,
                                        Index input_dim = 0) {
  return BoundOfMap("skeleton_features", map, "skeleton", skeleton,
                    {.l1 = 1, .l2 = 1, .input_dim = input_dim});
}

// C⁴ of q ≥ 2 C⁴ log(2/δ)/ε², C = 1 at any depth; √2 C for a part of a complex feature.
TEST(SkeletonBound, IsThePapersConstant) {
  const Params angle{{"space", "angle"}, {"scale", 1}};
  for (const int depth : {0, 1, 4}) {
    const auto bound = SkeletonBound({}, LayersOver(angle, Relu(), depth));
    ASSERT_TRUE(bound.has_value());
    EXPECT_EQ(bound->scale, 1);
    EXPECT_NEAR(bound->NumRandomFeatures(0.1, 0.05), 2 * std::log(40) / 0.01, 1);
    EXPECT_EQ(SkeletonBound({{"variant", "real"}}, LayersOver(angle, Relu(), depth))->scale, 2);
  }
  EXPECT_EQ(
      SkeletonBound({{"variant", "real"}}, LayersOver({{"space", "binary"}}, Relu(), 1))->scale, 1);
  const Params relu = LayersOver(angle, Relu(), 1);
  EXPECT_NEAR(SkeletonBound({{"duplicates", "stratify"}}, relu)->scale, 1 - 1 / std::acos(-1.0),
              1e-12);
  EXPECT_EQ(SkeletonBound({{"duplicates", "merge"}}, relu)->scale, 1);
  EXPECT_FALSE(SkeletonBound({{"duplicates", "merge"}, {"budget", "stored"}}, relu).has_value());
}

// Norm √(n/2) of pairs and √n of the others, to the power of the factors that a feature may have.
TEST(SkeletonBound, GrowsWithTheNormOfTheSphere) {
  const Params pairs{{"space", "sphere"}}, signs{{"space", "sphere"}, {"scheme", "signs"}};
  const Params square{{"name", "hermite"}, {"coefficients", Nodes{0.6, 0, 0.8}}};
  EXPECT_NEAR(SkeletonBound({}, LayersOver(pairs, square, 0), 6)->scale, 3, 1e-12);
  EXPECT_NEAR(SkeletonBound({}, LayersOver(pairs, square, 1), 6)->scale, 9, 1e-12);
  EXPECT_NEAR(SkeletonBound({}, LayersOver(pairs, square, 2), 6)->scale, 81, 1e-10);
  EXPECT_NEAR(SkeletonBound({}, LayersOver(signs, square, 1), 6)->scale, 36, 1e-12);
  EXPECT_NEAR(SkeletonBound({}, LayersOver(pairs, Relu(), 2), 2)->scale, 1, 1e-12);
  EXPECT_FALSE(SkeletonBound({}, LayersOver(pairs, Relu(), 1), 6).has_value());
  EXPECT_FALSE(SkeletonBound({}, LayersOver(pairs, square, 1)).has_value()) << "d is not known";
  EXPECT_NEAR(SkeletonBound({{"max_degree", 3}}, LayersOver(pairs, Relu(), 1), 6)->scale, 27,
              1e-10);
}

// Twice the probability above the degree kept, and no less than what it changes at any t.
TEST(SkeletonBound, AddsWhatACutDegreeChanges) {
  const Params angle{{"space", "angle"}, {"scale", 1}};
  const double pi = std::acos(-1.0);
  const double above = 1 - 1 / pi - 0.5 - 1 / (2 * pi);  // relu: all but degrees 0, 1, 2
  EXPECT_NEAR(SkeletonBound({{"max_degree", 2}}, LayersOver(angle, Relu(), 1))->bias, 2 * above,
              1e-12);
  const double slope = 0.5 + 2 * (0.5 - 1 / pi);  // of the law cut at 2
  EXPECT_NEAR(SkeletonBound({{"max_degree", 2}}, LayersOver(angle, Relu(), 2))->bias,
              2 * above * (1 + slope), 1e-12);
  EXPECT_EQ(SkeletonBound({}, LayersOver(angle, Relu(), 2))->bias, 0);
}

// A feature over unit rows of the sphere never exceeds it, and comes near: the square of a pair.
TEST(SkeletonBound, IsReachedOnTheSphere) {
  const Params square{{"name", "hermite"}, {"coefficients", Nodes{0.6, 0, 0.8}}};
  for (const char* scheme : {"pairs", "coordinate", "uniform", "signs"}) {
    const Params skeleton = LayersOver({{"space", "sphere"}, {"scheme", scheme}}, square, 1);
    Matrix x = UnitRows(3, 4, 21);
    x.row(1).setZero();
    x(1, 2) = 1;
    x.row(2).setConstant(0.5);
    const auto kernel = MakeKernel("skeleton", skeleton);
    const auto spec = MakeMapSpec("skeleton_features", {});
    constexpr Index kFeatures = 20000;
    const auto map = spec->Draw({*kernel, 4, kFeatures, 3, nullptr});
    const Matrix z = map->Transform(Examples(x)) * std::sqrt(static_cast<double>(kFeatures));
    const Index width = map->is_complex() ? 2 : 1;
    double largest = 0;
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < kFeatures; ++j)
        largest = std::max(largest, z.row(i).segment(width * j, width).squaredNorm());
    const double sup = spec->Bound(*kernel, RadiiOf(Examples(x)))->product_sup;
    EXPECT_LE(largest, sup * (1 + 1e-12)) << scheme;
    EXPECT_GE(largest, 0.7 * sup) << scheme;
  }
}

// A bound that is lost is noticed: every map of which a paper states one.
TEST(ErrorBound, TheMapsThatStateOne) {
  std::set<std::string> maps;
  for (const MapCase& map_case : AllMapCases())
    if (map_case.NewSpec()->Bound(*map_case.NewKernel(), {.l1 = 0.6, .l2 = 0.5}))
      maps.insert(map_case.map);
  EXPECT_EQ(maps, (std::set<std::string>{"random_maclaurin", "composed_maclaurin", "sum_features",
                                         "product_features", "random_kernel", "random_fourier",
                                         "taylor", "monomials", "skeleton_features"}));
}

}  // namespace
}  // namespace mercer::testing
