#include "core/linalg/stable_norm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mercer {
namespace {

TEST(StableNorm, HoldsForNumbersOfAnySize) {
  const Vector x = (Vector(3) << 3, -4, 12).finished();
  for (const double scale : {1.0, 1e300, 1e-300}) {
    EXPECT_NEAR(StableNorm(scale * x) / scale, 13, 1e-14);
    EXPECT_NEAR(StableNorm(Matrix(scale * x * x.transpose())) / scale, 169, 1e-12);
  }
  EXPECT_EQ(StableNorm(Vector::Zero(5)), 0);
  EXPECT_EQ(StableNorm(Vector()), 0);
  // Longer than the blocks of 4096 that Eigen takes, at any distance from an aligned address.
  for (Index first = 0; first < 9; ++first)
    EXPECT_NEAR(StableNorm(Vector::Ones(10009).tail(10000 + first)),
                std::sqrt(10000.0 + static_cast<double>(first)), 1e-10);
}

TEST(StableNorm, WhatIsNotFinite) {
  Vector x = Vector::Ones(100);
  x[50] = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(StableNorm(x), std::numeric_limits<double>::infinity());
  x[70] = std::nan("");
  EXPECT_TRUE(std::isnan(StableNorm(x)));
}

}  // namespace
}  // namespace mercer
