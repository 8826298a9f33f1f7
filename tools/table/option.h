#ifndef MERCER_TOOLS_TABLE_OPTION_H_
#define MERCER_TOOLS_TABLE_OPTION_H_

#include <string>
#include <vector>

#include "core/base/text.h"
#include "experiments/config/only.h"
#include "tools/command.h"

// Functions that make the options of the table of commands: name, placeholder for the value in the
// usage, one line of help.

namespace mercer {

inline CommandOption Switch(const std::string& name, const std::string& help) {
  return {name, "", help, CommandOption::Type::kSwitch};
}

inline CommandOption OfType(CommandOption::Type type, const std::string& name,
                            const std::string& value, const std::string& help) {
  return {name, value, help, type};
}

inline CommandOption Text(const std::string& name, const std::string& value,
                          const std::string& help, Offer::Kind offer = Offer::Kind::kNothing) {
  return {name, value, help, CommandOption::Type::kText, {offer}};
}

inline CommandOption OneOf(const std::string& name, const std::vector<std::string>& words,
                           const std::string& help) {
  return {name, Join(words, "|"), help, CommandOption::Type::kText, {Offer::Kind::kWords, words}};
}

// --- Options that several commands share.

inline CommandOption OutOption(const std::string& help = "results folder") {
  return Text("out", "DIR", help, Offer::Kind::kFolders);
}

/// Takes the keys of `mercer run`, or those given.
inline CommandOption OnlyOption(const std::string& what,
                                const std::vector<std::string>& keys = OnlyKeys()) {
  const std::vector<std::string> first(keys.begin(), keys.end() - 1);
  return {"only",
          "key=value,...",
          "the trials to " + what + ", by " + Join(first, ", ") + " and " + keys.back(),
          CommandOption::Type::kTexts,
          {Offer::Kind::kKeys, keys}};
}

inline CommandOption ResultsOption() {
  return Text("results", "DIR", "folder of the results for --all, CITEKEY/TABLE (results)",
              Offer::Kind::kFolders);
}

inline CommandOption JsonOption() { return Switch("json", "print JSON"); }

}  // namespace mercer

#endif  // MERCER_TOOLS_TABLE_OPTION_H_
