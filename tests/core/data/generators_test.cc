#include "core/data/generators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;

Matrix Points(Index n, Index d, const char* law, std::uint64_t seed) {
  return Generate("unit_ball", {{"n", n}, {"d", d}, {"law", law}}, seed).x.dense();
}

TEST(UnitBall, LiesInTheBall) {
  for (const Index d : {1, 2, 10, 200}) {
    EXPECT_LE(Points(100, d, "uniform", 1).rowwise().norm().maxCoeff(), 1 + 1e-15);
    EXPECT_NEAR(Points(100, d, "gaussian", 1).rowwise().norm().maxCoeff(), 1, 1e-15);
  }
}

TEST(UnitBall, IsAFunctionOfTheSeed) {
  EXPECT_EQ(Points(5, 3, "uniform", 4), Points(5, 3, "uniform", 4));
  EXPECT_NE(Points(5, 3, "uniform", 4), Points(5, 3, "uniform", 5));
  EXPECT_EQ(Points(50, 3, "uniform", 4).topRows(5), Points(5, 3, "uniform", 4));
}

TEST(UnitBall, HasTwoLaws) {
  const Matrix uniform = Points(5, 3, "uniform", 4);
  const Matrix gaussian = Points(5, 3, "gaussian", 4);
  for (Index i = 0; i < 5; ++i) {
    const double cosine = uniform.row(i).normalized().dot(gaussian.row(i).normalized());
    EXPECT_NEAR(cosine, 1, 1e-12);  // the same directions,
  }
  EXPECT_GT((uniform - gaussian).cwiseAbs().maxCoeff(), 0.05);  // at other radii
}

Matrix PoolPoints(Index n, Index d, Index pool, std::uint64_t seed) {
  return Generate("unit_ball", {{"n", n}, {"d", d}, {"law", "gaussian"}, {"pool", pool}}, seed)
      .x.dense();
}

TEST(UnitBall, APoolOfTheSetItselfIsTheSet) {
  EXPECT_EQ(PoolPoints(100, 7, 100, 4), Points(100, 7, "gaussian", 4));
}

TEST(UnitBall, IsTheBeginningOfItsPool) {
  const Matrix pool = Points(1000, 7, "gaussian", 4);
  const Matrix points = PoolPoints(100, 7, 1000, 4);
  EXPECT_EQ(points, pool.topRows(100));
  // The same directions as without a pool, all shorter by one factor.
  const Matrix alone = Points(100, 7, "gaussian", 4);
  const double shorter = points(0, 0) / alone(0, 0);
  EXPECT_LT(shorter, 0.999);
  EXPECT_LT((points - shorter * alone).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(UnitBall, APoolIsLargerThanItsPointsAndOfGaussianVectors) {
  EXPECT_EQ(testing::FaultOf([] { PoolPoints(100, 7, 99, 4); }),
            "generator 'unit_ball': pool is 99; expected at least n = 100, the points that are "
            "taken from it");
  EXPECT_EQ(
      testing::FaultOf([] {
        Generate("unit_ball", {{"n", 5}, {"d", 2}, {"pool", 50}}, 1);
      }),
      "generator 'unit_ball': pool is 50 with law uniform; expected law gaussian, or no pool");
}

TEST(GaussianRows, AreNormalAndAFunctionOfSeedAndRow) {
  const Matrix x = Generate("gaussian", {{"n", 400}, {"d", 50}}, 3).x.dense();
  // 20,000 values: 5 standard errors of mean and second moment.
  EXPECT_NEAR(x.mean(), 0, 5 / std::sqrt(20000.));
  EXPECT_NEAR(x.array().square().mean(), 1, 5 * std::sqrt(2 / 20000.));
  EXPECT_EQ(Generate("gaussian", {{"n", 7}, {"d", 50}}, 3).x.dense(), x.topRows(7));
  EXPECT_NE(Generate("gaussian", {{"n", 7}, {"d", 50}}, 4).x.dense(), x.topRows(7));
}

TEST(SparseBinaryRows, HaveTheirNumberOfOnesAnywhere) {
  const Params params{{"n", 4000}, {"d", 20}, {"nonzeros", 3}};
  const Examples x = Generate("sparse_binary", params, 3).x;
  ASSERT_TRUE(x.is_sparse());
  const Matrix dense = ToDense(x).dense();
  EXPECT_EQ(dense.rowwise().sum(), Vector(Vector::Constant(4000, 3)));
  EXPECT_EQ(x.StoredValues(), 12000);
  // Each column is in 3 of 20: 5 standard errors of its count, 600 ± 22.6.
  for (Index j = 0; j < 20; ++j) EXPECT_NEAR(dense.col(j).sum(), 600, 113) << j;
  const Examples few = Generate("sparse_binary", {{"n", 9}, {"d", 20}, {"nonzeros", 3}}, 3).x;
  EXPECT_EQ(ToDense(few).dense(), dense.topRows(9));
  const Params full{{"n", 2}, {"d", 5}, {"nonzeros", 5}};
  EXPECT_EQ(ToDense(Generate("sparse_binary", full, 1).x).dense(), Matrix(Matrix::Ones(2, 5)));
  EXPECT_EQ(testing::FaultOf([] {
              Generate("sparse_binary", {{"n", 2}, {"d", 5}, {"nonzeros", 6}}, 1);
            }),
            "generator 'sparse_binary': nonzeros is 6; expected at most d = 5");
}

TEST(Checkerboard, LabelsSquaresByTheirColour) {
  constexpr Index kRows = 20000;
  const Params params{{"n", kRows}, {"d", 3}, {"squares", 4}};
  const Dataset data = Generate("checkerboard", params, 3);
  const Matrix x = data.x.dense();
  EXPECT_GE(x.minCoeff(), 0);
  EXPECT_LT(x.maxCoeff(), 1);
  // 60,000 uniform values: 5 standard errors of the mean.
  EXPECT_NEAR(x.mean(), 0.5, 5 / std::sqrt(12 * 60000.));
  for (Index i = 0; i < kRows; ++i) {
    const auto column = static_cast<int>(4 * x(i, 0)), row = static_cast<int>(4 * x(i, 1));
    EXPECT_EQ(data.y[i], (column + row) % 2 == 0 ? 1 : -1) << i;
  }
  const Dataset few = Generate("checkerboard", {{"n", 9}, {"d", 3}, {"squares", 4}}, 3);
  EXPECT_EQ(few.x.dense(), x.topRows(9));
  EXPECT_EQ(few.y, data.y.head(9));
}

// The same rows; of 20,000 labels 2,000 ± 42 are wrong: 5 standard deviations.
TEST(Checkerboard, FlipsAShareOfTheLabels) {
  const Dataset clean = Generate("checkerboard", {{"n", 20000}}, 3);
  const Dataset noisy = Generate("checkerboard", {{"n", 20000}, {"flip", 0.1}}, 3);
  EXPECT_EQ(clean.x.dense(), noisy.x.dense());
  EXPECT_EQ(clean.x.cols(), 2);
  EXPECT_NEAR((clean.y.array() != noisy.y.array()).count(), 2000, 212);
}

TEST(Generate, FillsTheDataset) {
  const Dataset data = Generate("unit_ball", {{"n", 7}, {"d", 2}}, 3);
  EXPECT_EQ(data.name, "unit_ball");
  EXPECT_EQ(data.x.rows(), 7);
  EXPECT_EQ(data.x.cols(), 2);
  EXPECT_EQ(data.y, Vector(Vector::Zero(7)));
  EXPECT_EQ(data.part_rows, (std::vector<Index>{7}));
  EXPECT_EQ(data.sha256.size(), 64U);
  const Params same{{"law", "uniform"}, {"d", 2}, {"n", 7}};
  EXPECT_EQ(Generate("unit_ball", same, 3).sha256, data.sha256);
  EXPECT_NE(Generate("unit_ball", same, 4).sha256, data.sha256);
}

TEST(Generate, RefusesBadParameters) {
  const auto fault = [](const Params& params) {
    return testing::FaultOf([&] { Generate("unit_ball", params, 1); });
  };
  EXPECT_THAT(fault({{"n", 0}, {"d", 2}}), HasSubstr("generator 'unit_ball': n is 0; expected"));
  EXPECT_THAT(fault({{"n", 5}, {"d", 0}}), HasSubstr("generator 'unit_ball': d is 0; expected"));
  EXPECT_THAT(fault({{"n", 5}}), HasSubstr("generator 'unit_ball' needs d: "));
  EXPECT_THAT(fault({{"n", 5}, {"d", 2}, {"law", "cube"}}), HasSubstr("law is cube; expected"));
  for (const char* name : {"unit_ball", "gaussian"}) {
    EXPECT_EQ(testing::FaultOf([&] {
                Generate(name, {{"n", 100000000}, {"d", 1000000}}, 1);
              }),
              std::string("generator '") + name +
                  "': 100000000 rows of 1000000 values are too many; expected at most 268435456 "
                  "values");
  }
  EXPECT_EQ(testing::FaultOf([] {
              Generate("unit_bal", {{"n", 5}, {"d", 2}}, 1);
            }),
            "unknown generator 'unit_bal'; did you mean 'unit_ball'? known: unit_ball, gaussian, "
            "sparse_binary, checkerboard");
}

}  // namespace
}  // namespace mercer
