#include "experiments/report/claims/check.h"

#include <algorithm>
#include <iostream>

#include "core/base/error.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

namespace po = boost::program_options;

int CheckCommand(const std::vector<std::string>& arguments) {
  std::vector<std::string> folders;
  std::string format, results;
  po::options_description options("check");
  options.add_options()("dir", po::value(&folders), "results folder")(
      "all", "the scoreboard of every paper's results")("tables",
                                                        "with --all: a line for each table too")(
      "claims", "with --all: every claim, its verdict and why")(
      "results", po::value(&results)->default_value("results"),
      "folder that --all looks in, by citekey and table")(
      "format", po::value(&format)->default_value("text"), "text, markdown");
  const po::variables_map values = ParseCommandLine("check", options, "dir", arguments);
  const bool all = values.count("all") != 0;
  if (all != folders.empty())
    throw InvalidInput("check: expected one or more results folders, or --all");
  const ScoreboardParts parts{values.count("tables") != 0, values.count("claims") != 0};
  if (parts.claims && !all)
    throw InvalidInput("check: --claims goes with --all; a folder's claims are always shown");
  if (parts.tables && !all) throw InvalidInput("check: --tables goes with --all");
  int exit_code = 0;
  if (all) {
    const CheckResult result = CheckAll(results, format, parts);
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
