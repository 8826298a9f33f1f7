#include "core/maps/maclaurin/maclaurin_law.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/base/error.h"
#include "tests/core/maps/maclaurin/maclaurin_kernels.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::TheKernel;

const TheKernel& Exponential() {
  static const TheKernel kernel("exponential", {{"sigma", 1.0}});
  return kernel;
}

TEST(MaclaurinLaw, IsGeometricByDefault) {
  const MaclaurinLaw law(*Exponential(), {});
  for (Index n = 0; n < 60; ++n)
    EXPECT_NEAR(law.LogProbability(n), -static_cast<double>(n + 1) * std::log(2.0), 1e-12);
}

TEST(MaclaurinLaw, SumsToOneForEveryMeasure) {
  for (const double measure : {1.1, 2.0, 3.5, 10.0}) {
    for (const bool h01 : {false, true}) {
      for (const Index max_order : {2, 3, 10, 4000}) {
        const MaclaurinLaw law(*Exponential(),
                               {.measure = measure, .h01 = h01, .max_order = max_order});
        double sum = 0;
        for (Index n = 0; n <= max_order; ++n) sum += std::exp(law.LogProbability(n));
        EXPECT_NEAR(sum, 1, 1e-12) << measure << " " << h01 << " " << max_order;
        EXPECT_EQ(law.LogProbability(max_order + 1), -INFINITY);
        if (max_order == law.first_order()) continue;
        // Each order is 1/p as likely as the one before.
        const double step = law.LogProbability(max_order) - law.LogProbability(max_order - 1);
        EXPECT_NEAR(step, -std::log(measure), 1e-11);
      }
    }
  }
}

TEST(MaclaurinLaw, TheHighestOrderMayBeTheLargestIndex) {
  const MaclaurinLaw law(*Exponential(), {.max_order = std::numeric_limits<Index>::max()});
  EXPECT_NEAR(law.LogProbability(3), -4 * std::log(2.0), 1e-14);
  EXPECT_NEAR(law.LogWeight(0), 0.5 * std::log(2.0), 1e-15);
}

TEST(MaclaurinLaw, TheFirstOrderAloneIsEnough) {
  const MaclaurinLaw law(*Exponential(), {.max_order = 0});
  EXPECT_EQ(law.LogProbability(0), 0) << "certain";
  EXPECT_EQ(law.LogProbability(1), -INFINITY);
}

TEST(MaclaurinLaw, ZeroOneHeuristicStartsAtTwo) {
  const MaclaurinLaw law(*Exponential(), {.h01 = true});
  EXPECT_EQ(law.LogProbability(1), -INFINITY);
  EXPECT_NEAR(std::exp(law.LogProbability(2)), 0.5, 1e-15);
  EXPECT_NEAR(std::exp(law.LogProbability(3)), 0.25, 1e-15);
}

TEST(MaclaurinLaw, WeightIsTheRootOfCoefficientOverProbability) {
  const MaclaurinLaw law(*Exponential(), {});
  EXPECT_NEAR(std::exp(law.LogWeight(0)), std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(std::exp(law.LogWeight(3)), std::sqrt(16.0 / 6.0), 1e-14);
  // 1/200! underflows; its logarithm does not.
  EXPECT_NEAR(law.LogWeight(200), 0.5 * (201 * std::log(2.0) - std::lgamma(201.0)), 1e-9);
}

TEST(MaclaurinLaw, HomogeneousKernelFixesTheOrder) {
  const TheKernel kernel("homogeneous_polynomial", {{"degree", 7}});
  EXPECT_EQ(HomogeneousOrder(*kernel), 7);
  const MaclaurinLaw law(*kernel, {.max_order = 9});
  RandomStream stream(1, StreamPurpose::kMap, 0);
  EXPECT_EQ(law.Sample(stream), 7);
  EXPECT_EQ(law.LogProbability(7), 0);
  EXPECT_EQ(law.LogProbability(6), -INFINITY);
  EXPECT_EQ(HomogeneousOrder(*TheKernel("linear", {})), 1);
  EXPECT_EQ(HomogeneousOrder(*Exponential()), std::nullopt);
  EXPECT_EQ(HomogeneousOrder(*TheKernel("polynomial", {{"degree", 3}, {"offset", 1}})),
            std::nullopt);
}

TEST(MaclaurinLaw, RefusesLawsWithoutATerm) {
  const TheKernel kernel("homogeneous_polynomial", {{"degree", 7}});
  EXPECT_THAT(testing::Message([&] { MaclaurinLaw(*kernel, {.h01 = true}); }),
              ::testing::AllOf(HasSubstr("h01"), HasSubstr("homogeneous_polynomial")));
  EXPECT_THROW(MaclaurinLaw(*kernel, {.max_order = 6}), InvalidInput);
}

TEST(MaclaurinLaw, ExpectedVectorsAreBounded) {
  EXPECT_NEAR(MaclaurinLaw(*Exponential(), {}).ExpectedVectorsBound(), 1, 1e-12);
  EXPECT_NEAR(MaclaurinLaw(*Exponential(), {.h01 = true}).ExpectedVectorsBound(), 3, 1e-12);
  EXPECT_NEAR(MaclaurinLaw(*Exponential(), {.measure = 1.01}).ExpectedVectorsBound(), 100, 1e-9);
  const TheKernel cubic("polynomial", {{"degree", 3}, {"offset", 1}});
  EXPECT_EQ(MaclaurinLaw(*cubic, {.measure = 1.0001}).ExpectedVectorsBound(), 3);
}

// Pearson's statistic of the orders of 100,000 streams against the law: bins of expected count ≥ 20
// and one for the rest. Above the bound with probability 1e-6 (chi-square quantile); fixed seed.
double OrderChiSquare(const MaclaurinLaw& law, int bins) {
  constexpr int kDraws = 100000;
  std::vector<double> counts(static_cast<std::size_t>(bins) + 1);
  for (int i = 0; i < kDraws; ++i) {
    RandomStream stream(77, StreamPurpose::kMap, static_cast<std::uint64_t>(i));
    const Index bin = std::min<Index>(law.Sample(stream) - law.first_order(), bins);
    ++counts[static_cast<std::size_t>(bin)];
  }
  double rest = kDraws, statistic = 0;
  for (int bin = 0; bin <= bins; ++bin) {
    const double expected =
        bin == bins ? rest : kDraws * std::exp(law.LogProbability(law.first_order() + bin));
    rest -= expected;
    const double difference = counts[static_cast<std::size_t>(bin)] - expected;
    if (expected > 1e-6) statistic += difference * difference / expected;
    if (expected <= 1e-6) statistic += 1e9 * std::abs(difference);
  }
  return statistic;
}

TEST(MaclaurinLaw, OrdersFollowTheLaw) {
  constexpr double kQuantile10 = 46.863, kQuantile5 = 35.888, kQuantile4 = 33.377;
  EXPECT_LT(OrderChiSquare(MaclaurinLaw(*Exponential(), {}), 10), kQuantile10);
  EXPECT_LT(OrderChiSquare(MaclaurinLaw(*Exponential(), {.h01 = true}), 10), kQuantile10);
  EXPECT_LT(OrderChiSquare(MaclaurinLaw(*Exponential(), {.measure = 4}), 5), kQuantile5);
  EXPECT_LT(OrderChiSquare(MaclaurinLaw(*Exponential(), {.measure = 1.2, .max_order = 4}), 5),
            kQuantile4);
  EXPECT_LT(OrderChiSquare(MaclaurinLaw(*Exponential(), {.h01 = true, .max_order = 6}), 5),
            kQuantile4);
}

}  // namespace
}  // namespace mercer
