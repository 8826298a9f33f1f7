// Random, orthogonal and fast Fourier maps: every feature against the formula on its stream, exact
// variances by quadrature and enumeration, and what they refuse.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>

#include "core/maps/fourier/orthogonal_fourier.h"
#include "core/maps/fourier/random_fourier.h"
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

constexpr double kTwoPi = 2 * std::numbers::pi;

const ShiftInvariantKernel& AsShiftInvariant(const Kernel& kernel) {
  return dynamic_cast<const ShiftInvariantKernel&>(kernel);
}

std::unique_ptr<FeatureMap> DrawMap(const std::string& map, const Params& params,
                                    const Kernel& kernel, Index d, Index D,
                                    std::uint64_t seed = 1) {
  return MakeMapSpec(map, params)->Draw({kernel, d, D, seed, nullptr});
}

const std::vector<std::string> kKernels = {"gaussian", "laplacian", "cauchy", "matern"};

// Every later result rests on this layout: offset, then frequency, from stream i.
TEST(RandomFourier, EveryFeatureIsTheFormulaOnItsStream) {
  constexpr Index kDim = 23, kFeatures = 130;
  constexpr std::uint64_t kSeed = 77;
  const Matrix x = RowsInBall(31, kDim, 1.5, 1, 3);
  for (const std::string& name : kKernels) {
    const auto kernel = MakeKernel(name, KernelParams(name));
    const auto z = [&](const char* variant) {
      return DrawMap("random_fourier", {{"variant", variant}}, *kernel, kDim, kFeatures, kSeed)
          ->Transform(x);
    };
    const Matrix offset = z("cos_offset"), pairs = z("cos_sin"), complex = z("complex");
    ASSERT_EQ(offset.cols(), kFeatures);
    ASSERT_EQ(pairs.cols(), kFeatures);
    ASSERT_EQ(complex.cols(), 2 * kFeatures);
    for (Index j = 0; j < kFeatures; ++j) {
      RandomStream stream(kSeed, StreamPurpose::kMap, static_cast<std::uint64_t>(j));
      const double b = kTwoPi * stream.Uniform();
      Vector w(kDim);
      AsShiftInvariant(*kernel).SampleFrequency(stream, kDim, w.data());
      const double root = std::sqrt(2.0 / kFeatures), bound = 1e-13 * (1 + w.norm());
      for (Index r = 0; r < x.rows(); ++r) {
        const double a = x.row(r).dot(w.transpose());
        ASSERT_NEAR(offset(r, j), root * std::cos(a + b), bound) << name << " " << j;
        ASSERT_NEAR(complex(r, 2 * j), std::cos(a) / std::sqrt(kFeatures), bound);
        ASSERT_NEAR(complex(r, 2 * j + 1), -std::sin(a) / std::sqrt(kFeatures), bound);
        if (j >= kFeatures / 2) continue;
        ASSERT_NEAR(pairs(r, 2 * j), root * std::cos(a), bound);
        ASSERT_NEAR(pairs(r, 2 * j + 1), root * std::sin(a), bound);
      }
    }
  }
}

TEST(RandomFourier, ComplexAndPairedFeaturesOfEqualRowsGiveExactlyOne) {
  const Matrix x = RowsInBall(20, 5, 3, 1, 4);
  for (const std::string& name : kKernels) {
    const auto kernel = MakeKernel(name, KernelParams(name));
    for (const char* variant : {"complex", "cos_sin"}) {
      const Matrix z =
          DrawMap("random_fourier", {{"variant", variant}}, *kernel, 5, 64)->Transform(x);
      for (Index i = 0; i < 20; ++i) EXPECT_NEAR(z.row(i).squaredNorm(), 1, 1e-14);
    }
  }
}

// Quadrature over the offset and, by quantiles, over the frequency in one dimension: no randomness.
// A product of cosines is a polynomial in those of b, for which 8 equidistant offsets are exact;
// the tails of w leave up to 2e-4 (see the quantiles' own test).
TEST(RandomFourier, VarianceIsThatOfTheQuadrature) {
  const Vector x = Vector::Constant(1, .5), y = Vector::Constant(1, -.3);
  constexpr int kPoints = 100000, kOffsets = 8;
  for (const std::string name : {"gaussian", "laplacian", "cauchy"}) {
    const auto kernel = MakeKernel(name, KernelParams(name));
    const ShiftInvariantKernel& law = AsShiftInvariant(*kernel);
    double mean[2] = {}, square[2] = {};
    for (int p = 0; p < kPoints; ++p) {
      const double w = law.Quantile((p + 0.5) / kPoints);
      const double pair = std::cos(w * (x[0] - y[0]));
      mean[0] += pair / kPoints;
      square[0] += pair * pair / kPoints;
      for (int o = 0; o < kOffsets; ++o) {
        const double b = kTwoPi * o / kOffsets;
        const double term = 2 * std::cos(w * x[0] + b) * std::cos(w * y[0] + b);
        mean[1] += term / kOffsets / kPoints;
        square[1] += term * term / kOffsets / kPoints;
      }
    }
    const double k = Gram(*kernel, Matrix(x.transpose()), Matrix(y.transpose()))(0, 0);
    EXPECT_NEAR(mean[0], k, 1e-3) << name;
    EXPECT_NEAR(mean[1], k, 1e-3) << name;
    const auto variance = [&](FourierVariant variant) {
      return *RandomFourierSpec(variant).FeatureVariance(*kernel, x, y);
    };
    const double real = square[0] - mean[0] * mean[0], offset = square[1] - mean[1] * mean[1];
    EXPECT_NEAR(variance(FourierVariant::kComplex), real, 1e-3) << name;
    EXPECT_NEAR(variance(FourierVariant::kCosSin), 2 * real, 2e-3) << name;
    EXPECT_NEAR(variance(FourierVariant::kCosOffset), offset, 1e-3) << name;
  }
}

// Closed forms for the Gaussian kernel.
TEST(RandomFourier, VarianceOfTheGaussianKernel) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.7}});
  const Vector x = (Vector(3) << .3, .1, -.4).finished(), y = (Vector(3) << .2, .5, .1).finished();
  const double k = Gram(*kernel, Matrix(x.transpose()), Matrix(y.transpose()))(0, 0);
  const auto variance = [&](FourierVariant variant) {
    return *RandomFourierSpec(variant).FeatureVariance(*kernel, x, y);
  };
  EXPECT_NEAR(variance(FourierVariant::kCosOffset), 1 + std::pow(k, 4) / 2 - k * k, 1e-14);
  EXPECT_NEAR(variance(FourierVariant::kCosSin), std::pow(1 - k * k, 2), 1e-14);
  EXPECT_NEAR(variance(FourierVariant::kComplex), std::pow(1 - k * k, 2) / 2, 1e-14);
}

// The sample variance of one feature's estimate within five of its own standard errors, these from
// the sample's fourth moment. False-alarm rate about 6e-7 each, fixed seed.
TEST(RandomFourier, VarianceLiesInItsSamplingBand) {
  constexpr Index kFrequencies = 400000;
  Matrix x(2, 3);
  x << .5, .2, -.3, -.1, .6, .4;
  for (const std::string& name : kKernels) {
    const auto kernel = MakeKernel(name, KernelParams(name));
    const auto check = [&](const char* variant, FourierVariant kind) {
      const Index D = kind == FourierVariant::kCosSin ? 2 * kFrequencies : kFrequencies;
      const Matrix z =
          DrawMap("random_fourier", {{"variant", variant}}, *kernel, 3, D, 5)->Transform(x);
      const Index columns = z.cols() / kFrequencies;
      Eigen::ArrayXd estimates(kFrequencies);
      for (Index j = 0; j < kFrequencies; ++j)
        estimates[j] =
            static_cast<double>(D) *
            z.row(0).segment(j * columns, columns).dot(z.row(1).segment(j * columns, columns));
      // A pair of columns is two features.
      if (kind == FourierVariant::kCosSin) estimates /= std::sqrt(2.0);
      const Eigen::ArrayXd centred = estimates - estimates.mean();
      const double sample = centred.square().mean(), fourth = centred.square().square().mean();
      const double band = 5 * std::sqrt((fourth - sample * sample) / kFrequencies);
      const double exact = *RandomFourierSpec(kind).FeatureVariance(*kernel, x.row(0).transpose(),
                                                                    x.row(1).transpose());
      EXPECT_NEAR(sample, exact, band) << name << " " << variant;
      EXPECT_LT(band, 0.05 * exact) << "the band is too wide to tell a wrong weight";
    };
    check("cos_offset", FourierVariant::kCosOffset);
    check("cos_sin", FourierVariant::kCosSin);
    check("complex", FourierVariant::kComplex);
  }
}

// The frequencies of a map with variant complex, from its features of tiny multiples of unit rows:
// sin of an angle that small is the angle.
Matrix Frequencies(const FeatureMap& map) {
  constexpr double kTiny = 1e-5;
  const Index d = map.input_dim(), D = map.num_random_features();
  const Matrix z = map.Transform(Examples(Matrix(kTiny * Matrix::Identity(d, d))));
  Matrix w(D, d);
  for (Index j = 0; j < D; ++j) {
    for (Index k = 0; k < d; ++k) w(j, k) = std::atan2(-z(k, 2 * j + 1), z(k, 2 * j)) / kTiny;
  }
  return w;
}

TEST(OrthogonalFourier, DirectionsOfABlockAreOrthogonalAndLengthsThoseOfGaussians) {
  constexpr Index kDim = 7, kFeatures = 17;  // two whole blocks and a cut one
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.5}});
  const auto map =
      DrawMap("orthogonal_fourier", {{"variant", "complex"}}, *kernel, kDim, kFeatures, 3);
  const Matrix w = Frequencies(*map);
  for (Index i = 0; i < kFeatures; ++i) {
    RandomStream stream(3, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
    stream.Uniform();
    Vector g(kDim);
    for (double& value : g) value = stream.Gaussian();
    EXPECT_NEAR(w.row(i).norm(), g.norm() / 0.5, 1e-6);
    // Gram-Schmidt: what is new in g_i points along w_i.
    EXPECT_GT(w.row(i).dot(g.transpose()), 0);
    if (i % kDim == 0) {
      EXPECT_LE((w.row(i).transpose() - g / 0.5).norm(), 1e-6);
    }
    for (Index j = i / kDim * kDim; j < i; ++j) EXPECT_NEAR(w.row(i).dot(w.row(j)), 0, 1e-5);
  }
}

// H D1 H D2 H D3 by its definition, entry by entry.
TEST(OrthogonalFourier, SorfIsItsProductOfMatrices) {
  constexpr Index kDim = 13, kBlock = 16, kFeatures = 40;
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.5}});
  const auto map = DrawMap("orthogonal_fourier", {{"structure", "sorf"}, {"variant", "complex"}},
                           *kernel, kDim, kFeatures, 3);
  const Matrix w = Frequencies(*map);
  Matrix h(kBlock, kBlock);
  for (Index i = 0; i < kBlock; ++i) {
    for (Index j = 0; j < kBlock; ++j)
      h(i, j) = (std::popcount(static_cast<unsigned>(i & j)) % 2 == 0 ? 1 : -1) / 4.0;
  }
  for (Index block = 0; block * kBlock < kFeatures; ++block) {
    RandomStream stream(3, StreamPurpose::kMap,
                        (std::uint64_t{1} << 63) + static_cast<std::uint64_t>(block));
    Matrix product = Matrix::Identity(kBlock, kBlock);
    for (int factor = 0; factor < 3; ++factor) {
      Vector signs(kBlock);
      DrawSigns(stream, kBlock, signs.data());
      product = h * signs.asDiagonal() * product;
    }
    const Index rows = std::min(kBlock, kFeatures - block * kBlock);
    EXPECT_LE((w.middleRows(block * kBlock, rows) - 4 / 0.5 * product.block(0, 0, rows, kDim))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-5);
  }
}

TEST(Fastfood, IsItsProductOfMatrices) {
  constexpr Index kDim = 13, kBlock = 16, kFeatures = 40;
  const auto kernel = MakeKernel("gaussian", {{"sigma", 0.5}});
  const Matrix w =
      Frequencies(*DrawMap("fastfood", {{"variant", "complex"}}, *kernel, kDim, kFeatures, 3));
  Matrix h(kBlock, kBlock);
  for (Index i = 0; i < kBlock; ++i) {
    for (Index j = 0; j < kBlock; ++j)
      h(i, j) = std::popcount(static_cast<unsigned>(i & j)) % 2 == 0 ? 1 : -1;
  }
  for (Index block = 0; block * kBlock < kFeatures; ++block) {
    RandomStream stream(3, StreamPurpose::kMap,
                        (std::uint64_t{1} << 63) + static_cast<std::uint64_t>(block));
    Vector signs(kBlock), gaussians(kBlock);
    DrawSigns(stream, kBlock, signs.data());
    const std::vector<Index> order = RandomPermutation(stream, kBlock);
    for (double& g : gaussians) g = stream.Gaussian();
    Matrix permuted(kBlock, kBlock);
    for (Index i = 0; i < kBlock; ++i)
      permuted.row(i) = (h * signs.asDiagonal()).row(order[static_cast<std::size_t>(i)]);
    const Matrix v = h * gaussians.asDiagonal() * permuted;
    for (Index i = 0; i < std::min(kBlock, kFeatures - block * kBlock); ++i) {
      double squared = 0;
      for (Index k = 0; k < kBlock; ++k) squared += std::pow(stream.Gaussian(), 2);
      const Matrix expected = v.row(i).head(kDim) * (std::sqrt(squared) / v.row(i).norm() / 0.5);
      EXPECT_LE((w.row(block * kBlock + i) - expected).cwiseAbs().maxCoeff(), 1e-5);
    }
  }
}

// SORF's frequencies all have the length √p of a Gaussian's root mean square. To first order in 1/p
// that moves k by z²/(4p)·exp(−z/2), z = |x − y|²/sigma², which is at most 0.0085 for p = 64; a
// mixture averages such terms. Beyond it five standard errors over 400 seeds.
TEST(OrthogonalFourier, SorfIsNearTheKernelInManyDimensions) {
  constexpr double kBias = 0.0085;
  const Matrix x = RowsInBall(6, 64, 1, 1, 8);
  for (const std::string name : {"gaussian", "matern"}) {
    const auto kernel = MakeKernel(name, KernelParams(name));
    const Matrix exact = Gram(*kernel, x, x);
    Eigen::ArrayXXd sum = Eigen::ArrayXXd::Zero(6, 6), squares = sum;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      const Matrix z =
          DrawMap("orthogonal_fourier", {{"structure", "sorf"}}, *kernel, 64, 256, seed)
              ->Transform(x);
      const Eigen::ArrayXXd error = (z * z.transpose() - exact).array();
      sum += error / 400, squares += error.square() / 400;
    }
    const Eigen::ArrayXXd bound = kBias + 5 * ((squares - sum.square()).max(0) / 400).sqrt();
    EXPECT_TRUE((sum.abs() <= bound).all()) << name << "\n" << sum << "\n" << bound;
    EXPECT_LT(bound.maxCoeff(), 0.3 * exact.minCoeff()) << "the bound would pass a wrong map";
  }
}

// Less variance than independent frequencies, which is what orthogonality is for (Yu et al. 2016,
// theorem 1): at d = 16 and |x − y| = sigma it is about a half or less.
TEST(OrthogonalFourier, ErrorIsSmallerThanThatOfIndependentFrequencies) {
  Matrix x = Matrix::Zero(2, 16);
  x.row(1).setConstant(0.25);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1.0}});
  const double exact = std::exp(-0.5);
  double square = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Matrix z = DrawMap("orthogonal_fourier", {}, *kernel, 16, 32, seed)->Transform(x);
    square += std::pow(z.row(0).dot(z.row(1)) - exact, 2) / 2000;
  }
  const double independent =
      *RandomFourierSpec(FourierVariant::kCosSin)
           .FeatureVariance(*kernel, x.row(0).transpose(), x.row(1).transpose()) /
      32;
  EXPECT_LT(square, 0.6 * independent);
  EXPECT_GT(square, 0.01 * independent);
}

TEST(FourierMaps, TraitsFollowTheParameters) {
  const auto traits = [](const std::string& map, const Params& params) {
    return MakeMapSpec(map, params)->Traits(MapRegistry().Get(map).traits);
  };
  EXPECT_TRUE(traits("orthogonal_fourier", {}).unbiased);
  EXPECT_FALSE(traits("orthogonal_fourier", {{"structure", "sorf"}}).unbiased);
  EXPECT_TRUE(traits("quasi_fourier", {}).deterministic);
  EXPECT_FALSE(traits("quasi_fourier", {}).unbiased);
  for (const Params& params : {Params{{"shift", true}}, Params{{"sequence", "sobol"}}}) {
    EXPECT_FALSE(traits("quasi_fourier", params).deterministic);
    EXPECT_TRUE(traits("quasi_fourier", params).unbiased);
  }
  const Params fixed = {{"sequence", "digital_net"}, {"randomise", "none"}, {"skip", 1}};
  EXPECT_TRUE(traits("quasi_fourier", fixed).deterministic);
}

TEST(FourierMaps, RefuseKernelsWithoutTheirLaw) {
  const auto polynomial = MakeKernel("polynomial", KernelParams("polynomial"));
  const auto laplacian = MakeKernel("laplacian", KernelParams("laplacian"));
  EXPECT_THAT(Message([&] { DrawMap("random_fourier", {}, *polynomial, 3, 8); }),
              AllOf(HasSubstr("map 'random_fourier' does not fit kernel polynomial"),
                    HasSubstr("gaussian, laplacian, cauchy, matern")));
  for (const char* map : {"orthogonal_fourier", "fastfood"}) {
    const std::string message = Message([&] { DrawMap(map, {}, *laplacian, 3, 8); });
    EXPECT_THAT(message, AllOf(HasSubstr("does not fit kernel laplacian"), HasSubstr("radial"),
                               HasSubstr("gaussian, matern")));
    EXPECT_THAT(message, Not(HasSubstr("cauchy")));
  }
}

TEST(FourierMaps, RefuseAnOddNumberOfPairedColumns) {
  const auto kernel = MakeKernel("gaussian", KernelParams("gaussian"));
  for (const char* map : {"random_fourier", "orthogonal_fourier", "fastfood"}) {
    const Params params = {{"variant", "cos_sin"}};
    const std::string expected = "map '" + std::string(map) +
                                 "': D is 33; expected an even number with variant cos_sin, whose "
                                 "columns come in pairs";
    EXPECT_EQ(Message([&] { DrawMap(map, params, *kernel, 3, 33); }), expected);
    EXPECT_EQ(Message([&] { MakeMapSpec(map, params)->OutputDim(*kernel, 3, 33); }), expected);
  }
}

TEST(FourierMaps, RefuseWhatDoesNotFitInMemory) {
  const auto kernel = MakeKernel("gaussian", KernelParams("gaussian"));
  for (const char* map : {"random_fourier", "orthogonal_fourier", "fastfood"}) {
    EXPECT_THAT(Message([&] { DrawMap(map, {}, *kernel, 1000000, Index{1} << 40); }),
                AllOf(HasSubstr(map), HasSubstr("memory")));
  }
}

TEST(FourierMaps, ANanNamesItsRow) {
  const auto kernel = MakeKernel("gaussian", KernelParams("gaussian"));
  Matrix x = RowsInBall(200, 5, 1, 1, 3);
  x(130, 4) = std::nan("");
  for (const char* map : {"random_fourier", "orthogonal_fourier", "fastfood"})
    EXPECT_THAT(Message([&] { DrawMap(map, {}, *kernel, 5, 64)->Transform(Examples(x)); }),
                AllOf(HasSubstr(map), HasSubstr("row 130")));
}

}  // namespace
}  // namespace mercer
