#include "experiments/report/claims/check.h"

#include <algorithm>
#include <iostream>

#include "core/base/error.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

int CheckCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("check", arguments);
  const std::vector<std::string>& folders = line.rest();
  const std::string format = line.Text("format", "text");
  const bool all = line.Flag("all");
  if (all && !folders.empty())
    throw InvalidInput("check: '" + folders.front() +
                       "' is given with --all; expected one of them");
  if (!all && folders.empty()) throw InvalidInput("check: expected results folders, or --all");
  if (!all)
    line.Refuse({"results"}, "is given without --all; expected both, or results folders alone");
  const ScoreboardParts parts{line.Flag("tables"), line.Flag("claims")};
  if (parts.claims && !all)
    throw InvalidInput("check: --claims goes with --all; a folder's claims are always shown");
  if (parts.tables && !all) throw InvalidInput("check: --tables goes with --all");
  int exit_code = 0;
  if (all) {
    const CheckResult result = CheckAll(line.Text("results", "results"), format, parts);
    std::cout << result.text;
    return result.ExitCode();
  }
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const CheckResult result = Check(folders[i], format);
    if (i > 0) std::cout << '\n';
    std::cout << result.text;
    exit_code = std::max(exit_code, result.ExitCode());
  }
  return exit_code;
}

}  // namespace mercer
