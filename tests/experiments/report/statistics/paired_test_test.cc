#include "experiments/report/statistics/paired_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/experiments/report/statistics/golden.h"

namespace mercer {
namespace {

TEST(PairedTest, IsThatOfScipy) {
  for (const auto& one : testing::GoldenStatistics("paired")) {
    const std::vector<double> a = one["a"], b = one["b"];
    std::vector<double> differences;
    for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
    const PairedTest test = TestPairs(differences, one["ratio"]);
    EXPECT_EQ(test.n, static_cast<std::int64_t>(a.size()));
    EXPECT_NEAR(test.mean, one["mean"], 1e-15);
    EXPECT_NEAR(test.standard_error, one["stderr"], 1e-15);
    EXPECT_NEAR(test.t, one["t"], 1e-11);
    EXPECT_NEAR(test.p, one["p"], 1e-12);
  }
}

TEST(PairedTest, CorrectionIsTheTestPartOverTheTrainingPart) {
  // Differences 1, 2, 3: mean 2, s² = 1. Of 100 rows 90 train: n_test/n_train = 1/9.
  const std::vector<double> differences = {1, 2, 3};
  EXPECT_DOUBLE_EQ(TestPairs(differences, 0).standard_error, std::sqrt(1.0 / 3));
  const PairedTest corrected = TestPairs(differences, 1.0 / 9);
  EXPECT_DOUBLE_EQ(corrected.standard_error, std::sqrt(1.0 / 3 + 1.0 / 9));
  // Student's law with 2 degrees of freedom has the tail 1 − t/√(2 + t²) on both sides.
  EXPECT_DOUBLE_EQ(corrected.t, 3);
  EXPECT_NEAR(corrected.p, 1 - 3 / std::sqrt(11.0), 1e-15);
}

TEST(PairedTest, SignFollowsTheMeanAndPDoesNot) {
  const std::vector<double> up = {0.1, 0.3, 0.2, 0.4}, down = {-0.1, -0.3, -0.2, -0.4};
  EXPECT_GT(TestPairs(up, 0.25).t, 0);
  EXPECT_DOUBLE_EQ(TestPairs(up, 0.25).t, -TestPairs(down, 0.25).t);
  EXPECT_DOUBLE_EQ(TestPairs(up, 0.25).p, TestPairs(down, 0.25).p);
}

TEST(PairedTest, WithoutSpreadPIsOneOrZero) {
  const PairedTest equal = TestPairs(std::vector<double>(4, 0.0), 0.5);
  EXPECT_EQ(equal.p, 1);
  EXPECT_EQ(equal.t, 0);
  EXPECT_EQ(equal.standard_error, 0);
  const PairedTest apart = TestPairs(std::vector<double>(4, -0.1), 0.5);
  EXPECT_EQ(apart.p, 0);
  EXPECT_EQ(apart.t, -HUGE_VAL);
  EXPECT_EQ(apart.mean, -0.1);
}

TEST(PairedTestDeathTest, ASingleDifferenceIsOurFault) {
  EXPECT_DEATH(TestPairs(std::vector<double>{1}, 0), "internal error");
}

}  // namespace
}  // namespace mercer
