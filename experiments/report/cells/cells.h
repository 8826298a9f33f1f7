#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_CELLS_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_CELLS_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/cells/provenance.h"
#include "experiments/report/cells/reported.h"
#include "experiments/store/record.h"

namespace mercer {

/// Statistics of n values of one cell and metric. The standard deviation divides by n − 1. Both
/// measures of spread are absent for n < 2 and for a speed-up, which is a ratio of means.
struct Measured {
  std::int64_t n = 0;  // 0: no data
  double mean = 0;
  std::optional<double> std{};
  std::optional<double> standard_error{};  // std / √n
};

Measured Measure(std::span<const double> values);

/// The key of a cell: dataset × kernel × method × D.
struct CellKey {
  std::string dataset;  // as shown: "nursery", "unit_ball(d=50)"
  std::string kernel, method;
  std::int64_t num_random_features = 0;  // D; 0 without a map, or if the map takes no D

  auto operator<=>(const CellKey&) const = default;
};

/// The trials of one cell.
struct CellTrials {
  CellKey key;
  DatasetRef dataset;  // with the parameters that reported.csv may name
  std::string kernel;  // name without qualifier
  std::string method;  // id without qualifier
  bool has_map = false;
  bool kernel_machine = false;                  // its learner uses the kernel itself
  std::string main_metric;                      // main metric recorded by the trials; "" if none
  std::vector<const ResultRecord*> trials{};    // all trials; valid as long as the given records
  std::vector<const ResultRecord*> finished{};  // status ok
};

/// Whether a record belongs to a tuning trial, which is not a measurement.
bool IsTuning(const ResultRecord& record);

/// Whether the record's values were tuned on the rows that it is measured on.
bool IsTunedOnTest(const ResultRecord& record);

/// The steps of the trial's preprocessing that keep some of the rows, with their parameters:
/// "subsample(count=100,seed=1)".
std::vector<std::string> RowStepsOf(const ResultRecord& trial);

/// Groups the records by cell, in the order of each cell's first record, without tuning trials. The
/// name of a generated data set includes its parameters: "unit_ball(d=50,law=uniform)". If two
/// trials of one repetition would fall into the same cell, the settings that differ between them
/// (encoding, labels, split, preprocessing; kernel parameters; map and learner parameters) are
/// added to the name: "nursery [minmax]", "polynomial(degree=3)".
std::vector<CellTrials> GroupByCell(const std::vector<ResultRecord>& records);

/// The value that a trial measured for a metric of ReportMetrics() other than a speed-up: the
/// metric's column; for train_s and test_s the sum of the phases named by the protocol; for
/// duality_gap DualityGap. nullopt if it was not measured or is not finite.
std::optional<double> ValueOf(const ResultRecord& record, std::string_view metric,
                              const Provenance& provenance);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_CELLS_H_
