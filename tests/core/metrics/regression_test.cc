#include "core/metrics/regression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mercer {
namespace {

TEST(Regression, ErrorsByHand) {
  const Vector y = (Vector(3) << 3, 0, 4).finished();
  const Vector predicted = (Vector(3) << 4, 2, 2).finished();  // 3 off in all
  EXPECT_DOUBLE_EQ(RelativeError(predicted, y), 3.0 / 5);
  EXPECT_DOUBLE_EQ(Rmse(predicted, y), std::sqrt(3.0));
  EXPECT_EQ(RelativeError(y, y), 0);
  EXPECT_TRUE(std::isinf(RelativeError(y, Vector::Zero(3))));
  EXPECT_EQ(RelativeError(Vector::Zero(3), Vector::Zero(3)), 0);
  EXPECT_DOUBLE_EQ(RelativeError(1e200 * predicted, 1e200 * y), 3.0 / 5);
}

}  // namespace
}  // namespace mercer
