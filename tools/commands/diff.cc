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
                       " results folders given, expected two");
  }
  std::cout << DiffText(folders[0], folders[1], line.Text("format", "text"));
  return 0;
}

}  // namespace mercer
