#include <gtest/gtest.h>

#include <cmath>

#include "core/maps/builtin_maps.h"
#include "tests/core/kernels/skeleton/skeletons.h"

namespace mercer {
namespace {

using testing::NewSkeleton;
using testing::Nodes;
using testing::Scaled;
using testing::UnitRows;

Params Sphere() { return {{"type", "input"}, {"space", "sphere"}}; }

Params Layer(const ParamValue& activation) {
  return {{"type", "fully_connected"}, {"activation", activation}};
}

ParamValue Hermite(const Nodes& coefficients) {
  return Params{{"name", "hermite"}, {"coefficients", coefficients}};
}

// Six pixels of two columns on the circle.
Matrix CircleRows(Index n) {
  RandomStream stream(5, StreamPurpose::kTest, 8);
  Matrix x(n, 12);
  for (Index i = 0; i < n; ++i) {
    for (Index c = 0; c < 12; c += 2) {
      const double angle = 2 * stream.Uniform();
      x(i, c) = std::cos(angle);
      x(i, c + 1) = std::sin(angle);
    }
  }
  return x;
}

// Two windows with shared weights, and a node over both.
Params Convolution(const ParamValue& inside, const ParamValue& output) {
  const Params pixels = {{"type", "input"}, {"space", "circle"}, {"grid", Nodes{2, 3}}};
  const Params windows = {{"type", "conv"}, {"size", 2}, {"activation", inside}};
  return {{"nodes", Nodes{pixels, windows, Layer(output)}}};
}

struct Means {
  Eigen::ArrayXXd mean, error;  // of <z(x), z(y)> over draws, and its standard error
};

Means OverDraws(const Params& skeleton, const Params& map, const Matrix& x, Index D, int draws) {
  const auto kernel = NewSkeleton(skeleton);
  const auto spec = MakeMapSpec("random_network", map);
  const Index n = x.rows();
  Eigen::ArrayXXd sum = Eigen::ArrayXXd::Zero(n, n), squares = sum;
  for (int seed = 0; seed < draws; ++seed) {
    const auto drawn =
        spec->Draw({*kernel, x.cols(), D, 1000 + static_cast<std::uint64_t>(seed), nullptr});
    const Matrix z = drawn->Transform(x);
    const Eigen::ArrayXXd estimate = (z * z.transpose()).array();
    sum += estimate, squares += estimate.square();
  }
  const Eigen::ArrayXXd mean = sum / draws;
  return {mean, ((squares / draws - mean.square()) / (draws - 1)).max(0).sqrt()};
}

Eigen::ArrayXXd GramOf(const Params& skeleton, const Matrix& x) {
  return Gram(*NewSkeleton(skeleton), x, x).array();
}

// The features are independent, so their products tell the standard error themselves. Five of them:
// false-alarm rate 6e-7 for each of the 80 pairs, seed fixed.
TEST(RandomNetwork, OneLayerIsUnbiasedForEveryActivation) {
  constexpr Index kFeatures = 200000;
  const Matrix x = UnitRows(4, 3, 2);
  const std::vector<ParamValue> activations = {"identity",
                                               "relu",
                                               "step",
                                               Scaled("exponential", 0.5),
                                               Scaled("sine", 1.3),
                                               Scaled("cosine", 0.8),
                                               "erf",
                                               Hermite(Nodes{0.6, 0, -0.48, 0.64})};
  EXPECT_EQ(activations.size(), ActivationRegistry().entries().size());
  for (const ParamValue& activation : activations) {
    const Params skeleton = {{"nodes", Nodes{Sphere(), Layer(activation)}}};
    const auto kernel = NewSkeleton(skeleton);
    const Eigen::ArrayXXd exact = GramOf(skeleton, x);
    const Matrix z =
        MakeMapSpec("random_network", {})->Draw({*kernel, 3, kFeatures, 31, nullptr})->Transform(x);
    for (Index i = 0; i < 4; ++i) {
      for (Index j = 0; j <= i; ++j) {
        const Eigen::ArrayXd products =
            z.row(i).transpose().array() * z.row(j).transpose().array() * kFeatures;
        const double variance = (products - products.mean()).square().mean();
        const double error = std::sqrt(variance / kFeatures);
        EXPECT_NEAR(products.mean(), exact(i, j), 5 * error + 1e-12)
            << activation.Canonical() << " " << i << " " << j;
        EXPECT_LT(5 * error, 0.08) << "the bound would pass a wrong normalisation";
      }
    }
  }
}

// Linear nodes inside, and non-linear ones over inputs alone: unbiased at any width, here 2. The
// mean over draws within 5.1 of its standard errors (false-alarm rate 4e-7 for each of 30 pairs).
TEST(RandomNetwork, UnbiasedWhereNonLinearNodesSeeInputsAlone) {
  const Matrix x = CircleRows(4);
  const ParamValue sine = Scaled("sine", 1);
  for (const ParamValue& inside : {ParamValue("identity"), ParamValue("relu"), sine}) {
    const Params skeleton = Convolution(inside, "identity");
    const Eigen::ArrayXXd exact = GramOf(skeleton, x);
    const Means means = OverDraws(skeleton, {{"inner_replication", 0.125}}, x, 16, 20000);
    EXPECT_LE(((means.mean - exact).abs() / means.error).maxCoeff(), 5.1) << inside.Canonical();
    EXPECT_LT(5.1 * means.error.maxCoeff(), 0.06) << "the bound would pass a wrong scale";
  }
}

// Of r linear replicas under H_2 all moments are known. Given W_1 the inner values have a Wishart
// covariance with entries a, b, c of means 1, 1, k, cov(a, b) = 2k²/r and var(c) = (1 + k²)/r, and
// E H_2(X)H_2(Y) = (ab + 2c² − a − b + 1)/2; so the mean is k² + (1 + 2k²)/r: biased by 3/r on the
// diagonal. Within 5.1 standard errors, whose false-alarm rate is 4e-7 for each of 20 pairs.
TEST(RandomNetwork, BiasOfAKnownNetworkIsExact) {
  const Matrix x = UnitRows(4, 3, 2);
  const Params skeleton = {
      {"nodes", Nodes{Sphere(), Layer("identity"), Layer(Hermite(Nodes{0, 0, 1}))}}};
  const Eigen::ArrayXXd k = (x * x.transpose()).array();
  EXPECT_LE((GramOf(skeleton, x) - k.square()).abs().maxCoeff(), 1e-12);
  for (const int r : {6, 24}) {
    const Eigen::ArrayXXd exact = k.square() + (1 + 2 * k.square()) / r;
    const Means means = OverDraws(skeleton, {}, x, r, 100000);
    EXPECT_LE(((means.mean - exact).abs() / means.error).maxCoeff(), 5.1) << r;
    if (r == 6) {
      EXPECT_LT(5.1 * means.error.maxCoeff(), 3.0 / 6 - 3.0 / 7) << "passes a replica more";
    }
  }
}

// The bias is of the order of 1/r: from 4 replicas to 64 it falls to a sixteenth, here to an eighth
// at most, beyond 5.1 standard errors. H_2 passes on the inner covariance's variance.
TEST(RandomNetwork, BiasVanishesWithTheWidth) {
  const Matrix x = CircleRows(5);
  const Params skeleton = Convolution("relu", Hermite(Nodes{0, 0, 1}));
  const Eigen::ArrayXXd exact = GramOf(skeleton, x);
  const Means narrow = OverDraws(skeleton, {{"inner_replication", 0.0625}}, x, 64, 10000);
  const Means wide = OverDraws(skeleton, {}, x, 64, 10000);
  const Eigen::ArrayXXd before = (narrow.mean - exact).abs(), after = (wide.mean - exact).abs();
  EXPECT_GT((before / narrow.error).minCoeff(), 6) << "no bias to lose";
  EXPECT_LE((after - before / 8 - 5.1 * wide.error).maxCoeff(), 0);
  EXPECT_LT(5.1 * wide.error.maxCoeff(), 0.1) << "the bound would pass a wrong scale";
}

// Root mean square error over 100 draws at three widths: its slope in log-log is −1/2. A mean of
// 100 squares has a relative spread of 0.2, its root's logarithm 0.1, the slope over a factor of 16
// about 0.1·√2/log(16) = 0.05: the bound is three of these, seeds fixed.
TEST(RandomNetwork, ErrorFallsWithTheSquareRootOfTheWidth) {
  const Matrix x = CircleRows(5);
  for (const bool unit_norm : {false, true}) {
    const Params skeleton = Convolution("relu", "relu");
    const Eigen::ArrayXXd exact = GramOf(skeleton, x);
    const auto rms = [&](Index D) {
      const Means means = OverDraws(skeleton, {{"unit_norm", unit_norm}}, x, D, 100);
      // Mean square error = variance + squared bias.
      return std::sqrt((means.error.square() * 99 + (means.mean - exact).square()).mean());
    };
    const double slope = std::log(rms(512) / rms(32)) / std::log(16.0);
    EXPECT_NEAR(slope, -0.5, 0.15) << unit_norm;
  }
}

}  // namespace
}  // namespace mercer
