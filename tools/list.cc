#include <iostream>

#include "core/base/text.h"
#include "experiments/config/listing.h"
#include "tools/command.h"

namespace mercer {

int ListCommand(const std::vector<std::string>& arguments) {
  bool json = false;
  std::vector<std::string> topics;
  for (const std::string& argument : arguments) {
    if (argument == "--json") {
      json = true;
    } else if (argument.starts_with("-")) {
      throw InvalidInput("list: unknown option '" + argument + "'; expected --json");
    } else {
      topics.push_back(argument);
    }
  }
  if (topics.size() != 1) {
    throw InvalidInput("list: " + std::to_string(topics.size()) +
                       " things to list; expected one of " + Join(ListTopics(), ", "));
  }
  const Catalogue catalogue(DataDir(""));
  std::cout << (json ? ListAsJson(topics.front(), catalogue)
                     : ListAsText(topics.front(), catalogue));
  return 0;
}

}  // namespace mercer
