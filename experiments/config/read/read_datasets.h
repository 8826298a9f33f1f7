#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_DATASETS_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_DATASETS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// One data set, and the index in `datasets` of the entry it came from. A generator with lists of
/// parameters makes several data sets from one entry.
struct ReadDataset {
  DatasetSpec spec;
  std::size_t entry = 0;
};

/// Reads the data sets of a config. `config_path` locates files that the config names relative to
/// itself. `known_keys` are the keys of the schema's dataset, for the did-you-mean; `kernel_names`
/// are the kernels that the config lists. A data set with errors is still returned, once, so that
/// its overrides are checked too. With `reads_files` the user's own files are read as well: errors
/// in them are added, and the later checks know their shape.
std::vector<ReadDataset> ReadDatasets(const Json& config, const std::string& config_path,
                                      const Catalogue& catalogue,
                                      const std::vector<std::string>& known_keys,
                                      const std::vector<std::string>& kernel_names,
                                      bool reads_files, Faults& faults);

/// Adds an error for each name in a `kernels` restriction that the config does not list.
void CheckKernelNames(const Json& object, const Place& place,
                      const std::vector<std::string>& kernel_names, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_DATASETS_H_
