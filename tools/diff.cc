#include "experiments/report/diff.h"

#include <iostream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

namespace po = boost::program_options;

int DiffCommand(const std::vector<std::string>& arguments) {
  const std::string formats = Join(DiffFormats(), ", ");
  po::options_description options("diff");
  options.add_options()("dir", po::value<std::vector<std::string>>(), "two results folders")(
      "format", po::value<std::string>()->default_value("text"), formats.c_str());
  const po::variables_map values = ParseCommandLine("diff", options, "dir", arguments);
  const auto folders = values.count("dir") == 0 ? std::vector<std::string>()
                                                : values["dir"].as<std::vector<std::string>>();
  if (folders.size() != 2) {
    throw InvalidInput("diff: " + std::to_string(folders.size()) +
                       " results folders given, expected two");
  }
  std::cout << DiffText(folders[0], folders[1], values["format"].as<std::string>());
  return 0;
}

}  // namespace mercer
