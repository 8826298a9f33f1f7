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

/// One row of summary.csv.
struct SummaryRow {
  CellKey cell;
  std::string metric;
  Measured measured{};
  std::optional<ReportedValue> reported{};
  std::optional<double> difference{};  // mean − reported
  Judgement judgement{};
  std::optional<Theory> theory{};  // for gram_rel_frobenius, if a formula is known
  bool unsolved = false;       // for a learner: some trial stopped with a large gap (HasLargeGap)
  bool tuned_on_test = false;  // the method's values were chosen on the rows that test it
  std::int64_t invalid_times = 0;  // for a time or a ratio of times: number of its trials that
                                   // other work slowed down
  bool has_map = false;            // the method has a map, and competes with the other maps
  bool has_spread = true;          // false: every repetition gives this number and draws nothing
  bool at_grid_end = false;        // tuning chose the smallest or largest number of a grid
};

/// The values that tuning chose for a method on one data set and kernel, counted over the trials
/// that used them.
struct TunedChoices {
  struct Choice {
    std::string values;       // "cost 10", "sigma 2, cost 10"
    std::int64_t trials = 0;  // number of trials that used them
    bool is_at_end = false;   // one of them is the smallest or largest number of its grid
  };
  std::string dataset, kernel, method;
  bool on_test = false;           // chosen on the rows that test them
  std::vector<Choice> choices{};  // the most frequent first
};

struct DatasetFacts {
  std::string label;
  std::string substitutes{};                     // the data set it substitutes for; "" if none
  std::string n_train{}, n_test{}, input_dim{};  // as recorded; "" if no trial got that far
  std::string said{};  // remark shared by all its trials: the label rule's choice
};

/// The map and the learner of a cell's method with their parameters, as its trials recorded them:
/// "random_maclaurin(measure=2)", "liblinear(cost=1)"; "" if it has none.
struct MethodFacts {
  std::string map, learner;
};

/// Trials that share a message: those of a data set that did not end well, or a solver's warning.
struct TrialNote {
  std::string dataset;                 // "" for a warning, which may concern several
  std::vector<std::string> methods{};  // in order of first appearance
  std::string status;                  // "failed", "skipped" …; "warning"
  std::string text;
  std::int64_t trials = 0, of = 0;  // with this message, of all trials of these methods (and data
                                    // set)
};

/// The contents of a report, before any layout.
struct Summary {
  std::string experiment;
  std::string main_metric;  // recorded by the trials; "" if none
  bool has_learner = false;
  Provenance provenance{};
  std::vector<DatasetFacts> datasets{};      // in the order of the records
  std::map<CellKey, MethodFacts> methods{};  // of the cells that have trials
  std::vector<SummaryRow> rows{};
  std::vector<TrialNote> failures{}, warnings{};
  std::vector<std::string> problems{};  // descriptions of damaged files and of what is left out
  bool damaged = false;                 // a file is damaged
  std::size_t missing_trials = 0;       // of the config, without a record
  std::map<std::string, std::string> substitutes{};  // by name of the data set, what it
                                                     // substitutes for
  std::int64_t trials = 0;                           // all, including tuning trials
  std::int64_t finished = 0;                         // number of these that ended well
  std::int64_t repetitions = 0;                      // the largest count of a cell
  std::int64_t fewest_repetitions = 0;  // the smallest count of a cell with a finished trial
  std::vector<std::string> drawn{};     // what differs between repetitions: "split", "draw of the
                                        // map", …
  std::vector<TunedChoices> tuned{};    // in the order of the records
  // Number of finished trials with invalid times, by the reason in their record, "" if it has none.
  std::map<std::string, std::int64_t> invalid_times{};
  // Number of finished trials, without tuning trials, by the processor that ran them and its
  // instruction set: "AMD EPYC (avx2+fma)".
  std::map<std::string, std::int64_t> processors{};
  // The requested metrics, in the order of the columns; empty: the tables choose.
  std::vector<std::string> asked_metrics{};
  bool is_part = false;     // Select() left some of the rows
  DisplayNames names{};     // display names of methods, data sets and the paper
  bool normalised = false;  // times are those of the reference machine

  /// The row of a cell and metric; nullptr if there is none. O(rows).
  const SummaryRow* Find(const CellKey& cell, std::string_view metric) const;
  /// Whose numbers ours are compared with: "paper", or "other program" if all of them are those of
  /// a program that follows the paper ("rerun").
  const char* ReportedBy() const;
  /// The data set that this one, by its label or its name, substitutes for; "" if none.
  const std::string& Substitutes(const std::string& dataset_label) const;
};

/// The rows of a summary by cell and metric, for fast lookup. The summary must outlive this object
/// and must not change. O(rows · log rows) to construct.
class RowIndex {
 public:
  explicit RowIndex(const Summary& summary);

  /// The row of a cell and metric; nullptr if there is none. O(log cells).
  const SummaryRow* Find(const CellKey& cell, std::string_view metric) const;

  /// All D of a data set, kernel and method, ascending; the D of `any_size` is ignored.
  const std::vector<std::int64_t>& Sizes(const CellKey& any_size) const;

 private:
  std::map<CellKey, std::vector<const SummaryRow*>> rows_;
  std::map<CellKey, std::vector<std::int64_t>> sizes_;  // by cells with D = 0
};

/// The text of summary.csv: experiment, dataset, kernel, method, D, metric, n, mean, std, stderr,
/// reported, reported_std, difference, band_low, band_high, band_kind, margin, verdict, theory,
/// theory_stderr, theory_z, deviations; one row per cell and metric. Numbers are written by
/// FormatNumber in the units of files, empty if missing. Deviations are joined by "; " and include
/// a substitute data set.
std::string SummaryCsv(const Summary& summary);

/// Whether a deviation concerns a cell. The names of the cell may include parameters.
bool Concerns(const DeviationScope& scope, const CellKey& cell);

/// The deviations from the paper that concern a row: first those declared in the config, without
/// those that concern only other cells, then those of this row alone.
std::vector<std::string> DeviationsOf(const Summary& summary, const SummaryRow& row);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_H_
