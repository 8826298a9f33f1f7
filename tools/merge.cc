#include "experiments/store/merge.h"

#include <iostream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "experiments/report/report.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

namespace fs = std::filesystem;
namespace po = boost::program_options;

int MergeCommand(const std::vector<std::string>& arguments) {
  po::options_description options("merge");
  options.add_options()("dir", po::value<std::vector<std::string>>(), "results folders")(
      "out", po::value<std::string>(), "the folder to make")(
      "prefer", po::value<std::string>(), "the folder whose records are taken in a conflict");
  const po::variables_map values = ParseCommandLine("merge", options, "dir", arguments);
  if (values.count("out") == 0) throw InvalidInput("merge: --out is missing, expected --out DIR");
  const fs::path out = values["out"].as<std::string>();
  std::vector<fs::path> folders;
  if (values.count("dir") > 0) {
    for (const std::string& folder : values["dir"].as<std::vector<std::string>>())
      folders.emplace_back(folder);
  }
  std::optional<fs::path> prefer;
  if (values.count("prefer") > 0) prefer = values["prefer"].as<std::string>();

  const MergeResult result = MergeFolders(folders, out, prefer);
  for (const std::string& problem : result.problems) std::cerr << problem << "\n";
  for (const MergeConflict& conflict : result.conflicts) {
    std::cerr << conflict.trial << ": " << conflict.column << " is '" << conflict.values[0]
              << "' in " << conflict.folders[0].string() << ", '" << conflict.values[1] << "' in "
              << conflict.folders[1].string() << "\n";
  }
  if (!result.conflicts.empty()) {
    std::cerr << result.conflicts.size()
              << " conflicts: nothing is written; --prefer DIR takes that folder's records\n";
    return 1;
  }
  WriteSummary(out);
  std::cout << out.string() << ": " << result.trials << " trials, " << result.shared
            << " of them in more than one folder\n";
  return 0;
}

}  // namespace mercer
