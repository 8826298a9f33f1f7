#include "experiments/report/summary/number_text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace mercer {
namespace {

constexpr const char* kNoData = "–";

// Times and speed-ups below this have a digit fewer: columns stay narrow, and the digit says
// nothing.
constexpr double kSmall = 0.1;

std::string Print(const char* format, int precision, double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, precision, value);
  return buffer.data();
}

// Without an exponent where the whole part has more digits than are kept: 1654, not 1.65e+03.
std::string Significant(double value, int digits) {
  const bool is_long = std::abs(value) >= std::pow(10.0, digits) && std::abs(value) < 1e9;
  return is_long ? Print("%.*f", 0, value) : Print("%.*g", digits, value);
}

double InReportUnit(MetricKind kind, double value) {
  return kind == MetricKind::kShare ? 100 * value : value;
}

std::string Number(MetricKind kind, double value) {
  switch (kind) {
    case MetricKind::kShare:
      return Print("%.*f", 2, InReportUnit(kind, value));
    case MetricKind::kSpeedup:
      return Significant(value, value < kSmall ? 1 : 2) + "×";
    case MetricKind::kPhase:
    case MetricKind::kSeconds:
      return Significant(value, value < kSmall ? 2 : 3);
    case MetricKind::kCount:
    case MetricKind::kError:
      break;
  }
  return Significant(value, 3);
}

// Behind a number that the paper reports, and behind one that is no result.
std::string MarkOf(const SummaryRow& row) {
  const Verdict verdict = row.judgement.verdict;
  const bool is_untold = verdict == Verdict::kUntold;
  const std::string_view mark =
      VerdictMark(row.unsolved && !is_untold ? Verdict::kUnsolved : verdict);
  return mark.empty() ? "" : " " + std::string(mark);
}

}  // namespace

std::string MeanText(MetricKind kind, const Measured& measured) {
  return measured.n == 0 ? kNoData : Number(kind, measured.mean);
}

std::string MeasuredText(MetricKind kind, const Measured& measured) {
  std::string text = MeanText(kind, measured);
  if (!measured.std) return text;
  const double spread = InReportUnit(kind, *measured.std);
  text += "±";
  text += kind == MetricKind::kShare ? Print("%.*f", 2, spread) : Significant(spread, 2);
  return text;
}

std::string MeasuredText(MetricKind kind, const SummaryRow& row) {
  return row.has_spread ? MeasuredText(kind, row.measured) : MeanText(kind, row.measured);
}

std::string ReportedText(MetricKind kind, const ReportedValue& reported) {
  const std::string text = Significant(InReportUnit(kind, reported.value), reported.digits);
  std::string spread;
  if (reported.std) spread = "±" + Significant(InReportUnit(kind, *reported.std), 2);
  return text + spread + (kind == MetricKind::kSpeedup ? "×" : "");
}

std::string TunedMark(const SummaryRow& row) {
  const bool is_time = IsMachineTime(FindMetric(row.metric)->kind);
  return std::string(row.tuned_on_test ? "†" : "") + (row.at_grid_end && !is_time ? "‡" : "");
}

std::string OursText(MetricKind kind, const SummaryRow& row) {
  if (row.measured.n == 0) return kNoData;
  const bool is_time = IsMachineTime(kind);
  // How far apart the repetitions stopped says nothing beside how near their optimum they did.
  const bool is_mean = is_time || row.metric == "duality_gap";
  return (is_mean ? MeanText(kind, row.measured) : MeasuredText(kind, row)) + TunedMark(row) +
         (is_time && row.invalid_times > 0 ? "*" : "") + MarkOf(row);
}

std::string TheoryText(MetricKind kind, const Theory& theory) {
  const std::string value = std::isfinite(theory.value) ? MeanText(kind, {1, theory.value}) : "∞";
  return theory.IsContradicted() ? value + "!" : value;
}

std::string DifferenceText(MetricKind kind, double difference) {
  return (difference < 0 ? "−" : "+") + Number(kind, std::abs(difference));
}

std::string PlusMinusText(MetricKind kind, double half_width) {
  return "±" + Significant(InReportUnit(kind, half_width), 3);
}

std::string BandText(MetricKind kind, const Band& band) {
  return Number(kind, band.low) + " to " + Number(kind, band.high);
}

}  // namespace mercer
