#include "core/maps/circulant/signed_circulant_fourier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/maps/random_signs.h"
#include "tests/core/maps/map_cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::KernelParams;
using testing::Message;
using testing::RowsInBall;

std::unique_ptr<FeatureMap> DrawMap(const Params& params, const Kernel& kernel, Index d, Index D,
                                    std::uint64_t seed = 1) {
  return MakeMapSpec("signed_circulant_fourier", params)->Draw({kernel, d, D, seed, nullptr});
}

// The explicit signed circulant matrices of the blocks' streams, any d.
TEST(SignedCirculantFourier, EveryFeatureIsTheFormulaOnItsStream) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.7}});
  for (const Index d : {1, 2, 5, 16, 78, 1030}) {
    const Index D = 3 * d + d / 2;  // the last block is cut
    const Matrix x = RowsInBall(7, d, 1, 1, 3);
    for (const char* signs : {"rows", "columns"}) {
      const Matrix offset = DrawMap({{"signs", signs}}, *kernel, d, D, 9)->Transform(x);
      const Matrix complex =
          DrawMap({{"signs", signs}, {"variant", "complex"}}, *kernel, d, D, 9)->Transform(x);
      for (Index j = 0; j < D; ++j) {
        RandomStream block = BlockStream(9, j / d);
        Vector sigma(d), w(d), row(d);
        DrawSigns(block, d, sigma.data());
        for (double& value : w) value = block.Gaussian() / 0.7;
        for (Index k = 0; k < d; ++k) {
          const Index i = j % d;
          row[k] = w[(i - k + d) % d] * sigma[std::string(signs) == "rows" ? i : k];
        }
        RandomStream stream(9, StreamPurpose::kMap, static_cast<std::uint64_t>(j));
        const double b = DrawOffset(stream), root = std::sqrt(static_cast<double>(D));
        for (Index r = 0; r < x.rows(); ++r) {
          const double a = x.row(r).dot(row.transpose());
          ASSERT_NEAR(offset(r, j), std::sqrt(2.0) * std::cos(a + b) / root, 1e-13) << d << signs;
          ASSERT_NEAR(complex(r, 2 * j), std::cos(a) / root, 1e-13);
          ASSERT_NEAR(complex(r, 2 * j + 1), -std::sin(a) / root, 1e-13);
        }
      }
    }
  }
}

// Averages over all signs of the columns: no randomness.
TEST(SignedCirculantFourier, CovarianceOfColumnSignsIsItsEnumeration) {
  for (const Index d : {2, 3, 4, 5, 6, 8}) {
    const Vector delta = RowsInBall(1, d, 1.3, 1, 3).row(0).transpose();
    for (Index lag = 1; lag < d; ++lag) {
      double sum = 0;
      for (Index bits = 0; bits < (Index{1} << d); ++bits) {
        Vector flipped = delta;
        for (Index k = 0; k < d; ++k)
          if (((bits >> k) & 1) != 0) flipped[k] = -flipped[k];
        sum += CirculantFourierCovariance(CirculantSigns::kRows, flipped, lag);
      }
      EXPECT_NEAR(CirculantFourierCovariance(CirculantSigns::kColumns, delta, lag),
                  sum / static_cast<double>(Index{1} << d), 1e-15)
          << d << " " << lag;
    }
  }
}

// cos a cos b of jointly Gaussian a, b by a double midpoint rule over ±8 standard deviations.
TEST(SignedCirculantFourier, CovarianceOfRowSignsIsItsQuadrature) {
  const Vector delta = (Vector(3) << .6, -.8, .5).finished();
  const double square = delta.squaredNorm();
  const double rho = .6 * -.8 + -.8 * .5 + .5 * .6;
  constexpr int kPoints = 400;
  double mean = 0, product = 0;
  for (int i = 0; i < kPoints; ++i) {
    for (int j = 0; j < kPoints; ++j) {
      const double u = 16 * (i + 0.5) / kPoints - 8, v = 16 * (j + 0.5) / kPoints - 8;
      const double weight =
          std::exp(-(u * u + v * v) / 2) / (2 * std::numbers::pi) * std::pow(16.0 / kPoints, 2);
      const double a = std::sqrt(square) * u;
      const double b = rho / std::sqrt(square) * u + std::sqrt(square - rho * rho / square) * v;
      mean += weight * std::cos(a);
      product += weight * std::cos(a) * std::cos(b);
    }
  }
  for (const Index lag : {1, 2}) {
    EXPECT_NEAR(CirculantFourierCovariance(CirculantSigns::kRows, delta, lag),
                product - mean * mean, 1e-12);
  }
}

TEST(SignedCirculantFourier, CovarianceOfFarRowsIsZeroAndFinite) {
  const Vector delta = Vector::Constant(4, 100);
  for (const CirculantSigns signs : {CirculantSigns::kRows, CirculantSigns::kColumns}) {
    // Equal coordinates: rows of circ(w) without signs give the same angle.
    const bool rows = signs == CirculantSigns::kRows;
    const double expected = rows ? 0.5 : 0.5 / 4;
    EXPECT_NEAR(CirculantFourierCovariance(signs, delta, 1), expected, 1e-12);
  }
}

// The sample variance over 20,000 seeds within five of its standard errors, from the sample's
// fourth moment: false-alarm rate 6e-7 each. D is not a multiple of d.
TEST(SignedCirculantFourier, EstimateVarianceIsExact) {
  constexpr int kSeeds = 20000;
  constexpr Index kDim = 5, kFeatures = 14;
  const Matrix x = RowsInBall(2, kDim, 1.2, 1, 5);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.9}});
  const Vector a = x.row(0).transpose(), b = x.row(1).transpose();
  const double k = Gram(*kernel, Matrix(x.topRows(1)), Matrix(x.bottomRows(1)))(0, 0);
  for (const char* signs : {"rows", "columns"}) {
    for (const char* variant : {"cos_offset", "cos_sin", "complex"}) {
      const Params params = {{"signs", signs}, {"variant", variant}};
      Eigen::ArrayXd error(kSeeds);
      for (int seed = 0; seed < kSeeds; ++seed) {
        const Matrix z = DrawMap(params, *kernel, kDim, kFeatures, static_cast<std::uint64_t>(seed))
                             ->Transform(x);
        error[seed] = z.row(0).dot(z.row(1)) - k;
      }
      const auto spec = MakeMapSpec("signed_circulant_fourier", params);
      const double exact = *spec->EstimateVariance(*kernel, a, b, kFeatures);
      const double sample = error.square().mean(), fourth = error.square().square().mean();
      const double band = 5 * std::sqrt((fourth - sample * sample) / kSeeds);
      EXPECT_NEAR(sample, exact, band) << signs << " " << variant;
      EXPECT_LE(std::abs(error.mean()), 5 * std::sqrt(exact / kSeeds)) << signs << " " << variant;
      EXPECT_LT(band, 0.08 * exact) << "the band is too wide to tell a wrong covariance";
    }
  }
}

// What the signs on the columns are for: differences whose neighbours are alike.
TEST(SignedCirculantFourier, ColumnSignsMakeFeaturesNearlyIndependent) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1.0}});
  const Vector x = Vector::Constant(31, 0.2), y = Vector::Zero(31);
  const auto variance = [&](const char* map, const Params& params) {
    return *MakeMapSpec(map, params)->EstimateVariance(*kernel, x, y, 310);
  };
  const double independent = variance("random_fourier", {});
  EXPECT_GT(variance("signed_circulant_fourier", {}), 5 * independent);
  EXPECT_LT(variance("signed_circulant_fourier", {{"signs", "columns"}}), 1.3 * independent);
}

TEST(SignedCirculantFourier, RefusesOtherKernelsAndSaysWhatItCuts) {
  const auto matern = MakeKernel("matern", KernelParams("matern"));
  const auto gaussian = MakeKernel("gaussian", KernelParams("gaussian"));
  EXPECT_THAT(Message([&] { DrawMap({}, *matern, 3, 8); }),
              AllOf(HasSubstr("does not fit kernel matern"),
                    HasSubstr("expected the Gaussian kernel: gaussian")));
  EXPECT_THAT(Message([&] {
                DrawMap({{"variant", "cos_sin"}}, *gaussian, 3, 9);
              }),
              HasSubstr("D is 9"));
  EXPECT_THAT(DrawMap({}, *gaussian, 7, 17)->note(),
              AllOf(HasSubstr("17 frequencies"), HasSubstr("3 of its 7")));
  EXPECT_EQ(DrawMap({}, *gaussian, 7, 21)->note(), "");
}

}  // namespace
}  // namespace mercer
