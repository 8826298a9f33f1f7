#include "experiments/run/machine/cores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include "core/base/error.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Cores, TextNamesRanges) {
  EXPECT_EQ(CoresText({0, 2, 3, 4, 7}), "0,2-4,7");
  EXPECT_EQ(CoresText({5}), "5");
  EXPECT_EQ(CoresText({}), "");
}

TEST(Cores, TheAllowedOnesAreReadBack) {
  const std::vector<int> allowed = AllowedCores();
  EXPECT_EQ(static_cast<int>(allowed.size()), [] {
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    return CPU_COUNT(&set);
  }());
  EXPECT_EQ(ParseCores(CoresText(allowed)), allowed);
}

TEST(Cores, AnythingElseIsRefused) {
  const std::string first = std::to_string(AllowedCores().front());
  for (const std::string& text :
       {std::string("x"), std::string("-1"), first + ",", first + "," + first, first + "-",
        std::string("1023"), first + "-1023", std::string("99999999999"), first + ";"})
    EXPECT_THROW(ParseCores(text), InvalidInput) << text;
}

TEST(Cores, EachJobHasItsOwn) {
  EXPECT_THAT(AssignCores({0, 1, 2, 3, 5}, 2, 2),
              ElementsAre(ElementsAre(3, 5), ElementsAre(1, 2)));
  EXPECT_THAT(AssignCores({0, 1}, 1, 1), ElementsAre(ElementsAre(1)));
  EXPECT_THAT(AssignCores({0, 1}, 2, 2), IsEmpty());
  EXPECT_THAT(AssignCores({}, 1, 1), IsEmpty());
}

}  // namespace
}  // namespace mercer
