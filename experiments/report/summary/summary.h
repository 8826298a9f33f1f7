#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/cells/cells.h"
#include "experiments/report/cells/display.h"
#include "experiments/report/cells/provenance.h"
#include "experiments/report/cells/reported.h"
#include "experiments/report/verdicts/theory.h"
#include "experiments/report/verdicts/verdict.h"
#include "experiments/store/store.h"

namespace mercer {

/// A trial with a larger duality gap has not solved its problem, and is no result.
inline constexpr double kMostGap = 0.01;

/// One row of summary.csv.
struct SummaryRow {
  CellKey cell;
  std::string metric;
  Measured measured{};
  std::optional<ReportedValue> reported{};
  std::optional<double> difference{};  // mean − reported
  Judgement judgement{};
  std::optional<Theory> theory{};  // of gram_rel_frobenius, where a formula is known
  bool unsolved = false;           // of a learner, and some trial's duality gap is above kMostGap
  bool tuned_on_test = false;      // of a method whose values were chosen on the rows that test it
  std::int64_t invalid_times =
      0;                     // of a time or its ratio: trials behind it that other work slowed
  bool has_map = false;      // of a method with a map, which competes with the other maps
  bool has_spread = true;    // false: every repetition gives this number, and draws nothing
  bool at_grid_end = false;  // some value that tuning chose is the first or last of its grid
};

/// The values that tuning chose for a method on one data set and kernel, by the trials that took
/// them.
struct TunedChoices {
  struct Choice {
    std::string values;       // "cost 10", "sigma 2, cost 10"
    std::int64_t trials = 0;  // that took them
    bool is_at_end = false;   // one of them is the least or the largest number of its grid
  };
  std::string dataset, kernel, method;
  bool on_test = false;           // chosen on the rows that test them
  std::vector<Choice> choices{};  // the most frequent first
};

struct DatasetFacts {
  std::string label;
  std::string substitutes{};                     // the data set it stands in for; "" for none
  std::string n_train{}, n_test{}, input_dim{};  // as recorded; "" where no trial got that far
  std::string said{};  // what all its trials say of it: the label rule's choice
};

/// Trials that share a message: those of a data set that did not end well, or a solver's warning.
struct TrialNote {
  std::string dataset;                 // "" for a warning, which may concern several
  std::vector<std::string> methods{};  // in the order met
  std::string status;                  // "failed", "skipped" …; "warning"
  std::string text;
  std::int64_t trials = 0, of = 0;  // of all trials of these methods (and data set)
};

/// Everything that a report says, before any layout.
struct Summary {
  std::string experiment;
  std::string main_metric;  // what the trials are about; "" where none says
  bool has_learner = false;
  Provenance provenance{};
  std::vector<DatasetFacts> datasets{};  // in the order of the records
  std::vector<SummaryRow> rows{};
  std::vector<TrialNote> failures{}, warnings{};
  std::vector<std::string> problems{};  // damaged files and what is left out, in words
  bool damaged = false;                 // a file is
  std::int64_t trials = 0;              // all, tuning among them
  std::int64_t finished = 0;            // of these, those that ended well
  std::int64_t repetitions = 0;         // the largest count of a cell
  std::int64_t fewest_repetitions = 0;  // the smallest of a cell with a finished trial
  std::vector<std::string> drawn{};     // what differs between them: "split", "draw of the map" …
  std::vector<TunedChoices> tuned{};    // in the order of the records
  // Finished trials whose times are not valid, by what their record says of it, "" where nothing.
  std::map<std::string, std::int64_t> invalid_times{};
  // The metrics that were asked for, in the order of the columns; empty: tables choose.
  std::vector<std::string> asked_metrics{};
  DisplayNames names{};     // what tables, figures and pages call methods, data sets, the paper
  bool normalised = false;  // times are those of the reference machine

  /// nullptr where there is no such row. O(rows).
  const SummaryRow* Find(const CellKey& cell, std::string_view metric) const;
  /// What a data set stands in for; "" for none.
  const std::string& Substitutes(const std::string& dataset_label) const;
};

/// The rows of a summary by cell and metric, for tables that ask for each of them. The summary must
/// outlive it and stay as it is. O(rows · log rows) to make.
class RowIndex {
 public:
  explicit RowIndex(const Summary& summary);

  /// nullptr where there is no such row. O(log cells).
  const SummaryRow* Find(const CellKey& cell, std::string_view metric) const;

  /// The D of a data set, kernel and method, ascending; the D of `any_size` does not matter.
  const std::vector<std::int64_t>& Sizes(const CellKey& any_size) const;

 private:
  std::map<CellKey, std::vector<const SummaryRow*>> rows_;
  std::map<CellKey, std::vector<std::int64_t>> sizes_;  // by cells with D = 0
};

/// summary.csv: experiment, dataset, kernel, method, D, metric, n, mean, std, stderr, reported,
/// reported_std, difference, band_low, band_high, band_kind, margin, verdict, theory,
/// theory_stderr, theory_z, deviations; one row per cell and metric. Numbers as FormatNumber writes
/// them in the units of files, empty where there is none; deviations joined by
/// "; ", a substitute data set among them.
std::string SummaryCsv(const Summary& summary);

/// Whether a deviation is about a cell, whose names may have parameters behind them.
bool Concerns(const DeviationScope& scope, const CellKey& cell);

/// What a row's number departs from the paper in: the deviations that the config declares, without
/// those that concern other cells, and behind them those of this row alone.
std::vector<std::string> DeviationsOf(const Summary& summary, const SummaryRow& row);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_H_
