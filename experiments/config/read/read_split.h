#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_SPLIT_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_SPLIT_H_

#include <optional>
#include <string>

#include "experiments/config/trial/experiment.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// Reads the `split` of a data set's entry; nullopt if it has none. Files of row numbers are read;
/// relative paths are resolved against the folder of the config. Their contents are checked, except
/// against the number of rows.
std::optional<SplitSpec> ReadSplit(const Json& dataset, const std::string& config_path,
                                   const Place& place, Faults& faults);

/// Adds an error if files of row numbers name rows that a data set of `num_rows` rows (if known)
/// does not have, or if they are combined with steps that leave out rows before the split.
void CheckGivenRows(const DatasetSpec& spec, std::optional<Index> num_rows, const Place& place,
                    Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_SPLIT_H_
