#include <iostream>

#include "core/base/text.h"
#include "experiments/config/listing.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

int ListCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("list", arguments);
  const std::vector<std::string>& topics = line.rest();
  if (topics.size() != 1) {
    throw InvalidInput("list: " + std::to_string(topics.size()) +
                       " things to list; expected one of " + Join(ListTopics(), ", "));
  }
  const Catalogue catalogue(DataDir(""));
  const std::string& topic = topics.front();
  if (line.Flag("json") && line.Flag("markdown"))
    throw InvalidInput("list: --json and --markdown; expected one of them");
  std::cout << (line.Flag("json")       ? ListAsJson(topic, catalogue)
                : line.Flag("markdown") ? ListAsMarkdown(topic, catalogue)
                                        : ListAsText(topic, catalogue));
  return 0;
}

}  // namespace mercer
