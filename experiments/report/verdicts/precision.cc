#include "experiments/report/verdicts/precision.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace mercer {
namespace {

// Numbers come from decimal text: 0.0375 lies half way between two of three digits but for the last
// bits, and is then taken to be either.
constexpr double kRounding = 1e-9;

bool IsDigitised(const ReportedValue& reported) { return reported.how_read == "digitised"; }

}  // namespace

double LastDigit(const ReportedValue& reported) {
  if (reported.value == 0) return 0;
  // The exponent as decimal rounding gives it: log10 of 1000 may be a little less than 3.
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*e", reported.digits - 1, std::abs(reported.value));
  const int exponent = std::atoi(std::strchr(text.data(), 'e') + 1);
  return std::pow(10.0, exponent - reported.digits + 1);
}

double PrecisionOf(const ReportedValue& reported) {
  return (IsDigitised(reported) ? 1 : 0.5) * LastDigit(reported);
}

bool HasThePrintedDigits(double measured, const ReportedValue& reported) {
  const double unit = LastDigit(reported);
  if (unit == 0) return measured == reported.value;
  const double most = IsDigitised(reported) ? 1.5 : 0.5;
  return std::abs(measured - std::round(reported.value / unit) * unit) <= (most + kRounding) * unit;
}

}  // namespace mercer
