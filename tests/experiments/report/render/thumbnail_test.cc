#include "experiments/report/render/thumbnail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/report/plot/sweep_summary.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;

// Each method has the colour of its place, under whatever name it is shown.
TEST(Thumbnail, ColoursMethodsThatHaveADisplayName) {
  Summary summary = testing::MakeSweep();
  summary.names.methods = {{"rff", "Fourier"}, {"exact", "exact machine"}};
  const std::optional<Thumbnail> thumbnail = ThumbnailOf(summary);
  ASSERT_TRUE(thumbnail);
  EXPECT_THAT(thumbnail->svg, HasSubstr("class=\"c0\""));
  EXPECT_THAT(thumbnail->svg, HasSubstr("class=\"c0 paper-curve\""));
  EXPECT_THAT(thumbnail->svg, HasSubstr("class=\"c1\""));
  EXPECT_THAT(thumbnail->svg, ::testing::Not(HasSubstr("class=\"c2")));
}

}  // namespace
}  // namespace mercer
