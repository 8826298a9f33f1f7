#include <gtest/gtest.h>

#include <cmath>

#include "core/maps/builtin_maps.h"
#include "tests/core/kernels/skeleton/skeletons.h"

namespace mercer {
namespace {

using testing::MixedSkeleton;
using testing::NewSkeleton;
using testing::Nodes;
using testing::Scaled;
using testing::UnitRows;

constexpr Index kFeatures = 200000;

Params ConvSkeleton() {
  return {
      {"nodes",
       Nodes{Params{{"type", "input"}, {"space", "angle"}, {"scale", 1.2}, {"grid", Nodes{3, 3}}},
             Params{{"type", "conv"}, {"size", 2}, {"activation", "relu"}},
             Params{{"type", "fully_connected"}, {"activation", "relu"}}}}};
}

// Examples 5 and 6 under an entire activation, so that the variance is finite.
Params SphereSkeleton(const char* scheme) {
  return {{"nodes",
           Nodes{Params{{"type", "input"}, {"space", "sphere"}, {"scheme", scheme}},
                 Params{{"type", "fully_connected"}, {"activation", Scaled("sine", 0.9)}},
                 Params{{"type", "fully_connected"}, {"activation", Scaled("exponential", 0.7)}}}}};
}

struct Case {
  Params skeleton;
  Index d;
};

std::vector<Case> Cases() {
  return {{MixedSkeleton(), 3},           {ConvSkeleton(), 9},
          {SphereSkeleton("pairs"), 3},   {SphereSkeleton("coordinate"), 3},
          {SphereSkeleton("uniform"), 3}, {SphereSkeleton("signs"), 3}};
}

// D·z_i(x)·z_i(y) of each feature.
Eigen::ArrayXd Estimates(const FeatureMap& map, const Matrix& x) {
  const Index D = map.num_random_features(), width = map.is_complex() ? 2 : 1;
  const Matrix z = map.Transform(Examples(x)).rightCols(width * D);
  const Eigen::ArrayXd products = (z.row(0).array() * z.row(1).array()).transpose();
  Eigen::ArrayXd sums(D);
  for (Index i = 0; i < D; ++i) sums[i] = products.segment(width * i, width).sum();
  return sums * static_cast<double>(D);
}

// Mean within five standard errors of the kernel, by the exact variance, and the sample variance
// within five of its own standard errors (from the sample's fourth moment) of the exact one: 6e-7
// each, seeds fixed. Half the scale, another order's weight or a wrong sign fail both.
TEST(SkeletonFeaturesStatistics, MeanAndVarianceAreThoseOfTheory) {
  for (const Case& c : Cases()) {
    const auto kernel = NewSkeleton(c.skeleton);
    const Matrix x = UnitRows(2, c.d, 31);
    const double exact = Gram(*kernel, Examples(x), Examples(x))(0, 1);
    for (const char* variant : {"complex", "real"}) {
      for (const char* duplicates : {"keep", "stratify"}) {
        const auto spec =
            MakeMapSpec("skeleton_features", {{"variant", variant}, {"duplicates", duplicates}});
        const auto map = spec->Draw({*kernel, c.d, kFeatures, 17, nullptr});
        const double variance = *spec->FeatureVariance(*kernel, x.row(0), x.row(1));
        const Eigen::ArrayXd estimates = Estimates(*map, x);
        double mean = estimates.mean();
        if (std::string(duplicates) == "stratify") {
          const Matrix z = map->Transform(Examples(x));
          mean += z(0, 0) * z(1, 0);
        }
        const std::string what = kernel->Describe() + " " + variant + " " + duplicates;
        EXPECT_NEAR(mean, exact, 5 * std::sqrt(variance / kFeatures)) << what;
        EXPECT_LT(5 * std::sqrt(variance / kFeatures), 0.2 * std::abs(exact)) << "not sharp";
        const Eigen::ArrayXd squares = (estimates - estimates.mean()).square();
        const double band = 5 * std::sqrt((squares - squares.mean()).square().mean() / kFeatures);
        EXPECT_NEAR(squares.mean(), variance, band) << what;
        EXPECT_LT(band, 0.3 * variance) << "the band is too wide";
      }
    }
  }
}

// Hoeffding for a norm-efficient scheme (C = 1): P(|error| ≥ eps) ≤ 2 exp(−q·eps²/2). Of 400 seeds
// the share that breaks eps may pass the bound only by chance: five standard errors are allowed.
TEST(SkeletonFeaturesStatistics, ErrorsConcentrateAsHoeffdingSays) {
  const auto kernel = NewSkeleton(ConvSkeleton());
  const Matrix x = UnitRows(2, 9, 32);
  const double exact = Gram(*kernel, Examples(x), Examples(x))(0, 1);
  const auto spec = MakeMapSpec("skeleton_features", {});
  constexpr Index kSize = 100;
  constexpr int kSeeds = 400;
  Vector errors(kSeeds);
  for (int seed = 0; seed < kSeeds; ++seed) {
    const auto map = spec->Draw({*kernel, 9, kSize, static_cast<std::uint64_t>(seed), nullptr});
    const Matrix z = map->Transform(Examples(x));
    errors[seed] = std::abs(z.row(0).dot(z.row(1)) - exact);
  }
  for (const double eps : {0.1, 0.2, 0.3}) {
    const double bound = std::min(1.0, 2 * std::exp(-kSize * eps * eps / 2));
    const double share = static_cast<double>((errors.array() >= eps).count()) / kSeeds;
    EXPECT_LE(share, bound + 5 * std::sqrt(bound * (1 - bound) / kSeeds)) << eps;
  }
  EXPECT_GT(errors.mean(), 0.005) << "too good: these are not random features";
}

// At an equal number of stored features de-duplication takes more draws, and errs less: root mean
// square over 60 seeds, where the ratio is known to about a tenth.
TEST(SkeletonFeaturesStatistics, StoredBudgetErrsLess) {
  const auto kernel = NewSkeleton(ConvSkeleton());
  const Matrix x = UnitRows(6, 9, 33);
  const Matrix exact = Gram(*kernel, Examples(x), Examples(x));
  const auto error = [&](const Params& params) {
    double square = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const auto map =
          MakeMapSpec("skeleton_features", params)->Draw({*kernel, 9, 300, seed, nullptr});
      const Matrix z = map->Transform(Examples(x));
      square += (z * z.transpose() - exact).squaredNorm() / 60;
    }
    return std::sqrt(square);
  };
  EXPECT_LT(error({{"duplicates", "merge"}, {"budget", "stored"}}), 0.6 * error({}));
}

}  // namespace
}  // namespace mercer
