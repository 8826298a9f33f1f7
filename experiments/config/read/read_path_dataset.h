#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_PATH_DATASET_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_PATH_DATASET_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// A config may name the user's own files in place of a data set of the catalogue: {"path":
/// "my.csv", "label": "price"}, with "test_path" for the rows that "split": "official" tests on. A
/// path is a string, or an object from the format's roles to strings. It is relative to `folder`,
/// that of the config. "format" is needed if neither the file's name nor its first lines identify
/// it; the format's parameters are keys of the same object. The data set is called "name" if that
/// key is given, otherwise after the first file without its extensions.

/// True if the entry names a path, even an invalid one.
bool NamesPath(const Json& node);

/// Fills in name, paths and format of `spec`. `known_keys` are the keys of the schema's dataset.
void ReadPathDataset(const Json& node, const Catalogue& catalogue,
                     const std::filesystem::path& folder,
                     const std::vector<std::string>& known_keys, const Place& place, Faults& faults,
                     DatasetSpec* spec);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_PATH_DATASET_H_
