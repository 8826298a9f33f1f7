#ifndef MERCER_TOOLS_COMMAND_LINE_H_
#define MERCER_TOOLS_COMMAND_LINE_H_

#include <boost/program_options.hpp>
#include <string>
#include <vector>

namespace mercer {

/// One option of a command.
struct CommandOption {
  std::string name;  // without "--"
  std::string help;  // "" where there is none
  bool takes_value = false, repeats = false;
};

/// The options of a command, and the name of what its words without option are ("" for none).
struct CommandOptions {
  std::vector<CommandOption> options{};
  std::string rest;
};

/// A command whose only word this is throws its CommandOptions in place of working: completion
/// files are made from the very options that are parsed.
inline constexpr const char* kAskOptions = "--ask-options";

/// What the words after `mercer COMMAND` say, by the options described. Words that are no options
/// are the values of the option `rest`, a list of texts; with `rest` empty there may be none.
/// Options are written out in full. Throws InvalidInput, "COMMAND: …" in a sentence.
boost::program_options::variables_map ParseCommandLine(
    const std::string& command, const boost::program_options::options_description& options,
    const std::string& rest, const std::vector<std::string>& words);

}  // namespace mercer

#endif  // MERCER_TOOLS_COMMAND_LINE_H_
