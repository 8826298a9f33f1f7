#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_DATASETS_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_DATASETS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// One data set of a checked entry, and which entry of `datasets` it came from: a generator's lists
/// make several of one entry.
struct ReadDataset {
  DatasetSpec spec;
  std::size_t entry = 0;
};

/// The data sets of a config, whose path says where files beside it are. `known_keys` are those of
/// the schema's dataset, for the did-you-mean; `kernel_names` those that the config lists. A data
/// set at fault is there once, so that its overrides are checked too. With `reads_files` the user's
/// own files are read too: a fault for what is wrong in them, and the checks know their shape.
std::vector<ReadDataset> ReadDatasets(const Json& config, const std::string& config_path,
                                      const Catalogue& catalogue,
                                      const std::vector<std::string>& known_keys,
                                      const std::vector<std::string>& kernel_names,
                                      bool reads_files, Faults& faults);

/// A fault for each name of a `kernels` restriction that the config does not list.
void CheckKernelNames(const Json& object, const Place& place,
                      const std::vector<std::string>& kernel_names, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_DATASETS_H_
