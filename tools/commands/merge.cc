#include "experiments/store/merge.h"

#include <iostream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/report.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

namespace fs = std::filesystem;
int MergeCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("merge", arguments);
  if (!line.Has("out")) throw InvalidInput("merge: --out is missing; expected --out DIR");
  const fs::path out = line.Text("out");
  const std::vector<fs::path> folders(line.rest().begin(), line.rest().end());
  std::optional<fs::path> prefer;
  if (line.Has("prefer")) prefer = line.Text("prefer");

  const MergeResult result = MergeFolders(folders, out, prefer);
  for (const std::string& problem : result.problems) std::cerr << Printable(problem) << "\n";
  for (const MergeConflict& conflict : result.conflicts) {
    std::cerr << Printable(conflict.trial + ": " + conflict.column + " is '" + conflict.values[0] +
                           "' in " + conflict.folders[0].string() + ", '" + conflict.values[1] +
                           "' in " + conflict.folders[1].string() + "\n");
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
