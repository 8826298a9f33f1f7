#include "core/maps/fourier/orthogonal_fourier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/fourier/orthogonal_covariance.h"

namespace mercer::testing {
namespace {

using ::testing::HasSubstr;

// By an independent program with 50 digits.
TEST(OrthogonalCovariance, GoldenValues) {
  const auto product = [](Index d, double z) {
    return OrthogonalCovariance(d, z * z / 2) + std::exp(-z * z);
  };
  EXPECT_NEAR(product(4, 1), 0.32853744067767643, 1e-15);
  EXPECT_NEAR(product(8, 1.5), 0.06789569872032605, 1e-15);
  EXPECT_NEAR(product(3, 0.7), 0.5956960670760567, 1e-15);
  EXPECT_NEAR(product(22, 1), 0.3596527350492223, 1e-15);
  EXPECT_NEAR(product(64, 1), 0.3650182950138446, 1e-15);
}

// E cos(χ_2 a), by the trapezoidal rule for r·exp(−r²/2)·cos(ra), whose odd derivatives at 0 are
// corrected for.
double MeanCosineOfRayleigh(double a) {
  constexpr double kStep = 1.0 / 512;
  double sum = 0;
  for (int i = 1; i <= 12 * 512; ++i) {
    const double r = kStep * i;
    sum += r * std::exp(-r * r / 2) * std::cos(r * a);
  }
  const double first = 1, third = -3 * (1 + a * a);
  return kStep * sum + kStep * kStep / 12 * first - std::pow(kStep, 4) / 720 * third;
}

// In two dimensions the directions are (cos φ, sin φ) and (−sin φ, cos φ).
TEST(OrthogonalCovariance, IsTheIntegralOverTheRotationsOfThePlane) {
  constexpr int kAngles = 64;
  for (const double z : {0.1, 0.9, 1.0, 1.1, 2.5}) {
    double mean = 0;
    for (int i = 0; i < kAngles; ++i) {
      const double angle = 2 * std::numbers::pi * i / kAngles;
      mean += MeanCosineOfRayleigh(z * std::cos(angle)) *
              MeanCosineOfRayleigh(z * std::sin(angle)) / kAngles;
    }
    EXPECT_NEAR(OrthogonalCovariance(2, z * z / 2), mean - std::exp(-z * z), 1e-12) << z;
  }
}

TEST(OrthogonalCovariance, KeepsItsDigitsForCloseRowsAndIsSmooth) {
  for (const Index d : {2, 7, 784}) {
    const double t = 1e-9;
    EXPECT_NEAR(OrthogonalCovariance(d, t) * static_cast<double>(d + 2) / (-2 * t * t), 1, 1e-8);
    // The series and the function where one takes over from the other.
    EXPECT_NEAR(OrthogonalCovariance(d, 0.5), OrthogonalCovariance(d, 0.5 + 1e-13), 1e-12) << d;
    EXPECT_EQ(OrthogonalCovariance(d, 0), 0);
    EXPECT_NEAR(OrthogonalCovariance(d, 30000), 0, 1e-12);
    EXPECT_LE(std::abs(OrthogonalCovariance(d, 32)), 1e-3);
  }
}

double EstimateVariance(const char* variant, Index d, double z, Index frequencies) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 2}});
  const Vector x = Vector::Unit(d, d / 2) * (2 * z), y = Vector::Zero(d);
  const Index features = frequencies * (std::string(variant) == "cos_sin" ? 2 : 1);
  return *MakeMapSpec("orthogonal_fourier", {{"variant", variant}})
              ->EstimateVariance(*kernel, x, y, features);
}

TEST(OrthogonalFourier, VarianceIsThatOfTheGoldenValues) {
  struct Golden {
    Index d;
    double z;
    Index frequencies;
    double cos_sin, cos_offset;
  };
  for (const Golden& g : {Golden{4, 1, 4, 0.020440549741391575, 0.1454405497413916},
                          Golden{4, 1, 10, 0.009749899916307267, 0.059749899916307275},
                          Golden{8, 1.5, 8, 0.017203824102061102, 0.0797038241020611},
                          Golden{3, 0.7, 3, 0.013722833674854962, 0.18038950034152165}}) {
    EXPECT_NEAR(EstimateVariance("cos_sin", g.d, g.z, g.frequencies), g.cos_sin, 1e-15);
    EXPECT_NEAR(EstimateVariance("complex", g.d, g.z, g.frequencies), g.cos_sin, 1e-15);
    EXPECT_NEAR(EstimateVariance("cos_offset", g.d, g.z, g.frequencies), g.cos_offset, 1e-15);
  }
  EXPECT_NEAR(EstimateVariance("cos_sin", 22, 1, 22), 0.0012285169036474171, 1e-16);
  EXPECT_NEAR(EstimateVariance("cos_sin", 22, 1, 100), 0.0003689941922690721, 1e-16);
  EXPECT_NEAR(EstimateVariance("cos_sin", 64, 1, 64), 0.00030524988309696584, 1e-16);
}

TEST(OrthogonalFourier, OneFrequencyAndOneDimensionAreIndependentOnes) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const Vector x = Vector::Constant(1, 0.8), y = Vector::Zero(1);
  for (const char* variant : {"cos_sin", "cos_offset", "complex"}) {
    const auto orthogonal = MakeMapSpec("orthogonal_fourier", {{"variant", variant}});
    const auto independent = MakeMapSpec("random_fourier", {{"variant", variant}});
    EXPECT_NEAR(*orthogonal->EstimateVariance(*kernel, x, y, 10),
                *independent->EstimateVariance(*kernel, x, y, 10), 1e-16);
    EXPECT_NEAR(EstimateVariance(variant, 5, 0.4, 1),
                *independent->EstimateVariance(*kernel, Vector::Constant(1, 0.4), y,
                                               std::string(variant) == "cos_sin" ? 2 : 1),
                1e-15);
  }
}

// The squared error's mean over 4000 draws within five standard errors; D leaves a block of two.
TEST(OrthogonalFourier, VarianceIsThatOfTheEstimates) {
  constexpr int kDraws = 4000;
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  Matrix x(2, 4);
  x << .9, .2, -.3, .4, -.1, .5, .3, .1;
  const double k = Gram(*kernel, x, x)(0, 1);
  for (const char* variant : {"cos_sin", "cos_offset", "complex"}) {
    const auto spec = MakeMapSpec("orthogonal_fourier", {{"variant", variant}});
    const Index D = std::string(variant) == "cos_sin" ? 12 : 6;
    Eigen::ArrayXd squares(kDraws);
    for (int draw = 0; draw < kDraws; ++draw) {
      const Matrix z =
          spec->Draw({*kernel, 4, D, static_cast<std::uint64_t>(draw), nullptr})->Transform(x);
      squares[draw] = std::pow(z.row(0).dot(z.row(1)) - k, 2);
    }
    const double exact =
        *spec->EstimateVariance(*kernel, x.row(0).transpose(), x.row(1).transpose(), D);
    const double band = 5 * std::sqrt((squares - squares.mean()).square().mean() / kDraws);
    EXPECT_NEAR(squares.mean(), exact, band) << variant;
    const double independent =
        *MakeMapSpec("random_fourier", {{"variant", variant}})
             ->EstimateVariance(*kernel, x.row(0).transpose(), x.row(1).transpose(), D);
    // Of random offsets the covariance is a small part.
    if (std::string(variant) != "cos_offset") {
      EXPECT_LT(squares.mean() + band, independent);
    }
  }
}

// ₀F₁(; d/2; −d z²/4), by an independent program with 50 digits, and sin(√3 z)/(√3 z) in three
// dimensions, within five standard errors of frequencies that are at most as dispersed as cosines.
TEST(OrthogonalFourier, FixedLengthsHaveABesselKernel) {
  struct Golden {
    Index d;
    double z, value;
  };
  const auto kernel = MakeKernel("gaussian", {{"sigma", 2}});
  const auto spec = MakeMapSpec("orthogonal_fourier", {{"lengths", "fixed"}});
  for (const Golden& g : {Golden{3, 1, std::sin(std::sqrt(3.0)) / std::sqrt(3.0)},
                          Golden{4, 1, 0.57672}, Golden{64, 2, 0.12670}}) {
    const Matrix x = Matrix::Identity(1, g.d) * (2 * g.z);
    const Index D = 40 * g.d;
    double sum = 0, squares = 0;
    constexpr int kDraws = 400;
    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
      const auto map = spec->Draw({*kernel, g.d, D, draw, nullptr});
      const double value = map->Transform(x).row(0).dot(map->Transform(Matrix(0 * x)).row(0));
      sum += value / kDraws, squares += value * value / kDraws;
    }
    const double error = std::sqrt((squares - sum * sum) / kDraws);
    EXPECT_NEAR(sum, g.value, 5 * error + 5e-6) << g.d;
    EXPECT_GT(std::abs(sum - std::exp(-g.z * g.z / 2)), 5 * error + 5e-6) << "no other kernel";
  }
  EXPECT_THAT(spec->NoVarianceReason(*kernel), HasSubstr("another kernel"));
}

TEST(OrthogonalFourier, SorfHasFixedLengthsAlone) {
  EXPECT_NO_THROW(MakeMapSpec("orthogonal_fourier", {{"structure", "sorf"}, {"lengths", "fixed"}}));
  EXPECT_THROW(MakeMapSpec("orthogonal_fourier", {{"structure", "sorf"}, {"lengths", "chi"}}),
               InvalidInput);
}

TEST(OrthogonalFourier, SaysWhyNoVarianceIsKnown) {
  const Vector x = Vector::Ones(3), y = Vector::Zero(3);
  const auto gaussian = MakeKernel("gaussian", {{"sigma", 1}});
  const auto sorf = MakeMapSpec("orthogonal_fourier", {{"structure", "sorf"}});
  EXPECT_FALSE(sorf->FeatureVariance(*gaussian, x, y));
  EXPECT_THAT(sorf->NoVarianceReason(*gaussian), HasSubstr("biased"));
  const auto matern = MakeKernel("matern", {{"sigma", 1}, {"nu", 1.5}});
  const auto orf = MakeMapSpec("orthogonal_fourier", {});
  EXPECT_FALSE(orf->FeatureVariance(*matern, x, y));
  EXPECT_THAT(orf->NoVarianceReason(*matern), HasSubstr("Gaussian"));
  EXPECT_EQ(orf->NoVarianceReason(*gaussian), "");
}

}  // namespace
}  // namespace mercer::testing
