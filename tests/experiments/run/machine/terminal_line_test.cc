#include "experiments/run/machine/terminal_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace mercer {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(ProgressBar, IsAsFullAsTheShare) {
  EXPECT_EQ(ProgressBar(0), "[....................]");
  EXPECT_EQ(ProgressBar(0.25), "[#####...............]");
  EXPECT_EQ(ProgressBar(0.999), "[###################.]");
  EXPECT_EQ(ProgressBar(1), "[####################]");
  EXPECT_EQ(ProgressBar(-1), ProgressBar(0));
  EXPECT_EQ(ProgressBar(2), ProgressBar(1));
  for (int done = 0; done <= 20; ++done) {
    const std::string bar = ProgressBar(done / 20.0);
    EXPECT_EQ(std::count(bar.begin(), bar.end(), '#'), done);
  }
}

TEST(TerminalLine, IsWrittenOverAndTakenAway) {
  std::ostringstream out;
  {
    TerminalLine line(out, true);
    EXPECT_TRUE(line.IsDue());
    line.Show("one");
    EXPECT_FALSE(line.IsDue()) << "a tenth of a second has not gone";
    line.Show("two");
    EXPECT_THAT(out.str(), EndsWith("one\x1b[?7h\r\x1b[K\x1b[?7ltwo\x1b[?7h"));
    line.Note("a fact");
    EXPECT_THAT(out.str(), EndsWith("two\x1b[?7h\r\x1b[K"
                                    "a fact\n"));
    line.Clear();
    EXPECT_THAT(out.str(), EndsWith("a fact\n")) << "there is nothing to clear";
    line.Show("three");
  }
  EXPECT_THAT(out.str(), EndsWith("three\x1b[?7h\r\x1b[K"));
}

TEST(TerminalLine, WithoutATerminalWritesFactsAlone) {
  std::ostringstream out;
  TerminalLine line(out, false);
  EXPECT_FALSE(line.IsDue());
  line.Show("one");
  line.Note("a fact");
  line.Clear();
  EXPECT_EQ(out.str(), "a fact\n");
}

}  // namespace
}  // namespace mercer
