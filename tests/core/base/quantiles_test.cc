#include "core/base/quantiles.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

namespace mercer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Median, OfAnEvenNumberIsBetweenTheMiddleTwo) {
  EXPECT_EQ(Median({5}), 5);
  EXPECT_EQ(Median({9, 1, 4}), 4);
  EXPECT_EQ(Median({8, 1, 4, 2}), 3);
}

TEST(NormalQuantile, KnownValues) {
  // By root finding with 40 digits.
  const std::vector<std::pair<double, double>> known = {
      {5e-324, -38.4674056171443463},      {1e-320, -38.2691253430326510},
      {1e-310, -37.6630603319495237},      {3e-308, -37.5114196742558765},
      {9.9e-301, -37.0473673865285455},    {1e-300, -37.0470962993611992},
      {1e-100, -21.2734535609653243},      {1e-16, -8.22208221613043562},
      {1e-9, -5.99780701500768686},        {0.001, -3.09023230616781354},
      {0.024, -1.9773684281819467},        {0.025, -1.95996398454005421},
      {0.1, -1.28155156554460044},         {0.2499, -0.674804470110609987},
      {0.26, -0.643345405392916937},       {0.4, -0.253347103135799741},
      {0.4999999, -2.50662827470310651e-7}};
  for (const auto& [u, z] : known) {
    EXPECT_NEAR(NormalQuantile(u) / z, 1, 1e-14) << u;
    if (u < 0.02) continue;
    EXPECT_NEAR(NormalQuantile(1 - u), -z, 1e-14 / u) << u;
  }
  EXPECT_EQ(NormalQuantile(0.5), 0);
  EXPECT_EQ(NormalQuantile(0), -kInfinity);
  EXPECT_EQ(NormalQuantile(1), kInfinity);
  EXPECT_EQ(NormalQuantile(0.75), -NormalQuantile(0.25));
}

}  // namespace
}  // namespace mercer
