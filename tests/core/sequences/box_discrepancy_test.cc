// Box discrepancy against its definition as a mean squared error over the box, and its gradient
// against central differences.

#include "core/sequences/box_discrepancy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "core/base/quantiles.h"
#include "core/base/random.h"
#include "tests/core/sequences/point_set_support.h"

namespace mercer {
namespace {

Matrix GaussianFrequencies(Index s, Index d, double sigma, std::uint64_t seed) {
  RandomStream stream(seed, StreamPurpose::kTest, 1);
  return Matrix::NullaryExpr(s, d, [&](Index, Index) { return stream.Gaussian() / sigma; });
}

// |(1/s) sum_l exp(i <w_l, u>) − exp(−|u|²/(2 sigma²))|².
double SquaredError(const Matrix& w, const Vector& u, double sigma) {
  std::complex<double> mean = 0;
  for (Index l = 0; l < w.rows(); ++l) mean += std::polar(1.0, w.row(l).dot(u));
  mean /= static_cast<double>(w.rows());
  return std::norm(mean - std::exp(-0.5 * u.squaredNorm() / (sigma * sigma)));
}

// The mean of f over [−1, 1] by Simpson's rule.
template <class F>
double SimpsonMean(const F& f, int intervals) {
  double sum = f(-1.0) + f(1.0);
  for (int i = 1; i < intervals; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(-1.0 + 2.0 * i / intervals);
  return sum / (3.0 * intervals);
}

TEST(BoxDiscrepancy, OneDimensionEqualsTheMeanSquaredError) {
  for (const double sigma : {0.7, 2.0}) {
    for (const double b : {0.05, 0.9, 3.0, 15.0}) {
      const Matrix w = GaussianFrequencies(6, 1, sigma, 3);
      const double expected = SimpsonMean(
          [&](double t) { return SquaredError(w, Vector::Constant(1, b * t), sigma); }, 20000);
      EXPECT_NEAR(BoxDiscrepancy(Vector::Constant(1, b), sigma).Squared(w), expected, 1e-12)
          << sigma << " " << b;
    }
  }
}

TEST(BoxDiscrepancy, TwoDimensionsWithUnequalSides) {
  const double sigma = 1.3;
  const Vector b{{0.8, 2.1}};
  const Matrix w = GaussianFrequencies(5, 2, sigma, 4);
  const double expected = SimpsonMean(
      [&](double s) {
        return SimpsonMean(
            [&](double t) {
              return SquaredError(w, Vector{{b(0) * s, b(1) * t}}, sigma);
            },
            400);
      },
      400);
  EXPECT_NEAR(BoxDiscrepancy(b, sigma).Squared(w), expected, 1e-10);
}

// The closed form of one term: s = 1, w = 0 gives 1 − 2 Π g_j(0) + Π h_j.
TEST(BoxDiscrepancy, ZeroFrequency) {
  const double b = 1.7, g = std::sqrt(std::numbers::pi / 2) / b * std::erf(b / std::sqrt(2.0));
  const double h = std::sqrt(std::numbers::pi) / (2 * b) * std::erf(b);
  EXPECT_NEAR(BoxDiscrepancy(Vector::Constant(3, b), 1).Squared(Matrix::Zero(1, 3)),
              1 - 2 * g * g * g + h * h * h, 1e-14);
}

TEST(BoxDiscrepancy, OnlyTheRatioOfBoxAndBandwidthMatters) {
  const Matrix w = GaussianFrequencies(20, 4, 1, 5);
  const Vector b{{0.5, 1, 1.5, 2}};
  EXPECT_NEAR(BoxDiscrepancy(b, 1).Squared(w), BoxDiscrepancy(3 * b, 3).Squared(w / 3), 1e-15);
}

// False alarms of the bound at 5 standard errors: 6e-7.
TEST(BoxDiscrepancy, MonteCarloExpectation) {
  const Index s = 10;
  const int repetitions = 400;
  const BoxDiscrepancy discrepancy(Vector{{0.6, 1.4, 2.5}}, 1.2);
  double sum = 0, squares = 0;
  for (int i = 0; i < repetitions; ++i) {
    const double value =
        discrepancy.Squared(GaussianFrequencies(s, 3, 1.2, static_cast<std::uint64_t>(100 + i)));
    sum += value;
    squares += value * value;
  }
  const double mean = sum / repetitions, deviation = std::sqrt(squares / repetitions - mean * mean);
  EXPECT_NEAR(mean, discrepancy.MonteCarloExpectation(s), 5 * deviation / std::sqrt(repetitions));
  EXPECT_LT(deviation / std::sqrt(repetitions), 0.05 * mean);
}

TEST(BoxDiscrepancy, GradientEqualsCentralDifferences) {
  for (const double sigma : {1.0, 2.5}) {
    const BoxDiscrepancy discrepancy(Vector{{0.3, 1.1, 4.0, 9.0}}, sigma);
    Matrix w = GaussianFrequencies(7, 4, sigma, 6);
    w.row(3) = w.row(2).array() + 0.003;  // sinc by its series
    w(5, 1) = w(4, 1);
    Matrix gradient;
    EXPECT_NEAR(discrepancy.SquaredWithGradient(w, gradient), discrepancy.Squared(w), 1e-15);
    const double h = 1e-4;
    for (Index l = 0; l < w.rows(); ++l) {
      for (Index j = 0; j < w.cols(); ++j) {
        const auto at = [&](double move) {
          Matrix moved = w;
          moved(l, j) += move;
          return discrepancy.Squared(moved);
        };
        // Of fourth order.
        const double difference = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
        EXPECT_NEAR(gradient(l, j), difference, 2e-11) << l << " " << j;
      }
    }
    EXPECT_GT(gradient.cwiseAbs().maxCoeff(), 1e-3);
  }
}

TEST(BoxDiscrepancy, ManyDimensionsNeitherOverflowNorVanish) {
  const Matrix w = GaussianFrequencies(50, 784, 1, 7);
  for (const double b : {0.05, 1.0, 100.0}) {
    const BoxDiscrepancy discrepancy(Vector::Constant(784, b), 1);
    const double value = discrepancy.Squared(w);
    EXPECT_TRUE(std::isfinite(value));
    EXPECT_NEAR(value / discrepancy.MonteCarloExpectation(50), 1, 0.5);
  }
}

// Figure 3 of the paper in a model of its CPU data: 21 features, each over all of [0, 1], bandwidth
// 2 (at s = 100 the expectation for independent points is the printed 0.00829 but for 2 %). In
// units of that expectation the paper prints, at s = 400, Halton 0.18, digital net 0.20, lattice
// 0.61 and Sobol' thinned by 701 0.91; measured here 0.42, 0.33, 0.45 and 1.21. The ranking is what
// a model of the data can show.
TEST(BoxDiscrepancy, RanksTheSequencesAsThePaper) {
  const Index s = 400, d = 21;
  const BoxDiscrepancy discrepancy(Vector::Constant(d, 1), 2);
  EXPECT_NEAR(discrepancy.MonteCarloExpectation(100), 0.00829, 2e-4);
  const auto relative = [&](const char* name, const Params& params) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Matrix w = PointsOf(name, params, d, s, seed).unaryExpr(&NormalQuantile) / 2;
      sum += discrepancy.Squared(w) / 5;
    }
    return sum / discrepancy.MonteCarloExpectation(s);
  };
  const Params yang = {{"preset", "yang2014"}};
  for (const char* name : {"halton", "digital_net", "lattice"})
    EXPECT_LT(relative(name, yang), 0.6) << name;
  EXPECT_LT(relative("sobol", {}), 0.6);
  EXPECT_NEAR(relative("sobol", yang), 1, 0.35);
  EXPECT_NEAR(relative("monte_carlo", {}), 1, 0.25);
}

}  // namespace
}  // namespace mercer
