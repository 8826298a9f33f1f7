#include "experiments/report/statistics/holm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/experiments/report/statistics/golden.h"

namespace mercer {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Holm, IsThatOfItsDefinition) {
  for (const auto& one : testing::GoldenStatistics("holm")) {
    const std::vector<double> p = one["p"], adjusted = one["adjusted"];
    const std::vector<double> ours = HolmAdjusted(p);
    ASSERT_EQ(ours.size(), adjusted.size());
    for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(ours[i], adjusted[i], 1e-15);
  }
}

TEST(Holm, StepsDownFromTheSmallest) {
  // 3 · 0.01, 2 · 0.02, and 0.03 is below the one before it.
  EXPECT_THAT(HolmAdjusted(std::vector<double>{0.02, 0.03, 0.01}),
              ElementsAre(DoubleEq(0.04), DoubleEq(0.04), DoubleEq(0.03)));
}

TEST(Holm, IsAtMostOne) {
  EXPECT_THAT(HolmAdjusted(std::vector<double>{0.9, 0.6}), ElementsAre(1, 1));
  EXPECT_THAT(HolmAdjusted(std::vector<double>{}), IsEmpty());
}

}  // namespace
}  // namespace mercer
