#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_NUMBER_TEXT_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_NUMBER_TEXT_H_

#include <string>

#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// How reports print numbers: shares in per cent, seconds and errors with three digits, speed-ups
/// with two (times and speed-ups below 0.1 with one fewer), the mean with its standard deviation as
/// "99.70±0.05".
std::string MeasuredText(MetricKind kind, const Measured& measured);

/// Of a row: without a spread where it has none (SummaryRow::has_spread).
std::string MeasuredText(MetricKind kind, const SummaryRow& row);

/// Seconds, speed-ups: without the spread. "–" without data.
std::string MeanText(MetricKind kind, const Measured& measured);

/// With the digits that the paper prints.
std::string ReportedText(MetricKind kind, const ReportedValue& reported);

/// "†" behind a number of a method that was tuned on the test part; "‡" behind one, no time, for
/// which some value at an end of its grid was chosen.
std::string TunedMark(const SummaryRow& row);

/// A number of ours as every table of a report shows it: without its spread where it is a time or a
/// speed-up; behind it TunedMark, "*" where it is a time that is not valid, and the mark of its
/// verdict (VerdictMark), that of an unsolved trial also where the paper reports nothing. "–" alone
/// without data.
std::string OursText(MetricKind kind, const SummaryRow& row);

/// What theory expects of a cell, "∞" where a variance is infinite; behind it "!" where the
/// measurements contradict it.
std::string TheoryText(MetricKind kind, const Theory& theory);

/// A difference in the unit of MeasuredText, with its sign.
std::string DifferenceText(MetricKind kind, double difference);

/// A standard error in the unit of MeasuredText: "±1".
std::string PlusMinusText(MetricKind kind, double half_width);

/// The ends of a band: "98.20 to 99.80".
std::string BandText(MetricKind kind, const Band& band);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_NUMBER_TEXT_H_
