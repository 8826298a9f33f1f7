#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_H_

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/summary/provenance.h"
#include "experiments/report/summary/reported.h"
#include "experiments/report/verdicts/verdict.h"
#include "experiments/store/store.h"

namespace mercer {

/// n values of one cell and metric. The standard deviation divides by n − 1; both spreads are
/// absent for n < 2, and for a speed-up, which is a ratio of means.
struct Measured {
  std::int64_t n = 0;  // 0: no data
  double mean = 0;
  std::optional<double> std{};
  std::optional<double> standard_error{};  // std / √n
};

Measured Measure(std::span<const double> values);

/// dataset × kernel × method × D.
struct CellKey {
  std::string dataset;  // as shown: "nursery", "unit_ball(d=50)"
  std::string kernel, method;
  std::int64_t num_random_features = 0;  // D; 0 without a map, or where it takes none

  auto operator<=>(const CellKey&) const = default;
};

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
  bool unsolved = false;           // of a learner, and some trial's duality gap is above kMostGap
  bool tuned_on_test = false;      // of a method whose values were chosen on the rows that test it
  std::int64_t invalid_times = 0;  // of a time: trials among the n beside which other work ran
};

struct DatasetFacts {
  std::string label;
  std::string substitutes{};                     // the data set it stands in for; "" for none
  std::string n_train{}, n_test{}, input_dim{};  // as recorded; "" where no trial got that far
  std::string said{};                // what all its trials say of it: the label rule's choice
  std::vector<std::string> tuned{};  // the distinct values that tuning chose on the training part
  std::vector<std::string> tuned_on_test{};  // those that it chose on the test part
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
  std::vector<std::string> problems{};  // damaged files
  std::int64_t trials = 0;              // all, tuning among them
  std::int64_t finished = 0;            // of these, those that ended well
  std::int64_t repetitions = 0;         // the largest count of a cell
  // Finished trials whose times are not valid, by what their record says of it, "" where nothing.
  std::map<std::string, std::int64_t> invalid_times{};
  bool normalised = false;  // times are those of the reference machine

  /// nullptr where there is no such row. O(rows).
  const SummaryRow* Find(const CellKey& cell, std::string_view metric) const;
  /// What a data set stands in for; "" for none.
  const std::string& Substitutes(const std::string& dataset_label) const;
};

/// Groups the records by cell, takes means, and joins them with the paper's numbers. Times are the
/// sums of the phases that the config's protocol names; speed-ups are over the first method without
/// a map on the same data set and kernel. `substitutes`: data set → the one it stands in for.
Summary Summarise(const ResultFolder& results,
                  const std::map<std::string, std::string>& substitutes);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_H_
