#include <algorithm>
#include <iostream>

#include "core/base/error.h"
#include "experiments/report/report.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

int CheckCommand(const std::vector<std::string>& arguments) {
  std::vector<std::string> folders;
  boost::program_options::options_description options("check");
  options.add_options()("dir", boost::program_options::value(&folders));
  ParseCommandLine("check", options, "dir", arguments);
  if (folders.empty()) throw InvalidInput("check: no results folder given, expected one or more");
  int exit_code = 0;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const CheckResult result = Check(folders[i]);
    if (i > 0) std::cout << '\n';
    std::cout << result.text;
    exit_code = std::max(exit_code, result.ExitCode());
  }
  return exit_code;
}

}  // namespace mercer
