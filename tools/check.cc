#include <algorithm>
#include <iostream>

#include "core/base/error.h"
#include "experiments/report/report.h"
#include "tools/command.h"

namespace mercer {

int CheckCommand(const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw InvalidInput("check: no results folder given, expected one or more");
  for (const std::string& argument : arguments) {
    if (argument.starts_with("-")) {
      throw InvalidInput("check: unknown option '" + argument + "', expected results folders");
    }
  }
  int exit_code = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const CheckResult result = Check(arguments[i]);
    if (i > 0) std::cout << '\n';
    std::cout << result.text;
    exit_code = std::max(exit_code, result.ExitCode());
  }
  return exit_code;
}

}  // namespace mercer
