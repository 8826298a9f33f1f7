#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/data/generators.h"

namespace mercer {
namespace {

Matrix Points(Index n, Index d) {
  return Generate("unit_ball", {{"n", n}, {"d", d}}, 12).x.dense();
}

// |x|^d is uniform in [0, 1]: Kolmogorov-Smirnov, √n·sup > 2.5 has probability 2·exp(−12.5) = 7e-6
// for each d.
TEST(UnitBall, RadiusToThePowerOfTheDimensionIsUniform) {
  constexpr Index kPoints = 20000;
  for (const Index d : {1, 2, 5, 50}) {
    const Matrix x = Points(kPoints, d);
    std::vector<double> u;
    for (Index i = 0; i < kPoints; ++i)
      u.push_back(std::pow(x.row(i).norm(), static_cast<double>(d)));
    std::sort(u.begin(), u.end());
    double distance = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      const auto rank = static_cast<double>(i);
      distance = std::max({distance, (rank + 1) / kPoints - u[i], u[i] - rank / kPoints});
    }
    EXPECT_LT(distance * std::sqrt(static_cast<double>(kPoints)), 2.5) << "d = " << d;
  }
}

// For d = 2 the squared norm of a Gaussian vector is twice an exponential variable E, so the first
// point of a pool of N has squared norm E_1/M, M = max E_i. It is the longest with probability 1/N,
// else smaller than M: E[E_1/M] = 1/N + (1 − 1/N)·E[e(M)/M] with e(m) the mean of E below m.
double MeanShare(int pool) {
  const double n = pool;
  double sum = 0;
  constexpr double kStep = 1e-3;
  for (double m = kStep / 2; m < 60; m += kStep) {
    const double below = -std::expm1(-m);                              // P[E < m]
    const double density = n * std::pow(below, n - 1) * std::exp(-m);  // of the maximum
    const double mean_below = (below - m * std::exp(-m)) / below;      // E[E | E < m]
    sum += density * kStep * (1 / n + (n - 1) / n * mean_below / m);
  }
  return sum;
}

// 4,000 sets for each N: 5 standard errors of the mean, false alarm 1.2e-6.
TEST(UnitBall, ThePoolDecidesTheLawOfTheNorms) {
  constexpr int kSets = 4000;
  for (const int pool : {20, 200}) {
    double sum = 0, squares = 0;
    for (std::uint64_t seed = 0; seed < kSets; ++seed) {
      const Params params{{"n", 1}, {"d", 2}, {"law", "gaussian"}, {"pool", pool}};
      const double share = Generate("unit_ball", params, seed).x.dense().row(0).squaredNorm();
      sum += share;
      squares += share * share;
    }
    const double mean = sum / kSets;
    const double error = std::sqrt((squares / kSets - mean * mean) / kSets);
    EXPECT_NEAR(mean, MeanShare(pool), 5 * error) << "pool " << pool;
    EXPECT_GT(std::abs(mean - MeanShare(pool == 20 ? 200 : 20)), 20 * error) << "pool " << pool;
  }
}

// E x = 0 and E x xᵀ = I/(d+2) in the ball. Each mean has variance 1/((d+2)n), each off-diagonal
// product 1/((d+2)(d+4)n), each square (3/((d+2)(d+4)) − 1/(d+2)²)/n. 5 standard deviations, 20
// numbers: false alarm 1.2e-5.
TEST(UnitBall, HasTheMomentsOfTheBall) {
  constexpr Index kPoints = 20000;
  constexpr Index d = 5;
  const Matrix x = Points(kPoints, d);
  const Vector mean = x.colwise().mean();
  const Matrix second = x.transpose() * x / kPoints;
  const double product = 1.0 / ((d + 2) * (d + 4));
  for (Index i = 0; i < d; ++i) {
    EXPECT_NEAR(mean[i], 0, 5 * std::sqrt(1.0 / (d + 2) / kPoints));
    const double square = 3 * product - 1.0 / ((d + 2) * (d + 2));
    EXPECT_NEAR(second(i, i), 1.0 / (d + 2), 5 * std::sqrt(square / kPoints));
    for (Index j = 0; j < i; ++j) EXPECT_NEAR(second(i, j), 0, 5 * std::sqrt(product / kPoints));
  }
}

}  // namespace
}  // namespace mercer
