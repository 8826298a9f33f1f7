#include <gtest/gtest.h>

#include <string>

#include "core/base/error.h"
#include "core/data/rows/split.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

std::string FaultOf(const std::string& text, std::optional<Index> num_rows = std::nullopt) {
  return testing::FaultOf([&] { ParseRowNumbers("r.idx", text, num_rows); });
}

TEST(RowNumbers, AreReadInTheOrderOfTheLines) {
  const std::vector<Index> expected{7, 0, 12};
  EXPECT_EQ(ParseRowNumbers("r.idx", "7\n0\n12\n", 13), expected);
  EXPECT_EQ(ParseRowNumbers("r.idx", "7\n0\n12", std::nullopt), expected);
  EXPECT_EQ(ParseRowNumbers("r.idx", "7\r\n0\r\n12\r\n", 13), expected);
  EXPECT_TRUE(ParseRowNumbers("r.idx", "", 13).empty());
}

TEST(RowNumbers, RefuseWhatIsNoRowNumber) {
  const auto fault = [](int line, const std::string& token) {
    return "r.idx, line " + std::to_string(line) + ", column 1: '" + token +
           "'; expected a row number, a whole number from 0";
  };
  EXPECT_EQ(FaultOf("1\n-2\n"), fault(2, "-2"));
  EXPECT_EQ(FaultOf("1\n\n2\n"), fault(2, ""));
  EXPECT_EQ(FaultOf("1 2\n"), fault(1, "1 2"));
  EXPECT_EQ(FaultOf("1\n2\n3.0\n"), fault(3, "3.0"));
  EXPECT_EQ(FaultOf("row\n1\n"), fault(1, "row"));
  EXPECT_EQ(FaultOf("99999999999999999999\n"), fault(1, "99999999999999999999"));
  EXPECT_EQ(FaultOf(" 1\n"), fault(1, " 1"));
}

TEST(RowNumbers, RefuseRowsTwiceAndRowsThatAreNot) {
  EXPECT_EQ(FaultOf("4\n1\n2\n1\n"), "r.idx, line 4: row 1, as in line 2; expected each row once");
  EXPECT_EQ(FaultOf("4\n5\n", 5), "r.idx, line 2: row 5; the data set has 5 rows, numbered from 0");
  EXPECT_EQ(FaultOf("4\n0\n", 5), "accepted");
}

}  // namespace
}  // namespace mercer
