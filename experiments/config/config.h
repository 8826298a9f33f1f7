#ifndef MERCER_EXPERIMENTS_CONFIG_CONFIG_H_
#define MERCER_EXPERIMENTS_CONFIG_CONFIG_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/json/faults.h"

namespace mercer {

/// What reading a config gave: the experiment, or every fault of the file at once.
struct ConfigResult {
  std::optional<Experiment> experiment{};
  std::vector<JsonFault> faults{};
};

/// Whether the user's own files are read, so that what they hold is checked too, or only looked
/// for.
enum class OwnFiles { kLookedFor, kRead };

/// Reads and checks a config: JSON, schema, then names, parameters, ranges and
/// kernel/map/learner fit against the registries and the catalogue. `settings` are --set
/// path=value (a dotted path, numbers index lists; the value is read as JSON, else as text),
/// applied before the check. A path that is not there is looked for among what is shipped
/// ("configs/kar2012/table1a.json" from any folder). Throws InvalidInput where the shipped schema
/// cannot be read.
ConfigResult ReadConfig(const std::string& path, const Catalogue& catalogue,
                        const std::vector<std::pair<std::string, std::string>>& settings = {},
                        OwnFiles files = OwnFiles::kLookedFor);

/// The same from the text; `path` is used in messages and to find files beside it.
ConfigResult ParseConfig(const std::string& text, const std::string& path,
                         const Catalogue& catalogue,
                         const std::vector<std::pair<std::string, std::string>>& settings = {},
                         OwnFiles files = OwnFiles::kLookedFor);

/// ReadConfig, or throws InvalidInput with FormatFaults.
Experiment RequireConfig(const std::string& path, const Catalogue& catalogue,
                         const std::vector<std::pair<std::string, std::string>>& settings = {});

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CONFIG_H_
