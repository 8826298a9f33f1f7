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

/// The result of reading a config: the experiment, or all errors of the file at once.
struct ConfigResult {
  std::optional<Experiment> experiment{};
  std::vector<JsonFault> faults{};
};

/// Whether the user's own data files are read, so that their contents are checked too, or whether
/// only their existence is checked.
enum class OwnFiles { kLookedFor, kRead };

/// Reads a config and checks it: JSON syntax, the schema, then names, parameters, ranges and the
/// fit of kernel, map and learner against the registries and the catalogue. `settings` are the
/// path=value pairs of --set, applied before the checks. A path is dotted; numbers in it index
/// lists. A value is parsed as JSON, otherwise taken as text. If `path` does not exist, it is
/// looked for among the shipped files, so "configs/kar2012/table1a.json" works from any folder.
/// Throws InvalidInput if the shipped schema cannot be read.
ConfigResult ReadConfig(const std::string& path, const Catalogue& catalogue,
                        const std::vector<std::pair<std::string, std::string>>& settings = {},
                        OwnFiles files = OwnFiles::kLookedFor);

/// The same for a config given as text. `path` is used in messages and to find files that the
/// config names relative to itself.
ConfigResult ParseConfig(const std::string& text, const std::string& path,
                         const Catalogue& catalogue,
                         const std::vector<std::pair<std::string, std::string>>& settings = {},
                         OwnFiles files = OwnFiles::kLookedFor);

/// The experiment of ReadConfig. Throws InvalidInput with the text of FormatFaults if there are
/// errors.
Experiment RequireConfig(const std::string& path, const Catalogue& catalogue,
                         const std::vector<std::pair<std::string, std::string>>& settings = {});

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CONFIG_H_
