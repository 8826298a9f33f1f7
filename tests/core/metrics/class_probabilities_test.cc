#include "core/metrics/class_probabilities.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mercer {
namespace {

TEST(SumOfLogLosses, IsThatOfTheOwnLabels) {
  Matrix probabilities(3, 2);
  probabilities << .25, .75, .5, .5, 1, 0;
  Vector labels(2), actual(3);
  labels << -1, 4;
  actual << 4, -1, -1;
  EXPECT_NEAR(SumOfLogLosses(probabilities, labels, actual), -std::log(.75 * .5), 1e-15);
  // A label of probability 0, and labels that training did not have.
  for (const double label : {4.0, 0.0, 9.0}) {
    actual[2] = label;
    EXPECT_NEAR(SumOfLogLosses(probabilities, labels, actual), -std::log(.75 * .5) + 708.396, 1e-3);
  }
}

TEST(NormalDivergence, IsTheIntegral) {
  Matrix mean(2, 2), variance(2, 2), other_mean(2, 2), other_variance(2, 2);
  mean << .5, -1, 0, 2;
  variance << 1, .25, 4, 1;
  other_mean << .5, 1, .25, 1.5;
  other_variance << 1, 1, .5, 2.25;
  double expected = 0;
  for (Index i = 0; i < 4; ++i) {
    const double m = mean.data()[i], v = variance.data()[i], M = other_mean.data()[i],
                 V = other_variance.data()[i];
    constexpr double kStep = 1e-3;
    for (double t = m - 12 * std::sqrt(v); t < m + 12 * std::sqrt(v); t += kStep) {
      const double p = std::exp(-(t - m) * (t - m) / (2 * v)) / std::sqrt(2 * M_PI * v);
      const double log_ratio =
          -(t - m) * (t - m) / (2 * v) + (t - M) * (t - M) / (2 * V) + std::log(V / v) / 2;
      expected += kStep * p * log_ratio / 2;  // the mean of two classes
    }
  }
  EXPECT_NEAR(NormalDivergence(mean, variance, other_mean, other_variance), expected, 1e-9);
  EXPECT_EQ(NormalDivergence(mean, variance, mean, variance), 0);
  EXPECT_GT(std::abs(NormalDivergence(other_mean, other_variance, mean, variance) - expected), .1);
}

TEST(NormalDivergence, ADeviationOfZeroCountsAsAMillionth) {
  const Matrix zero = Matrix::Zero(1, 1), one = Matrix::Ones(1, 1);
  EXPECT_NEAR(NormalDivergence(zero, zero, zero, one), std::log(1e6) + 5e-13 - .5, 1e-9);
  EXPECT_NEAR(NormalDivergence(zero, one, zero, zero) / 5e11, 1, 1e-9);
}

TEST(NormalDivergence, OfNanIsNan) {
  const Matrix one = Matrix::Ones(2, 1);
  const Matrix nan = (Matrix(2, 1) << 1, std::nan("")).finished();
  EXPECT_TRUE(std::isnan(NormalDivergence(nan, one, one, one)));
  EXPECT_TRUE(std::isnan(NormalDivergence(one, nan, one, one)));
  EXPECT_TRUE(std::isnan(NormalDivergence(one, one, nan, one)));
  EXPECT_TRUE(std::isnan(NormalDivergence(one, one, one, nan)));
}

TEST(NormalDivergenceDeathTest, AllFourHaveOneShape) {
  const Matrix tall = Matrix::Ones(2, 1), wide = Matrix::Ones(1, 2);
  EXPECT_DEATH(NormalDivergence(tall, wide, tall, tall), "HaveOneShape");
  EXPECT_DEATH(NormalDivergence(tall, tall, wide, tall), "HaveOneShape");
  EXPECT_DEATH(NormalDivergence(tall, tall, tall, wide), "HaveOneShape");
}

}  // namespace
}  // namespace mercer
