#include "experiments/report/summary/number_text.h"

#include <gtest/gtest.h>

namespace mercer {
namespace {

std::string Mean(MetricKind kind, double mean) {
  return MeanText(kind, {3, mean, std::nullopt, std::nullopt});
}

std::string Paper(MetricKind kind, double value, int digits) {
  ReportedValue reported;
  reported.value = value;
  reported.digits = digits;
  return ReportedText(kind, reported);
}

TEST(NumberText, SharesArePerCentInReports) {
  EXPECT_EQ(Mean(MetricKind::kShare, 0.997), "99.70");
  EXPECT_EQ(MeasuredText(MetricKind::kShare, {3, 0.997, 0.0005, 0.0003}), "99.70±0.05");
  EXPECT_EQ(DifferenceText(MetricKind::kShare, -0.0123), "−1.23");
  EXPECT_EQ(BandText(MetricKind::kShare, {BandKind::kFixed, 0.981, 0.999}), "98.10 to 99.90");
  EXPECT_EQ(PlusMinusText(MetricKind::kShare, 0.01), "±1");
}

TEST(NumberText, TimesNeverHaveExponentsForLongWholeParts) {
  EXPECT_EQ(Mean(MetricKind::kSeconds, 1653.9), "1654");
  EXPECT_EQ(Mean(MetricKind::kSeconds, 18.64), "18.6");
  EXPECT_EQ(Mean(MetricKind::kSeconds, 0.00449), "0.0045");
}

TEST(NumberText, Speedups) {
  EXPECT_EQ(Mean(MetricKind::kSpeedup, 228.7), "229×");
  EXPECT_EQ(Mean(MetricKind::kSpeedup, 4.66), "4.7×");
  EXPECT_EQ(Mean(MetricKind::kSpeedup, 0.083), "0.08×");
}

TEST(NumberText, ThePapersNumbersKeepTheirDigits) {
  EXPECT_EQ(Paper(MetricKind::kShare, 0.999, 3), "99.9");
  EXPECT_EQ(Paper(MetricKind::kShare, 0.9202, 4), "92.02");
  EXPECT_EQ(Paper(MetricKind::kSeconds, 1653.9, 5), "1653.9");
  EXPECT_EQ(Paper(MetricKind::kSpeedup, 229, 3), "229×");
  EXPECT_EQ(Paper(MetricKind::kError, 8.472e-05, 3), "8.47e-05");
}

TEST(NumberText, NoDataIsADash) { EXPECT_EQ(MeasuredText(MetricKind::kShare, Measured{}), "–"); }

}  // namespace
}  // namespace mercer
