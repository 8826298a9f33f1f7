#include "experiments/report/plot/draw/tics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/report/plot/draw/text_fit.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;

TEST(LogTics, AreRoundNumbersThatFit) {
  EXPECT_THAT(LogTics(0.9, 1100), ElementsAre(1, 10, 100, 1000));
  EXPECT_THAT(LogTics(0.02, 0.5), ElementsAre(0.03, 0.1, 0.3));
  EXPECT_THAT(LogTics(0.019, 0.11), ElementsAre(0.02, 0.05, 0.1));
  EXPECT_THAT(LogTics(2.9, 7.5), ElementsAre(3, 5, 7));
  EXPECT_LE(LogTics(1e-20, 1e10).size(), 8u);
  EXPECT_GE(LogTics(1e-20, 1e10).size(), 3u);
}

// Numbers of a narrow axis neither touch each other nor reach beyond the free space at its ends.
TEST(HorizontalTics, HaveRoom) {
  constexpr double kBeyond = 10;
  for (const AxisScale scale : {AxisScale::kLog, AxisScale::kLinear}) {
    for (const double high : {5e3, 2e4, 1e6, 3e9}) {
      const Axis axis{.title = "", .scale = scale, .low = 90, .high = high};
      for (const double points : {50.0, 70.0, 150.0}) {
        double end = -kBeyond;
        std::size_t count = 0;
        for (const double tic : HorizontalTics(axis, {}, points, kBeyond)) {
          const double place = scale == AxisScale::kLog
                                   ? std::log(tic / axis.low) / std::log(high / axis.low)
                                   : (tic - axis.low) / (high - axis.low);
          const double half = TextWidth(TicText(tic)) / 2;
          EXPECT_GE(points * place - half, end) << tic << " of " << high << " on " << points;
          end = points * place + half;
          ++count;
        }
        EXPECT_LE(end, points + kBeyond);
        EXPECT_GE(count, 1u) << high << " on " << points;
      }
    }
  }
}

TEST(HorizontalTics, AreWholePowersAtEqualDistancesWhereEachHasNoRoom) {
  const Axis axis{.title = "", .scale = AxisScale::kLog, .low = 50, .high = 2e5};
  EXPECT_THAT(HorizontalTics(axis, {}, 200, 10), ElementsAre(100, 1000, 10000, 100000));
  EXPECT_THAT(HorizontalTics(axis, {}, 60, 10), ElementsAre(100, 10000));
}

TEST(HorizontalTics, HaveEqualStepsWithinADecadeWhereRoundPowersHaveNoRoom) {
  const Axis axis{.title = "", .scale = AxisScale::kLog, .low = 5.1e-5, .high = 7.2e-5};
  EXPECT_THAT(HorizontalTics(axis, {}, 180, 10), ElementsAre(5.5e-5, 6e-5, 6.5e-5, 7e-5));
}

TEST(VerticalTics, AreRoundNumbersOfALinearAxis) {
  const Axis axis{.title = "", .scale = AxisScale::kLinear, .low = 0.29, .high = 0.92};
  EXPECT_THAT(VerticalTics(axis, 200), ElementsAre(0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9));
  EXPECT_THAT(VerticalTics(axis, 45), ElementsAre(0.4, 0.6, 0.8));
}

}  // namespace
}  // namespace mercer
