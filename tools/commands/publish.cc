#include "experiments/report/publish.h"

#include <iostream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

int PublishCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("publish", arguments);
  const std::vector<std::string>& folders = line.rest();
  if (folders.size() != 2) {
    throw InvalidInput("publish: " + std::to_string(folders.size()) +
                       " folders given; expected two, FROM and TO");
  }
  const Published published = Publish(folders[0], folders[1], line.Flag("partial"));
  if (!published.without_passport.empty()) {
    std::cerr << "no machine passport in run " << Join(published.without_passport, ", ")
              << ": times of the folder cannot be normalised\n";
  }
  if (!published.without_log.empty())
    std::cerr << "no log of run " << Join(published.without_log, ", ") << "\n";
  std::cout << folders[1] << ": " << published.trials;
  if (published.trials < published.of) std::cout << " of " << published.of;
  std::cout << " trials of " << published.runs.size()
            << (published.runs.size() == 1 ? " run\n" : " runs\n");
  return 0;
}

}  // namespace mercer
