#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_PATH_DATASET_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_PATH_DATASET_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// Files of the user's own in place of a data set of the catalogue: {"path": "my.csv", "label":
/// "price"}, with "test_path" for the rows that "split": "official" tests on. A path is a text, or
/// an object from the format's roles to texts; it is relative to `folder`, the config's. "format"
/// is needed where neither the file's name nor its first lines tell it, the format's parameters stand beside the other
/// keys. The name is "name", else the first file's without its endings.

/// True where the entry names a path, even a faulty one.
bool NamesPath(const Json& node);

/// Fills name, paths and format. `known_keys` are those of the schema's dataset.
void ReadPathDataset(const Json& node, const Catalogue& catalogue,
                     const std::filesystem::path& folder,
                     const std::vector<std::string>& known_keys, const Place& place, Faults& faults,
                     DatasetSpec* spec);

/// The config with the file's name in place of each absolute path: results name no folder of the
/// user's machine. False where there is none.
bool HideFolders(Json* config);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_PATH_DATASET_H_
