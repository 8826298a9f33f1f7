#include "experiments/report/plot/draw/text_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/text.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::SizeIs;
using ::testing::StartsWith;

TEST(Shortened, KeepsBothEnds) {
  EXPECT_EQ(Shortened("rm", 100), "rm");
  const std::string text = Shortened("a long name whose end (q=2) tells it", 60);
  EXPECT_THAT(text, StartsWith("a lo"));
  EXPECT_THAT(text, EndsWith("lls it"));
  EXPECT_LE(TextWidth(text), 60);
}

TEST(Shortened, CutsNoCharacterInTwo) {
  for (double room = 10; room < 100; room += 1)
    EXPECT_TRUE(IsUtf8(Shortened("Nyström, Nyström, Nyström, Nyström", room))) << room;
}

TEST(Wrapped, EndsLinesAfterWordsAndShortensTheLast) {
  EXPECT_THAT(Wrapped("homogeneous_polynomial", 80, 2), ElementsAre("homogeneous_", "polynomial"));
  EXPECT_THAT(Wrapped("homogeneous_polynomial", 200, 2), ElementsAre("homogeneous_polynomial"));
  const std::vector<std::string> lines =
      Wrapped("unit ball (law=gaussian, d=200, of many more parameters)", 80, 2);
  ASSERT_THAT(lines, SizeIs(2));
  for (const std::string& line : lines) EXPECT_LE(TextWidth(line), 80) << line;
}

}  // namespace
}  // namespace mercer
