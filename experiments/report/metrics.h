#ifndef MERCER_EXPERIMENTS_REPORT_METRICS_H_
#define MERCER_EXPERIMENTS_REPORT_METRICS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mercer {

/// What a number of a report is; decides its unit, how it is printed and its band. kPhase: seconds
/// of one phase, which tables show only where the paper reports them.
enum class MetricKind { kShare, kError, kCount, kPhase, kSeconds, kSpeedup };

/// Whether the machine decides it: seconds, or their ratio.
constexpr bool IsMachineTime(MetricKind kind) {
  return kind == MetricKind::kPhase || kind == MetricKind::kSeconds || kind == MetricKind::kSpeedup;
}

struct Metric {
  std::string_view name;  // column of trials.csv, or train_s, test_s, train_speedup, test_speedup
  MetricKind kind;
  std::string_view title;  // of a table's column
};

/// The metrics that a report compares, in the order of its rows: columns of trials.csv first, then
/// those made of phases.
std::span<const Metric> ReportMetrics();

/// nullptr where the report does not know the name. "train_speedup:exact_blocked", the speed-up
/// over another method than the first exact one, is known as "train_speedup".
const Metric* FindMetric(std::string_view name);

/// "exact_blocked" of "train_speedup:exact_blocked"; "" where there is none.
std::string_view BaselineOf(std::string_view metric);

/// Half the width of the band around a reported value: shares (accuracy, error rate) 1.0 point or
/// twice the paper's standard deviation, errors 20 % of the value or twice it, whichever is larger;
/// none for counts, seconds and speed-ups.
std::optional<double> Band(MetricKind kind, double reported, std::optional<double> reported_std);

/// Whether |measured − reported| ≤ band, the band's edge included whatever the rounding.
bool InsideBand(double measured, double reported, double band);

/// The unit that reported.csv must name: "fraction", "s", "ratio"; "" where any will do.
std::string_view ReportedUnit(MetricKind kind);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_METRICS_H_
