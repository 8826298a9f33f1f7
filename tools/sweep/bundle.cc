#include "experiments/bundle/bundle.h"

#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

int BundleCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("bundle", arguments);
  const std::string output = line.Text("output");
  if (line.rest().empty()) throw InvalidInput("bundle: expected one or more results folders");
  if (!line.Has("output"))
    throw InvalidInput("bundle: --output is missing; expected --output FILE.zip");
  if (!output.ends_with(".zip"))
    throw InvalidInput("bundle: --output is '" + output + "'; expected a file that ends in .zip");
  const Bundled made = MakeBundle({line.rest().begin(), line.rest().end()}, output);
  std::cout << output << ": " << made.trials << " trials in " << made.files << " files\n";
  return 0;
}

}  // namespace mercer
