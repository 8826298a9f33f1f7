#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_CELLS_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_CELLS_H_

#include <string>
#include <vector>

#include "experiments/report/summary/dataset_ref.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

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

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_CELLS_H_
