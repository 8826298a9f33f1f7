#include "core/base/error.h"

#include <gtest/gtest.h>

namespace mercer {
namespace {

TEST(CheckDeathTest, AbortsWithExpressionAndPlaceInEveryBuildType) {
  MERCER_CHECK(1 + 1 == 2);
  EXPECT_DEATH(MERCER_CHECK(1 + 1 == 3),
               "internal error: 1 \\+ 1 == 3 does not hold \\(.*error_test.cc:[0-9]+\\)");
}

TEST(InvalidInput, CarriesItsSentence) {
  EXPECT_STREQ(InvalidInput("cost is -1; expected a number > 0").what(),
               "cost is -1; expected a number > 0");
}

}  // namespace
}  // namespace mercer
