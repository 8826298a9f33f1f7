#include <gtest/gtest.h>

#include "experiments/report/verdicts/judge_cell.h"

namespace mercer {
namespace {

ReportedValue Number(double value, int digits, const std::string& how_read = "printed") {
  ReportedValue reported;
  reported.value = value;
  reported.digits = digits;
  reported.how_read = how_read;
  return reported;
}

TEST(Precision, IsHalfAUnitOfTheLastDigitOrOneWhereDigitised) {
  EXPECT_DOUBLE_EQ(LastDigit(Number(0.00341, 3)), 1e-5);
  EXPECT_DOUBLE_EQ(LastDigit(Number(0.999, 3)), 1e-3);
  EXPECT_DOUBLE_EQ(LastDigit(Number(0.7704, 4)), 1e-4);
  EXPECT_DOUBLE_EQ(LastDigit(Number(0.15, 3)), 1e-3);  // 15.0 per cent
  EXPECT_DOUBLE_EQ(LastDigit(Number(1000, 1)), 1000);
  EXPECT_DOUBLE_EQ(LastDigit(Number(0.1, 1)), 0.1);
  EXPECT_DOUBLE_EQ(PrecisionOf(Number(0.00341, 3)), 5e-6);
  EXPECT_DOUBLE_EQ(PrecisionOf(Number(0.00341, 3, "digitised")), 1e-5);
  EXPECT_EQ(PrecisionOf(Number(0, 3)), 0);
}

TEST(HasThePrintedDigits, Rounds) {
  EXPECT_TRUE(HasThePrintedDigits(0.1486, Number(0.149, 3)));
  EXPECT_TRUE(HasThePrintedDigits(0.1494, Number(0.149, 3)));
  EXPECT_FALSE(HasThePrintedDigits(0.1496, Number(0.149, 3)));
  EXPECT_TRUE(HasThePrintedDigits(0.0375, Number(0.037, 2)));  // half way, and so is 0.038
  EXPECT_TRUE(HasThePrintedDigits(0.0375, Number(0.038, 2)));
  EXPECT_TRUE(HasThePrintedDigits(0.1496, Number(0.149, 3, "digitised")));
  EXPECT_FALSE(HasThePrintedDigits(0.1506, Number(0.149, 3, "digitised")));
}

}  // namespace
}  // namespace mercer
