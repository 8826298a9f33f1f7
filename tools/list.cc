#include <iostream>

#include "core/base/text.h"
#include "experiments/config/listing.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

namespace po = boost::program_options;

int ListCommand(const std::vector<std::string>& arguments) {
  bool json = false;
  std::vector<std::string> topics;
  po::options_description options("list");
  options.add_options()("json", po::bool_switch(&json), "as JSON")("topic", po::value(&topics));
  ParseCommandLine("list", options, "topic", arguments);
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
