#include "core/maps/skeleton/skeleton_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/kernels/skeleton/skeletons.h"

namespace mercer {
namespace {

using testing::AngleInput;
using testing::MixedSkeleton;
using testing::NewSkeleton;
using testing::Nodes;
using testing::ReluLayers;

TEST(SkeletonLaw, GoldenConstantProbabilities) {
  const auto probability = [](const Params& params) {
    const auto kernel = NewSkeleton(params);
    return SkeletonLaw(kernel->skeleton(), {}).ConstantProbability();
  };
  const double golden[] = {0.31831, 0.49373, 0.60483, 0.68095};
  for (int depth = 1; depth <= 4; ++depth)
    EXPECT_NEAR(probability(ReluLayers(AngleInput(), depth)), golden[depth - 1], 5e-6);
}

// C(S) = 1 for relu and exponential(1) at any depth; else the slopes multiply along the layers, and
// average over unequal depths.
TEST(SkeletonLaw, ExpectedFactors) {
  const auto expected = [](const Params& params) {
    const auto kernel = NewSkeleton(params);
    return SkeletonLaw(kernel->skeleton(), {}).ExpectedFactors();
  };
  for (int depth = 1; depth <= 5; ++depth)
    EXPECT_NEAR(expected(ReluLayers(AngleInput(), depth)), 1, 1e-14);
  const double deep = 0.81 * (0.75 * 1 + 0.25 * 1), cosine = 1.21 * std::tanh(1.21);
  EXPECT_NEAR(expected(MixedSkeleton()), cosine * (1 + deep + 1) / 3, 1e-14);
}

// [zᵏ] of the composed generating functions, with the coefficients cut at 10 as the authors' code
// has them; chi-square of 1e5 draws, 8 degrees of freedom: 40 is passed with probability 3e-6.
TEST(SkeletonLaw, NumberOfFactorsFollowsItsLaw) {
  const double two[] = {0.4937, 0.3016, 0.1380, 0.0292, 0.0160, 0.0051, 0.0051, 0.0022};
  const double three[] = {0.6048, 0.2004, 0.1083, 0.0358, 0.0193, 0.0085, 0.0065, 0.0037};
  constexpr int kDraws = 100000;
  for (const int depth : {2, 3}) {
    const auto kernel = NewSkeleton(ReluLayers(AngleInput(), depth));
    const SkeletonLaw law(kernel->skeleton(), 10);
    const SkeletonRows rows(kernel->skeleton(), 4);
    double counts[9] = {}, mean = 0;
    for (int i = 0; i < kDraws; ++i) {
      RandomStream stream(7, StreamPurpose::kTest, static_cast<std::uint64_t>(i));
      const std::size_t size = law.Draw(rows, stream).size();
      ++counts[std::min<std::size_t>(size, 8)];
      mean += static_cast<double>(size) / kDraws;
    }
    double chi_square = 0, rest = 1;
    for (std::size_t k = 0; k <= 8; ++k) {
      const double p = k == 8 ? rest : depth == 2 ? two[k] : three[k];
      rest -= p;
      chi_square += (counts[k] - kDraws * p) * (counts[k] - kDraws * p) / (kDraws * p);
    }
    EXPECT_LT(chi_square, 40) << depth;
    EXPECT_NEAR(mean, law.ExpectedFactors(), 0.05);
  }
}

// A node of weight 0 is never drawn; five standard errors for the others.
TEST(SkeletonLaw, NodesAreDrawnByTheirWeights) {
  const auto input = [](const char* name, const char* space) {
    return Params{{"name", name}, {"type", "input"}, {"space", space}, {"scale", 1}};
  };
  const Params node = {{"type", "node"},
                       {"of", Nodes{"a", "b", "c"}},
                       {"weights", Nodes{0.85, 0, 0.15}},
                       {"activation", "identity"}};
  const auto kernel = NewSkeleton(
      {{"nodes", Nodes{input("a", "angle"), input("b", "gaussian"), input("c", "angle"), node}}});
  const SkeletonLaw law(kernel->skeleton(), {});
  const SkeletonRows rows(kernel->skeleton(), 2);
  constexpr int kDraws = 20000;
  double counts[3] = {};
  for (int i = 0; i < kDraws; ++i) {
    RandomStream stream(8, StreamPurpose::kTest, static_cast<std::uint64_t>(i));
    const std::vector<BaseFactor> factors = law.Draw(rows, stream);
    ASSERT_EQ(factors.size(), 1U);
    ++counts[factors[0].input];
  }
  EXPECT_EQ(counts[1], 0);
  EXPECT_NEAR(counts[0], 0.85 * kDraws, 5 * std::sqrt(0.85 * 0.15 * kDraws));
  const std::vector<double> expected = law.ExpectedAtInputs();
  EXPECT_NEAR(expected[0], 0.85, 1e-15);
  EXPECT_EQ(expected[1], 0);
}

}  // namespace
}  // namespace mercer
