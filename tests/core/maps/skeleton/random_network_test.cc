#include "core/maps/skeleton/random_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <cmath>
#include <tuple>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "tests/core/kernels/skeleton/skeletons.h"
#include "tests/core/learners/process_memory.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using testing::AngleInput;
using ::testing::HasSubstr;
using testing::NewSkeleton;
using testing::Nodes;
using testing::ReluLayers;
using testing::Scaled;
using testing::UnitRows;

std::unique_ptr<FeatureMap> DrawNetwork(const Params& skeleton, const Params& map, Index d, Index D,
                                        std::uint64_t seed = 3) {
  const auto kernel = NewSkeleton(skeleton);
  return MakeMapSpec("random_network", map)->Draw({*kernel, d, D, seed, nullptr});
}

// 2 × 3 pixels of two angles each, two windows of 2 × 2 over them, and a node over all pixels.
Params Windows() {
  const Params pixels = {{"name", "pixels"}, {"type", "input"},     {"space", "angle"},
                         {"scale", 1.5},     {"grid", Nodes{2, 3}}, {"channels", 2}};
  const Params windows = {{"name", "windows"},
                          {"type", "conv"},
                          {"of", "pixels"},
                          {"size", 2},
                          {"activation", Scaled("sine", 1)}};
  const Params side = {
      {"name", "side"}, {"type", "fully_connected"}, {"of", "pixels"}, {"activation", "relu"}};
  const Params out = {{"name", "out"},
                      {"type", "node"},
                      {"of", Nodes{"windows", "side"}},
                      {"weights", Nodes{0.3, 0.7}},
                      {"activation", Scaled("exponential", 0.5)}};
  return {{"nodes", Nodes{pixels, windows, side, out}}};
}

// Weight i of replica α of a layer.
double Weight(std::uint64_t seed, std::uint64_t layer, std::uint64_t replica, Index i) {
  RandomStream stream(DeriveSeed(seed, {layer}), StreamPurpose::kMap, replica);
  double weight = 0;
  for (Index k = 0; k <= i; ++k) weight = stream.Gaussian();
  return weight;
}

// Neuron by neuron from the definition: r replicas of the windows and the side, D of the output.
double FeatureByHand(const Vector& x, std::uint64_t seed, Index r, std::uint64_t output, Index D) {
  const auto encoded = [&](Index pixel, Index i) {  // cos and sin of two channels, of norm 1
    const double angle = 1.5 * x[2 * pixel + i / 2];
    return std::sqrt(0.5) * (i % 2 == 0 ? std::cos(angle) : std::sin(angle));
  };
  const double root_r = std::sqrt(static_cast<double>(r));
  double sum = 0;
  for (Index window = 0; window < 2; ++window) {
    const Index pixels[] = {window, window + 1, window + 3, window + 4};
    for (Index a = 0; a < r; ++a) {
      double seen = 0;
      for (Index e = 0; e < 4; ++e)
        for (Index i = 0; i < 4; ++i)
          seen += Weight(seed, 0, static_cast<std::uint64_t>(a), 4 * e + i) * std::sqrt(0.25) *
                  encoded(pixels[e], i);
      const double neuron = std::sqrt(2 / (1 - std::exp(-2.0))) * std::sin(seen) / root_r;
      sum += Weight(seed, 2, output, window * r + a) * std::sqrt(0.3 / 2) * neuron;
    }
  }
  for (Index a = 0; a < r; ++a) {
    double seen = 0;
    for (Index i = 0; i < 24; ++i)
      seen += Weight(seed, 1, static_cast<std::uint64_t>(a), i) * std::sqrt(1.0 / 6) *
              encoded(i / 4, i % 4);
    const double neuron = std::sqrt(2.0) * std::max(0.0, seen) / root_r;
    sum += Weight(seed, 2, output, 2 * r + a) * std::sqrt(0.7) * neuron;
  }
  return std::exp(0.5 * sum - 0.25) / std::sqrt(static_cast<double>(D));
}

TEST(RandomNetwork, FeaturesAreTheOutputsOfTheNetwork) {
  const Matrix x = UnitRows(3, 12, 21);
  for (const auto& [D, replication, r] :
       {std::tuple{4, 0.5, 2}, std::tuple{5, 0.5, 3}, std::tuple{3, 1.0, 3}}) {
    const Matrix z =
        DrawNetwork(Windows(), {{"inner_replication", replication}}, 12, D, 17)->Transform(x);
    ASSERT_EQ(z.cols(), D);
    for (Index i = 0; i < 3; ++i) {
      for (Index j = 0; j < D; ++j)
        EXPECT_NEAR(z(i, j),
                    FeatureByHand(x.row(i).transpose(), 17, r, static_cast<std::uint64_t>(j), D),
                    1e-13);
    }
  }
}

TEST(RandomNetwork, CountsItsWeightsAndProducts) {
  const auto kernel = NewSkeleton(Windows());
  for (const auto& [D, replication, r] :
       {std::tuple{8, 0.25, 2}, std::tuple{10, 0.25, 3}, std::tuple{6, 0.01, 1}}) {
    const auto spec = MakeMapSpec("random_network", {{"inner_replication", replication}});
    const auto map = spec->Draw({*kernel, 12, D, 3, nullptr});
    const double shared = 16 * r + 24 * r + 3 * r * D;  // both windows have the same weights
    EXPECT_EQ(static_cast<double>(map->bytes()), 8 * shared);
    EXPECT_EQ(spec->DrawnBytes(*kernel, 12, D), 8 * shared);
    EXPECT_EQ(map->OperationsPerRow(12), 2 * (shared + 16 * r));
  }
}

// 784 nodes of 2000 neurons each: those of 16 rows take 200 MB and are held twice, those of all 32
// rows would take 800 MB (Linux only).
TEST(RandomNetwork, ManyNeuronsMakeSmallBlocks) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  const Params pixels = {{"type", "input"},
                         {"space", "angle"},
                         {"scale", 1.5},
                         {"grid", Nodes{28, 28}},
                         {"channels", 1}};
  const Params conv = {{"type", "conv"}, {"size", 1}, {"activation", "relu"}};
  const Params out = {{"type", "fully_connected"}, {"activation", "relu"}};
  const Examples x = Matrix(Matrix::Constant(32, 784, 0.3));
  const auto map =
      DrawNetwork({{"nodes", Nodes{pixels, conv, out}}}, {{"inner_replication", 1000}}, 784, 2);
  malloc_trim(0);
  const double before = testing::StatusBytes("VmRSS:");
  if (!testing::ResetPeak())
    GTEST_SKIP() << "this system does not let a process reset its peak memory";
  const Matrix z = map->Transform(x);
  EXPECT_LT(testing::StatusBytes("VmHWM:") - before, 600e6);
  EXPECT_TRUE(z.row(31).isApprox(z.row(0), 1e-12));
}

TEST(RandomNetwork, UnitNormDividesByTheNorm) {
  const Matrix x = UnitRows(6, 4, 13);
  const Params skeleton = ReluLayers(AngleInput(), 2);
  const Matrix z = DrawNetwork(skeleton, {}, 4, 50)->Transform(x);
  const Matrix unit = DrawNetwork(skeleton, {{"unit_norm", true}}, 4, 50)->Transform(x);
  EXPECT_LE((z.rowwise().normalized() - unit).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_GT((z - unit).cwiseAbs().maxCoeff(), 0.01);
}

// One replica of relu is 0 for about every second row.
TEST(RandomNetwork, ARowWithoutFeaturesHasNorm0) {
  const Matrix x = UnitRows(40, 4, 13);
  const Params skeleton = ReluLayers({{"space", "sphere"}}, 1);
  const Matrix z = DrawNetwork(skeleton, {{"unit_norm", true}}, 4, 1)->Transform(x);
  const auto dead = (z.array() == 0).count();
  EXPECT_GT(dead, 5);
  EXPECT_EQ((z.array() == 1).count(), 40 - dead);
}

// Neurons of one layer are independent. The mean of squares over draws, one feature each, within
// five standard errors.
TEST(RandomNetwork, TheVarianceOfOneLayerIsExact) {
  constexpr Index kFeatures = 200000;
  const Matrix x = UnitRows(2, 3, 1);
  const auto kernel = NewSkeleton(ReluLayers({{"space", "sphere"}}, 1));
  const auto spec = MakeMapSpec("random_network", {});
  const double variance =
      spec->FeatureVariance(*kernel, x.row(0).transpose(), x.row(1).transpose()).value();
  const double k = Gram(*kernel, x, x)(0, 1);
  const Matrix z = spec->Draw({*kernel, 3, kFeatures, 5, nullptr})->Transform(x);
  const Eigen::ArrayXd squares =
      (kFeatures * z.row(0).array() * z.row(1).array() - k).square().transpose();
  const double band = 5 * std::sqrt(((squares - squares.mean()).square().mean()) / kFeatures);
  EXPECT_NEAR(squares.mean(), variance, band);
  EXPECT_LT(band, 0.1 * variance);
}

TEST(RandomNetwork, NoVarianceIsKnownOfDeeperOnes) {
  const Vector x = UnitRows(1, 3, 1).row(0).transpose();
  const auto spec = MakeMapSpec("random_network", {});
  const auto deep = NewSkeleton(ReluLayers({{"space", "sphere"}}, 2));
  EXPECT_FALSE(spec->FeatureVariance(*deep, x, x).has_value());
  EXPECT_THAT(spec->NoVarianceReason(*deep), HasSubstr("layers below"));
  EXPECT_FALSE(spec->Bound(*deep, {1, 1, 3}).has_value());
  const auto shallow = NewSkeleton(ReluLayers({{"space", "sphere"}}, 1));
  const auto divided = MakeMapSpec("random_network", {{"unit_norm", true}});
  EXPECT_FALSE(divided->FeatureVariance(*shallow, x, x).has_value());
  EXPECT_THAT(divided->NoVarianceReason(*shallow), HasSubstr("norm"));
}

std::string Message(const Params& skeleton, Index d, Index D) {
  return testing::Message([&] { DrawNetwork(skeleton, {}, d, D); });
}

TEST(RandomNetwork, Errors) {
  EXPECT_THAT(Message(ReluLayers({{"space", "gaussian"}, {"scale", 1}}, 1), 3, 10),
              HasSubstr("as the base space of an input is no inner product; expected one of "
                        "binary, circle, angle, sphere at each"));
  EXPECT_THAT(Message(testing::MixedSkeleton(), 3, 10), HasSubstr("no inner product"));
  EXPECT_THAT(Message(ReluLayers(AngleInput(), 0), 3, 10),
              HasSubstr("which is one input; expected a node with an activation"));
  EXPECT_THAT(Message(ReluLayers(AngleInput(), 2), 3, Index{1} << 20), HasSubstr("of memory"));
  EXPECT_EQ(Message(ReluLayers(AngleInput(), 2), 3, Index{1} << 40),
            "map 'random_network': a node has 1099511627776 neurons; expected at most 2147483648");
  EXPECT_THAT(Message(ReluLayers(AngleInput(), 2), 3, 0), HasSubstr("expected at least 1"));
  const auto spec = MakeMapSpec("random_network", {});
  EXPECT_THAT(testing::Message([&] { spec->CheckKernel(*MakeKernel("linear", {})); }),
              HasSubstr("expected a skeleton: skeleton"));
  EXPECT_THAT(testing::Message([] {
                DrawNetwork(ReluLayers({{"space", "sphere"}}, 1), {}, 3, 10)
                    ->Transform(Matrix(Matrix::Ones(2, 3)));
              }),
              HasSubstr("row 0 does not fit the input of 3 columns"));
}

}  // namespace
}  // namespace mercer
