#include "core/kernels/shift_invariant/bandwidth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/base/error.h"
#include "core/base/quantiles.h"
#include "tests/core/kernels/cases.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Message;

Matrix Triangle() { return (Matrix(3, 2) << 0, 0, 3, 4, 0, 1).finished(); }

const double kTriangleMean = (5 + 1 + std::sqrt(18.0)) / 3;

TEST(Bandwidth, IsTheMeanOverPairsOfDifferentRows) {
  const Bandwidth dense = MeanPairwiseDistance(Triangle(), 1);
  EXPECT_NEAR(dense.value, kTriangleMean, 1e-14);
  EXPECT_EQ(dense.sampled_rows, 3);
  EXPECT_NEAR(MeanPairwiseDistance(ToSparse(Triangle()), 1).value, kTriangleMean, 1e-14);
}

TEST(Bandwidth, ACommonOffsetDoesNotMatter) {
  const Matrix far = Triangle() + Matrix::Constant(3, 2, 1e6);
  EXPECT_NEAR(MeanPairwiseDistance(far, 1).value, kTriangleMean, 1e-9);
}

// Rows whose distances are small beside a row far off, or beside a column of large values.
TEST(Bandwidth, LargeValuesDoNotSwallowSmallDistances) {
  const auto median = [](const Matrix& x) {
    std::vector<double> distances;
    for (Index i = 0; i < x.rows(); ++i)
      for (Index j = 0; j < i; ++j) distances.push_back((x.row(i) - x.row(j)).norm());
    return Median(distances);
  };
  Matrix outlier = testing::RowsInBall(20, 5, 3);
  outlier.row(0).setConstant(1e8);
  Matrix column = testing::RowsInBall(20, 5, 3);
  column.col(2).setConstant(1e8);
  for (const Matrix& x : {outlier, column}) {
    const double exact = median(x);
    EXPECT_GT(exact, 0.1);
    EXPECT_NEAR(MedianPairwiseDistance(x, 1).value, exact, 1e-6);
    EXPECT_NEAR(MedianPairwiseDistance(ToSparse(x), 1).value, exact, 1e-6);
  }
}

TEST(Bandwidth, ManyRowsAgreeWithTheDefinition) {
  const Matrix x = testing::RowsInBall(300, 5, 1);
  double sum = 0;
  for (Index i = 0; i < 300; ++i) {
    for (Index j = 0; j < i; ++j) sum += (x.row(i) - x.row(j)).norm();
  }
  EXPECT_NEAR(MeanPairwiseDistance(x, 1).value, sum / (300 * 299 / 2), 1e-12);
  EXPECT_NEAR(MeanPairwiseDistance(ToSparse(x), 1).value, sum / (300 * 299 / 2), 1e-12);
}

TEST(Bandwidth, ASampleIsDrawnBySeedAndItsSizeIsTold) {
  const Matrix x = testing::RowsInBall(400, 5, 2);
  const Bandwidth whole = MeanPairwiseDistance(x, 1);
  const Bandwidth sample = MeanPairwiseDistance(x, 1, 100);
  EXPECT_EQ(whole.sampled_rows, 400);
  EXPECT_EQ(sample.sampled_rows, 100);
  EXPECT_EQ(sample.value, MeanPairwiseDistance(x, 1, 100).value);
  EXPECT_NE(sample.value, MeanPairwiseDistance(x, 2, 100).value);
  // A mean over the pairs of m rows has variance at most 2 Var(distance) / m: 5 standard
  // deviations, false alarms 6e-7.
  double squares = 0;
  for (Index i = 0; i < 400; ++i) {
    for (Index j = 0; j < i; ++j) squares += (x.row(i) - x.row(j)).squaredNorm();
  }
  const double variance = squares / (400 * 399 / 2) - whole.value * whole.value;
  EXPECT_NEAR(sample.value, whole.value, 5 * std::sqrt(2 * variance / 100));
}

TEST(Bandwidth, RefusesRowsWithoutADistance) {
  EXPECT_THAT(Message([] { MeanPairwiseDistance(Matrix(Matrix::Zero(1, 3)), 1); }),
              HasSubstr("1 training rows; expected at least 2"));
  const Matrix equal = Matrix::Constant(50, 3, 0.1);
  EXPECT_THAT(Message([&] { MeanPairwiseDistance(equal, 1); }), HasSubstr("are equal"));
  EXPECT_THAT(Message([&] { MeanPairwiseDistance(ToSparse(equal), 1); }), HasSubstr("are equal"));
  Matrix broken = Triangle();
  broken(1, 1) = std::nan("");
  EXPECT_THAT(Message([&] { MeanPairwiseDistance(broken, 1); }), HasSubstr("not finite"));
}

TEST(Bandwidth, OnlyARuleIsReplaced) {
  Bandwidth used;
  const Params number = {{"sigma", 0.5}};
  EXPECT_EQ(ResolveBandwidth(number, Triangle(), 1, &used).Canonical(), "sigma=0.5");
  EXPECT_EQ(used.sampled_rows, 0);
  EXPECT_TRUE(ResolveBandwidth({}, Triangle(), 1).empty());
  const Params rule = {{"sigma", "mean_distance"}};
  const Params resolved = ResolveBandwidth(rule, Triangle(), 1, &used);
  EXPECT_NEAR(resolved.Find("sigma")->AsNumber(), kTriangleMean, 1e-14);
  EXPECT_EQ(used.value, resolved.Find("sigma")->AsNumber());
  EXPECT_EQ(used.sampled_rows, 3);
  const Params unknown = {{"sigma", "widest"}};
  EXPECT_THAT(Message([&] { ResolveBandwidth(unknown, Triangle(), 1); }), HasSubstr("'widest'"));
}

}  // namespace
}  // namespace mercer
