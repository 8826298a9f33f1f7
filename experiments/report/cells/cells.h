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

/// The trials of one cell.
struct CellTrials {
  CellKey key;
  DatasetRef dataset;  // with the parameters that reported.csv may ask for
  std::string kernel;  // its name without qualifier
  std::string method;  // its id without qualifier
  bool has_map = false;
  bool kernel_machine = false;                // its learner takes the kernel itself
  std::string main_metric;                    // what the trials say they are about; "" if none does
  std::vector<const ResultRecord*> trials{};  // all; they live as long as the records given
  std::vector<const ResultRecord*> finished{};  // status ok
};

/// Whether a record is of a trial that chose parameters, and is no measurement.
bool IsTuning(const ResultRecord& record);

/// Whether its values were chosen on the rows that measure it.
bool IsTunedOnTest(const ResultRecord& record);

/// The records by cell, in the order of each cell's first record; tuning trials are left out. A
/// generated data set's name holds its parameters: "unit_ball(d=50,law=uniform)". Where two trials
/// of one repetition would fall into the same cell, what differs between them (encoding, labels,
/// split, preprocessing; kernel parameters; map and learner parameters) is added to the name, as
/// "nursery [minmax]", "polynomial(degree=3)".
std::vector<CellTrials> GroupByCell(const std::vector<ResultRecord>& records);

/// (primal_objective − dual_objective) / |primal_objective|: the best objective is at most this
/// share of the one reached below it. None where a trial did not record both; not finite where the
/// objective is 0.
std::optional<double> DualityGap(const ResultRecord& record);

/// What a trial measured of a metric of ReportMetrics(), no speed-up: its column; for train_s and
/// test_s the sum of the phases that the protocol names; for duality_gap DualityGap. None where it
/// did not, or where the number is not finite.
std::optional<double> ValueOf(const ResultRecord& record, std::string_view metric,
                              const Provenance& provenance);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_CELLS_H_
