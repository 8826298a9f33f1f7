#include "tools/command_line.h"

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {

namespace po = boost::program_options;

namespace {

CommandOptions Told(const po::options_description& options, const std::string& rest) {
  CommandOptions told;
  told.rest = rest;
  for (const auto& option : options.options()) {
    const std::string& name = option->long_name();
    if (name == rest || name == "help") continue;
    const auto semantic = option->semantic();
    told.options.push_back(
        {name, option->description(), semantic->max_tokens() > 0, semantic->is_composing()});
  }
  return told;
}

}  // namespace

po::variables_map ParseCommandLine(const std::string& command,
                                   const po::options_description& options, const std::string& rest,
                                   const std::vector<std::string>& words) {
  if (words.size() == 1 && words.front() == kAskOptions) throw Told(options, rest);
  po::positional_options_description positional;
  positional.add(rest.c_str(), -1);
  // A shortened option would change its meaning when a longer one is added.
  const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  po::variables_map values;
  try {
    po::command_line_parser parser(words);
    parser.options(options).style(style).allow_unregistered();
    if (!rest.empty()) parser.positional(positional);
    const po::parsed_options parsed = parser.run();
    std::vector<std::string> known;
    for (const auto& option : options.options()) {
      if (option->long_name() != rest) known.push_back("--" + option->long_name());
    }
    for (const auto& option : parsed.options) {
      if (!option.unregistered) continue;
      const std::string& word = option.original_tokens.front();
      if (known.empty())
        throw InvalidInput(command + ": unknown option '" + word + "', expected none");
      throw InvalidInput(command + ": " + UnknownName("option", word, known));
    }
    for (const auto& option : parsed.options) {
      if (!rest.empty() || option.position_key < 0) continue;
      throw InvalidInput(command + ": unexpected word '" + option.value.front() +
                         "'; expected options only");
    }
    po::store(parsed, values);
    po::notify(values);
  } catch (const po::error& error) {
    throw InvalidInput(command + ": " + error.what());
  }
  return values;
}

}  // namespace mercer
