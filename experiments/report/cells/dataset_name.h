#ifndef MERCER_EXPERIMENTS_REPORT_CELLS_DATASET_NAME_H_
#define MERCER_EXPERIMENTS_REPORT_CELLS_DATASET_NAME_H_

#include <string>

#include "experiments/json/parse_json.h"

namespace mercer {

/// The name, as in the records, of a data set of a config's list: its key name, or the name of its
/// file. "" if it has neither.
std::string NameOfDataset(const OrderedJson& dataset);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CELLS_DATASET_NAME_H_
