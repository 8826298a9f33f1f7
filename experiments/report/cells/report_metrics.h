#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_REPORT_METRICS_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_REPORT_METRICS_H_

#include <span>
#include <string>
#include <string_view>

namespace mercer {

/// What a number of a report is; decides its unit and how it is printed. kPhase: seconds
/// of one phase, which tables show only where the paper reports them.
enum class MetricKind { kShare, kError, kCount, kPhase, kSeconds, kSpeedup };

/// Whether the machine decides it: seconds, or their ratio.
constexpr bool IsMachineTime(MetricKind kind) {
  return kind == MetricKind::kPhase || kind == MetricKind::kSeconds || kind == MetricKind::kSpeedup;
}

struct Metric {
  std::string_view name;  // column of trials.csv, or duality_gap, train_s, test_s, train_speedup …
  MetricKind kind;
  std::string_view title;   // of a table's column
  bool of_learner = false;  // what a learner that has not reached its optimum gets wrong
};

/// Of which a number of ours gets a verdict: no count, no time.
constexpr bool IsJudged(MetricKind kind) {
  return kind == MetricKind::kShare || kind == MetricKind::kError;
}

/// The metrics that a report compares, in the order of its rows: columns of trials.csv first, then
/// those made of phases.
std::span<const Metric> ReportMetrics();

/// nullptr where the report does not know the name. "train_speedup:exact_blocked", the speed-up
/// over another method than the first exact one, is known as "train_speedup".
const Metric* FindMetric(std::string_view name);

/// "exact_blocked" of "train_speedup:exact_blocked"; "" where there is none.
std::string_view BaselineOf(std::string_view metric);

/// Whether more is better: of accuracies; of errors and objectives less is.
bool IsHigherBetter(std::string_view metric);

/// Whether one method can be better than another by it: accuracies and errors, but no bound, no
/// expectation, no count and no time.
bool IsCompared(std::string_view metric);

/// Errors of a kernel approximation: Gram errors and discrepancies, which vary with the map's draws
/// and have heavy tails.
bool IsOfKernel(std::string_view metric);

/// The unit that reported.csv must name: "fraction", "s", "ratio"; "" where any will do.
std::string_view ReportedUnit(MetricKind kind);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_REPORT_METRICS_H_
