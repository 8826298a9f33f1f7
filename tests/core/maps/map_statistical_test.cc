#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "core/maps/maclaurin/maclaurin_law.h"
#include "core/maps/maclaurin/random_maclaurin.h"
#include "tests/core/maps/maclaurin/maclaurin_kernels.h"
#include "tests/core/maps/map_cases.h"

namespace mercer::testing {
namespace {

// Rows short enough for every kernel's estimate to have a small variance.
Matrix Points() {
  Matrix x(4, 3);
  x << .5, .2, -.3, .4, .3, .2, -.1, .5, .3, .45, -.2, .35;
  return x;
}

bool HasExactVariance(const MapCase& map_case) {
  const Vector row = Points().row(0).transpose();
  return map_case.NewSpec()->FeatureVariance(*map_case.NewKernel(), row, row).has_value();
}

class EveryMap : public ::testing::TestWithParam<MapCase> {};

INSTANTIATE_TEST_SUITE_P(Registry, EveryMap, ::testing::ValuesIn(AllMapCases()),
                         [](const auto& test) { return test.param.Name(); });

TEST_P(EveryMap, HasAVarianceOrSaysWhyNot) {
  EXPECT_EQ(HasExactVariance(GetParam()),
            GetParam().NewSpec()->NoVarianceReason(*GetParam().NewKernel()).empty());
}

class UnbiasedMap : public ::testing::TestWithParam<MapCase> {};

INSTANTIATE_TEST_SUITE_P(Registry, UnbiasedMap,
                         ::testing::ValuesIn(MapCasesWith(&MapTraits::unbiased)),
                         [](const auto& test) { return test.param.Name(); });

std::vector<MapCase> UnbiasedMapsWhoseVarianceIs(bool known) {
  std::vector<MapCase> cases;
  for (const MapCase& map_case : MapCasesWith(&MapTraits::unbiased))
    if (HasExactVariance(map_case) == known) cases.push_back(map_case);
  return cases;
}

class MapOfKnownVariance : public ::testing::TestWithParam<MapCase> {};

INSTANTIATE_TEST_SUITE_P(Registry, MapOfKnownVariance,
                         ::testing::ValuesIn(UnbiasedMapsWhoseVarianceIs(true)),
                         [](const auto& test) { return test.param.Name(); });

class MapOfUnknownVariance : public ::testing::TestWithParam<MapCase> {};

INSTANTIATE_TEST_SUITE_P(Registry, MapOfUnknownVariance,
                         ::testing::ValuesIn(UnbiasedMapsWhoseVarianceIs(false)),
                         [](const auto& test) { return test.param.Name(); });

// False-alarm rate about 6e-7 for each of the 10 pairs, seed fixed. A map that is zero, halved or
// weighted wrongly is off by a sizeable part of k; the test says so itself.
TEST_P(MapOfKnownVariance, MeanIsTheKernelWithinFiveStandardErrors) {
  constexpr Index kFeatures = 200000;
  const Examples x = Points();
  const auto kernel = GetParam().NewKernel();
  const auto spec = GetParam().NewSpec();
  const Matrix exact = Gram(*kernel, x, x), estimate = GetParam().Estimate(x, kFeatures, 31);
  bool sharp = false;
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      const std::optional<double> variance = spec->EstimateVariance(
          *kernel, x.dense().row(i).transpose(), x.dense().row(j).transpose(), kFeatures);
      ASSERT_TRUE(variance.has_value());
      const double error = std::sqrt(std::max(0.0, *variance));
      EXPECT_LE(std::abs(estimate(i, j) - exact(i, j)), 5 * error + 1e-12 * exact(i, i))
          << "pair " << i << " " << j;
      sharp = sharp || 5 * error < 0.1 * std::abs(exact(i, j));
    }
  }
  EXPECT_TRUE(sharp) << "the bound would pass a wrong map";
}

// The mean over 2000 seeds within 5.1 of its empirical standard errors (Student's t with so many
// degrees of freedom: false-alarm rate 4e-7 for each pair), which must be small beside k.
TEST_P(MapOfUnknownVariance, MeanOverSeedsIsTheKernel) {
  constexpr int kSeeds = 2000;
  const Examples x = Points();
  const Matrix exact = Gram(*GetParam().NewKernel(), x, x);
  Eigen::ArrayXXd sum = Eigen::ArrayXXd::Zero(4, 4), squares = sum;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Eigen::ArrayXXd error = (GetParam().Estimate(x, 512, 1000 + seed) - exact).array();
    sum += error, squares += error.square();
  }
  const Eigen::ArrayXXd mean = sum / kSeeds;
  const Eigen::ArrayXXd error = ((squares / kSeeds - mean.square()) / kSeeds).max(0).sqrt();
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j <= i; ++j)
      EXPECT_LE(std::abs(mean(i, j)), 5.1 * error(i, j) + 1e-12) << "pair " << i << " " << j;
  }
  EXPECT_LT(5.1 * error.maxCoeff(), 0.02) << "the bound would pass a wrong map";
}

// Root mean square error of the Gram matrix over 40 seeds at four D: its slope in log-log is −1/2.
// A mean of squares over 40 seeds has a relative spread of about 0.25 or less, its logarithm's half
// 0.125, and the slope 0.125/sqrt(Σ centred²) = 0.04: the bound is three of these, seeds fixed.
TEST_P(UnbiasedMap, ErrorFallsWithTheSquareRootOfD) {
  // It falls to that of the pool which frequencies are drawn from (leverage_fourier_test.cc).
  if (GetParam().map == "leverage_fourier") return;
  // A sketch errs only where two columns meet, which among three is too rare to average over.
  const bool sketch = GetParam().map == "tensor_sketch";
  const Examples x = sketch ? RowsInBall(4, 200, 0.8, 1, 3) : Points();
  const auto kernel = GetParam().NewKernel();
  const Matrix exact = Gram(*kernel, x, x);
  std::vector<Index> sizes = {100, 400, 1600, 6400};
  for (Index& D : sizes) D = GetParam().Fitting(D, x.cols());
  double sum_xy = 0, sum_xx = 0, mean_log = 0;
  for (const Index D : sizes) mean_log += std::log(static_cast<double>(D)) / 4;
  for (const Index D : sizes) {
    double square = 0;
    for (std::uint64_t seed = 100; seed < 140; ++seed) {
      const Matrix estimate = GetParam().Estimate(x, D, seed * 7 + static_cast<std::uint64_t>(D));
      square += (exact - estimate).squaredNorm() / 40;
    }
    if (GetParam().IsExact(x)) {
      EXPECT_LE(square, 1e-24);
      continue;
    }
    const double centred = std::log(static_cast<double>(D)) - mean_log;
    sum_xy += centred * 0.5 * std::log(square);
    sum_xx += centred * centred;
  }
  if (GetParam().IsExact(x)) return;
  const double slope = sum_xy / sum_xx;
  EXPECT_LE(slope, -0.38);
  // Points of a randomised sequence err less than independent ones; their map states no variance.
  const bool sequence =
      GetParam().map == "quasi_fourier" || GetParam().map_params.Find("points") != nullptr;
  if (!sequence || HasExactVariance(GetParam())) {
    EXPECT_GE(slope, -0.62);
  }
}

// The sample variance of one feature's estimate within five of its own standard errors, which the
// fourth moment gives: E[(ZZ')^k] = Σ q_n (a_n/q_n)^k E[(<w,x><w,y>)^k]^n, enumerated. False-alarm
// rate about 6e-7 each, fixed seed.
TEST(RandomMaclaurinMoments, VarianceLiesInItsSamplingBand) {
  constexpr Index kFeatures = 400000;
  const Matrix x = Points();
  const Vector a = x.row(0).transpose(), b = x.row(3).transpose();
  const std::vector<std::pair<std::string, Params>> kernels = {
      {"exponential", {{"sigma", 1.0}}},
      {"polynomial", {{"degree", 3}, {"offset", 1}}},
      {"homogeneous_polynomial", {{"degree", 2}}},
      {"vovk", {{"degree", 4}}}};
  for (const auto& [name, params] : kernels) {
    const TheKernel kernel(name, params);
    const MaclaurinLaw law(*kernel, {});
    double raw[5] = {};
    for (int power = 1; power <= 4; ++power) {
      const double moment = SignMoment(a, b, power);
      for (Index n = 0; n <= 60; ++n) {
        const double log_q = law.LogProbability(n);
        if (std::isinf(log_q) || std::isinf(law.LogWeight(n))) continue;
        raw[power] += std::exp(log_q + 2 * power * law.LogWeight(n)) * std::pow(moment, n);
      }
    }
    const double mean = raw[1], variance = raw[2] - mean * mean;
    const double fourth =
        raw[4] - 4 * mean * raw[3] + 6 * mean * mean * raw[2] - 3 * mean * mean * mean * mean;
    EXPECT_NEAR(variance / RandomMaclaurinVariance(*kernel, {}, a, b), 1, 1e-10);
    const auto map =
        MakeMapSpec("random_maclaurin", {})->Draw({kernel.any(), 3, kFeatures, 9, nullptr});
    const Matrix z = map->Transform(x);
    const Eigen::ArrayXd products =
        z.row(0).transpose().array() * z.row(3).transpose().array() * kFeatures;
    const double sample = (products - products.mean()).square().mean();
    const double band = 5 * std::sqrt((fourth - variance * variance) / kFeatures);
    EXPECT_NEAR(sample, variance, band) << name;
    EXPECT_LT(band, 0.5 * variance) << "the band is too wide to tell a wrong weight";
  }
}

}  // namespace
}  // namespace mercer::testing
