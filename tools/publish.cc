#include "experiments/report/publish.h"

#include <iostream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

namespace po = boost::program_options;

int PublishCommand(const std::vector<std::string>& arguments) {
  po::options_description options("publish");
  options.add_options()("dir", po::value<std::vector<std::string>>(), "results folders")(
      "partial", po::bool_switch(),
      "publishes what is there of a folder that is not finished; its reports say how much that is");
  const po::variables_map values = ParseCommandLine("publish", options, "dir", arguments);
  const auto folders = values.count("dir") > 0 ? values["dir"].as<std::vector<std::string>>()
                                               : std::vector<std::string>();
  if (folders.size() != 2) {
    throw InvalidInput("publish: " + std::to_string(folders.size()) +
                       " folders given, expected two, FROM and TO");
  }
  const Published published = Publish(folders[0], folders[1], values["partial"].as<bool>());
  if (!published.without_passport.empty()) {
    std::cerr << "no machine passport in run " << Join(published.without_passport, ", ")
              << ": times of the folder cannot be normalised\n";
  }
  std::cout << folders[1] << ": " << published.trials;
  if (published.trials < published.of) std::cout << " of " << published.of;
  std::cout << " trials of " << published.runs.size()
            << (published.runs.size() == 1 ? " run\n" : " runs\n");
  return 0;
}

}  // namespace mercer
