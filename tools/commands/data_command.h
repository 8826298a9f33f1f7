#ifndef MERCER_TOOLS_COMMANDS_DATA_COMMAND_H_
#define MERCER_TOOLS_COMMANDS_DATA_COMMAND_H_

#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"

namespace mercer {

/// The arguments of a `mercer data` command.
struct DataOptions {
  std::string action;
  std::vector<std::string> names{};
  bool all = false;
  bool json = false;
  std::string from;
  std::string data;
  std::string format;  // of the files that `info` describes
};

/// The data sets that the command names. Throws InvalidInput for generators, which have no files.
std::vector<const Manifest*> ChosenData(const Catalogue& catalogue, const DataOptions& options);

/// `mercer data fetch` and `mercer data import`. They return the exit code.
int FetchData(const Catalogue& catalogue, const DataOptions& options);
int ImportData(const Catalogue& catalogue, const DataOptions& options);

}  // namespace mercer

#endif  // MERCER_TOOLS_COMMANDS_DATA_COMMAND_H_
