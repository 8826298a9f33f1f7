#include "tools/command_line.h"

#include <cstdint>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tools/command.h"

namespace mercer {

namespace po = boost::program_options;

namespace {

const po::value_semantic* Semantic(CommandOption::Type type) {
  using Type = CommandOption::Type;
  switch (type) {
    case Type::kSwitch:
      return po::bool_switch();
    case Type::kText:
      return po::value<std::string>();
    case Type::kTexts:
      return po::value<std::vector<std::string>>()->composing();
    case Type::kInt:
      return po::value<int>();
    case Type::kInt64:
      return po::value<std::int64_t>();
    case Type::kUint64:
      return po::value<std::uint64_t>();
    case Type::kDouble:
      break;
  }
  return po::value<double>();
}

po::options_description Described(const Command& command) {
  po::options_description options(command.name);
  for (const CommandOption& option : command.options)
    options.add_options()(option.name.c_str(), Semantic(option.type));
  if (!command.rest.empty())
    options.add_options()(command.rest.c_str(), po::value<std::vector<std::string>>());
  return options;
}

// Boost reads -1 as 2^64 - 1.
void CheckSigns(const Command& command, const po::parsed_options& parsed) {
  for (const CommandOption& option : command.options) {
    if (option.type != CommandOption::Type::kUint64) continue;
    for (const auto& given : parsed.options) {
      if (given.string_key != option.name || !given.value.front().starts_with("-")) continue;
      throw InvalidInput(command.name + ": --" + option.name + " is " + given.value.front() +
                         "; expected a whole number >= 0");
    }
  }
}

}  // namespace

CommandLine::CommandLine(const std::string& name, const std::vector<std::string>& words)
    : command_(name) {
  const Command& command = CommandNamed(name);
  const po::options_description options = Described(command);
  po::positional_options_description positional;
  positional.add(command.rest.c_str(), -1);
  // A shortened option would change its meaning when a longer one is added.
  const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  try {
    po::command_line_parser parser(words);
    parser.options(options).style(style).allow_unregistered();
    if (!command.rest.empty()) parser.positional(positional);
    const po::parsed_options parsed = parser.run();
    std::vector<std::string> known;
    for (const CommandOption& option : command.options) known.push_back("--" + option.name);
    for (const auto& option : parsed.options) {
      if (!option.unregistered) continue;
      const std::string& word = option.original_tokens.front();
      if (known.empty())
        throw InvalidInput(name + ": unknown option '" + word + "'; expected none");
      throw InvalidInput(name + ": " + UnknownName("option", word, known));
    }
    for (const auto& option : parsed.options) {
      if (!command.rest.empty() || option.position_key < 0) continue;
      throw InvalidInput(name + ": unexpected word '" + option.value.front() +
                         "'; expected options only");
    }
    CheckSigns(command, parsed);
    po::store(parsed, values_);
    po::notify(values_);
  } catch (const po::error& error) {
    throw InvalidInput(name + ": " + error.what());
  }
  if (!command.rest.empty()) rest_ = Texts(command.rest);
}

void CommandLine::Refuse(const std::vector<std::string>& options, const std::string& why) const {
  for (const std::string& option : options)
    if (Has(option)) throw InvalidInput(command_ + ": --" + option + " " + why);
}

}  // namespace mercer
