#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_SPLIT_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_SPLIT_H_

#include <optional>
#include <string>

#include "experiments/config/trial/experiment.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// The `split` of a data set's entry, nullopt where it has none. Files of row numbers are read,
/// from the folder of the config where their paths are relative: what they hold is checked but for
/// the number of rows.
std::optional<SplitSpec> ReadSplit(const Json& dataset, const std::string& config_path,
                                   const Place& place, Faults& faults);

/// A fault where files of row numbers name rows that a data set of `num_rows` rows (where known)
/// has not, or where rows are left out before they are counted.
void CheckGivenRows(const DatasetSpec& spec, std::optional<Index> num_rows, const Place& place,
                    Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_SPLIT_H_
