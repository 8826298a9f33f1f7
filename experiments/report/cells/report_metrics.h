#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_REPORT_METRICS_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_REPORT_METRICS_H_

#include <span>
#include <string>
#include <string_view>

namespace mercer {

/// The kind of a number in a report, which determines its unit and how it is printed. kPhase:
/// seconds of one phase, which tables show only if the paper reports them.
enum class MetricKind { kShare, kError, kCount, kPhase, kSeconds, kSpeedup };

/// Whether the number is in seconds.
constexpr bool IsSeconds(MetricKind kind) {
  return kind == MetricKind::kPhase || kind == MetricKind::kSeconds;
}

/// Whether the number depends on the speed of the machine: seconds, or a ratio of seconds.
constexpr bool IsMachineTime(MetricKind kind) {
  return IsSeconds(kind) || kind == MetricKind::kSpeedup;
}

struct Metric {
  std::string_view name;  // column of trials.csv, or duality_gap, train_s, test_s, train_speedup …
  MetricKind kind;
  std::string_view title;     // title of a table's column, without the unit of a time
  bool of_learner = false;    // wrong for a learner that has not reached its optimum
  bool on_test_rows = false;  // measured on the test rows of a learner
};

/// Whether a number of ours gets a verdict: not if it is a count or a time.
constexpr bool IsJudged(MetricKind kind) {
  return kind == MetricKind::kShare || kind == MetricKind::kError;
}

/// The metrics that a report compares, in the order of its rows: columns of trials.csv first, then
/// those made of phases.
std::span<const Metric> ReportMetrics();

/// The metric of this name; nullptr if it is unknown. "train_speedup:exact_blocked", the speed-up
/// over a method other than the first exact one, is found as "train_speedup".
const Metric* FindMetric(std::string_view name);

/// The baseline in a metric's name: "exact_blocked" for "train_speedup:exact_blocked"; "" if there
/// is none.
std::string_view BaselineOf(std::string_view metric);

/// The title of a table's column, with the unit if it is in seconds: "accuracy %", "train s".
std::string TitleWithUnit(const Metric& metric);

/// Whether larger is better: true for accuracies, false for errors and objectives.
bool IsHigherBetter(std::string_view metric);

/// Whether the metric can rank methods: accuracies and errors can, but not bounds, expectations,
/// counts and times.
bool IsCompared(std::string_view metric);

/// Whether the metric is an error of a kernel approximation: a Gram error or a discrepancy. These
/// vary with the map's draws and have heavy tails.
bool IsOfKernel(std::string_view metric);

/// The unit that reported.csv must give: "fraction", "s", "ratio"; "" if any unit is allowed.
std::string_view ReportedUnit(MetricKind kind);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_REPORT_METRICS_H_
