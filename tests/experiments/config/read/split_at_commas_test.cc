#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "experiments/config/read/read_named.h"

namespace mercer {
namespace {

TEST(SplitAtCommas, KeepsTogetherWhatIsInBracketsOrQuotes) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(SplitAtCommas(""), Parts{""});
  EXPECT_EQ(SplitAtCommas("a,,b,"), (Parts{"a", "", "b", ""}));
  EXPECT_EQ(SplitAtCommas("kernel=p(degree=1,c=2),D=3"), (Parts{"kernel=p(degree=1,c=2)", "D=3"}));
  EXPECT_EQ(SplitAtCommas("m,c=[1,{2,3}],x"), (Parts{"m", "c=[1,{2,3}]", "x"}));
  EXPECT_EQ(SplitAtCommas(R"(m,t="a,[\",b",x)"), (Parts{"m", R"(t="a,[\",b")", "x"}));
  EXPECT_EQ(SplitAtCommas("a),b"), (Parts{"a)", "b"}));
}

}  // namespace
}  // namespace mercer
