#include "core/maps/skeleton/skeleton_features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "tests/core/kernels/skeleton/skeletons.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::AngleInput;
using ::testing::HasSubstr;
using testing::MixedSkeleton;
using testing::NewSkeleton;
using testing::Nodes;
using testing::ReluLayers;
using testing::Scaled;
using testing::UnitRows;

std::unique_ptr<FeatureMap> DrawMap(const Params& skeleton, const Params& map, Index d, Index D,
                                    std::uint64_t seed = 3) {
  const auto kernel = NewSkeleton(skeleton);
  return MakeMapSpec("skeleton_features", map)->Draw({*kernel, d, D, seed, nullptr});
}

std::optional<double> Variance(const Params& skeleton, const Params& map, const Vector& x,
                               const Vector& y) {
  return MakeMapSpec("skeleton_features", map)->FeatureVariance(*NewSkeleton(skeleton), x, y);
}

// The same inner products to rounding, from fewer columns.
TEST(SkeletonFeatures, MergedIsTheAverageOverAllDraws) {
  const Matrix x = UnitRows(12, 4, 13);
  for (const char* variant : {"complex", "real"}) {
    const Params skeleton = ReluLayers(AngleInput(), 2);
    const Matrix raw = DrawMap(skeleton, {{"variant", variant}}, 4, 5000)->Transform(Examples(x));
    const Matrix merged =
        DrawMap(skeleton, {{"variant", variant}, {"duplicates", "merge"}}, 4, 5000)
            ->Transform(Examples(x));
    EXPECT_LT(merged.cols(), raw.cols() / 4);
    EXPECT_LE((raw * raw.transpose() - merged * merged.transpose()).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(SkeletonFeatures, ABudgetOfStoredFeaturesIsFilledOrExhausted) {
  const Params map = {{"duplicates", "merge"}, {"budget", "stored"}};
  const auto many = DrawMap(ReluLayers(AngleInput(), 1), map, 6, 300);
  EXPECT_EQ(many->output_dim(), 600);
  // x and the constant: there are no more.
  const Params hermite = {{"name", "hermite"}, {"coefficients", Nodes{0.6, 0.8}}};
  const Params skeleton = {
      {"nodes", Nodes{Params{{"type", "input"}, {"space", "binary"}},
                      Params{{"type", "fully_connected"}, {"activation", hermite}}}}};
  const auto few = DrawMap(skeleton, map, 1, 50);
  EXPECT_EQ(few->output_dim(), 2);
  EXPECT_FALSE(few->is_complex());
}

// Of x and the constant the first has one factor. Five standard errors of a share, seed fixed.
TEST(SkeletonFeatures, CountsTheFactorsThatItStores) {
  const Params hermite = {{"name", "hermite"}, {"coefficients", Nodes{0.6, 0.8}}};
  const Params skeleton = {
      {"nodes", Nodes{Params{{"type", "input"}, {"space", "binary"}},
                      Params{{"type", "fully_connected"}, {"activation", hermite}}}}};
  const auto factors = [&](const Params& map) {
    const auto counts = DrawMap(skeleton, map, 1, 10000)->factors();
    EXPECT_NEAR(counts->expected, 0.64, 1e-15);
    return counts->mean;
  };
  EXPECT_NEAR(factors({}), 0.64, 5 * std::sqrt(0.64 * 0.36 / 10000));
  EXPECT_EQ(factors({{"duplicates", "merge"}}), 0.5);
  EXPECT_EQ(factors({{"duplicates", "stratify"}}), 1);
  EXPECT_FALSE(MakeMapSpec("random_maclaurin", {})
                   ->Draw({*MakeKernel("exponential", {{"sigma", 1}}), 3, 4, 1, nullptr})
                   ->factors()
                   .has_value());
}

TEST(SkeletonFeatures, ComplexWhereASpaceIs) {
  EXPECT_TRUE(DrawMap(MixedSkeleton(), {}, 3, 10)->is_complex());
  EXPECT_EQ(DrawMap(MixedSkeleton(), {}, 3, 10)->output_dim(), 20);
  EXPECT_FALSE(DrawMap(MixedSkeleton(), {{"variant", "real"}}, 3, 10)->is_complex());
  EXPECT_FALSE(DrawMap(ReluLayers({{"space", "binary"}}, 1), {}, 3, 10)->is_complex());
  EXPECT_EQ(DrawMap(MixedSkeleton(), {{"duplicates", "stratify"}}, 3, 10)->output_dim(), 22);
}

// Zeros are what a logarithm would fail on.
TEST(SkeletonFeatures, ZerosAreExact) {
  const Params input = {{"space", "sphere"}, {"scheme", "coordinate"}};
  Matrix x = Matrix::Zero(2, 3);
  x(0, 1) = 1;
  x(1, 2) = -1;
  const Matrix z = DrawMap(ReluLayers(input, 1), {}, 3, 2000)->Transform(Examples(x));
  EXPECT_TRUE(z.allFinite());
  EXPECT_GT((z.array() == 0).count(), 1000);
}

// Over a sphere a feature can exceed 1, and the second moment leaves the disc of relu's series.
TEST(SkeletonFeatures, VarianceMayBeInfinite) {
  const Vector x = Vector::Constant(3, std::sqrt(1.0 / 3));
  Vector y = Vector::Zero(3);
  y[0] = 1;
  const Params input = {{"space", "sphere"}};
  EXPECT_TRUE(std::isfinite(*Variance(ReluLayers(input, 1), {}, x, x)));
  EXPECT_TRUE(std::isinf(*Variance(ReluLayers(input, 1), {}, y, y)));
  EXPECT_TRUE(std::isfinite(*Variance(ReluLayers(input, 1), {{"max_degree", 10}}, y, y)));
  EXPECT_FALSE(
      Variance(ReluLayers(AngleInput(), 1), {{"duplicates", "merge"}, {"budget", "stored"}}, x, y)
          .has_value());
}

std::string Message(const Params& skeleton, const Params& map, const Matrix& x) {
  return testing::Message([&] { DrawMap(skeleton, map, x.cols(), 50)->Transform(Examples(x)); });
}

TEST(SkeletonFeatures, Errors) {
  const Matrix x = Matrix::Ones(2, 3);
  const Params step = {{"type", "fully_connected"}, {"activation", "step"}};
  const Params input = {{"type", "input"}, {"space", "angle"}, {"scale", 1}};
  EXPECT_THAT(Message({{"nodes", Nodes{input, step}}}, {}, x),
              HasSubstr("expected max_degree with it"));
  EXPECT_EQ(Message({{"nodes", Nodes{input, step}}}, {{"max_degree", 9}}, x), "nothing was thrown");
  EXPECT_THAT(Message(MixedSkeleton(), {{"budget", "stored"}}, x),
              HasSubstr("expected draws, or duplicates=merge"));
  EXPECT_THAT(Message(ReluLayers({{"space", "sphere"}}, 1), {}, x),
              HasSubstr("row 0 does not fit the input of 3 columns"));
  const Params constant = {{"name", "hermite"}, {"coefficients", Nodes{1}}};
  const Params only = {{"type", "fully_connected"}, {"activation", constant}};
  EXPECT_THAT(Message({{"nodes", Nodes{input, only}}}, {{"duplicates", "stratify"}}, x),
              HasSubstr("constant with probability 1"));
  Nodes deep{input};
  for (int i = 0; i < 6; ++i)
    deep.push_back(Params{{"type", "fully_connected"}, {"activation", Scaled("exponential", 100)}});
  EXPECT_THAT(Message({{"nodes", deep}}, {}, x), HasSubstr("of memory"));
  const auto spec = MakeMapSpec("skeleton_features", {});
  EXPECT_THROW(spec->CheckKernel(*MakeKernel("linear", {})), InvalidInput);
}

}  // namespace
}  // namespace mercer
