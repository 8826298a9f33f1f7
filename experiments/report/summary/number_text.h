#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_NUMBER_TEXT_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_NUMBER_TEXT_H_

#include <string>

#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// A number as printed in reports: fractions in per cent, seconds and errors with three digits,
/// speed-ups with two (times and speed-ups below 0.1 with one fewer), and the mean with its
/// standard deviation as "99.70±0.05".
std::string MeasuredText(MetricKind kind, const Measured& measured);

/// The number of a row, without a spread if it has none (SummaryRow::has_spread).
std::string MeasuredText(MetricKind kind, const SummaryRow& row);

/// The mean without the spread, for seconds and speed-ups; "–" without data.
std::string MeanText(MetricKind kind, const Measured& measured);

/// The paper's number with the digits that it prints.
std::string ReportedText(MetricKind kind, const ReportedValue& reported);

/// "†" after a number of a method that was tuned on the test part; "‡" after one, other than a
/// time, for which a value at an end of its grid was chosen.
std::string TunedMark(const SummaryRow& row);

/// A number of ours as shown in all tables of a report: without its spread if it is a time or a
/// speed-up. It is followed by TunedMark, by "*" if it is an invalid time, and by the mark of its
/// verdict (VerdictMark); the mark of an unsolved trial is shown even if the paper reports nothing.
/// Just "–" without data.
std::string OursText(MetricKind kind, const SummaryRow& row);

/// The value expected by theory for a cell, "∞" if a variance is infinite, followed by "!" if the
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
