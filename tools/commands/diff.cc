#include "experiments/report/diff.h"

#include <iostream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

int DiffCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("diff", arguments);
  const std::vector<std::string>& folders = line.rest();
  if (folders.size() != 2) {
    throw InvalidInput("diff: " + std::to_string(folders.size()) +
                       " results folders given; expected two");
  }
  const DiffReport diff = DiffFolders(folders[0], folders[1], line.Text("format", "text"));
  std::cout << diff.text;
  if (diff.has_pairs) return 0;
  std::cerr << folders[0] << " and " << folders[1]
            << " have no trial in common; expected trials of the same data set, kernel, method, D, "
               "repetition and seeds\n";
  return 1;
}

}  // namespace mercer
