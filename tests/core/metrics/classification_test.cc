#include "core/metrics/classification.h"

#include <gtest/gtest.h>

namespace mercer {
namespace {

TEST(Classification, CountsEqualLabels) {
  const Vector actual = (Vector(5) << 1, -1, 3, 3, 0).finished();
  const Vector predicted = (Vector(5) << 1, 1, 3, -1, 0).finished();
  EXPECT_EQ(Accuracy(predicted, actual), 0.6);
  EXPECT_EQ(ErrorRate(predicted, actual), 1 - 0.6);
  EXPECT_EQ(Accuracy(actual, actual), 1);
  EXPECT_EQ(ErrorRate(actual, actual), 0);
  EXPECT_EQ(Accuracy(-actual - Vector::Ones(5), actual), 0);
}

TEST(ClassificationDeathTest, LengthsMustAgree) {
  EXPECT_DEATH(Accuracy(Vector::Zero(2), Vector::Zero(3)), "predicted.size");
  EXPECT_DEATH(Accuracy(Vector(), Vector()), "predicted.size");
}

}  // namespace
}  // namespace mercer
