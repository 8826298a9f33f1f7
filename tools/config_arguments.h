#ifndef MERCER_TOOLS_CONFIG_ARGUMENTS_H_
#define MERCER_TOOLS_CONFIG_ARGUMENTS_H_

#include <string>
#include <utility>
#include <vector>

namespace mercer {

/// "key=value" of an option, split at the first '='. Throws InvalidInput that names the option
/// where there is none or the key is empty.
std::pair<std::string, std::string> SplitKeyValue(const std::string& option,
                                                  const std::string& text);

/// "key=value,key=value" of --only, split at commas outside brackets, so that a kernel may be
/// written with its parameters ("kernel=polynomial(degree=10,offset=1,scale=1)").
std::vector<std::pair<std::string, std::string>> SplitKeyValues(const std::string& option,
                                                                const std::string& text);

/// The words for a shell, each behind a blank, in quotes where it has to be.
std::string QuotedWords(const std::vector<std::string>& words);

}  // namespace mercer

#endif  // MERCER_TOOLS_CONFIG_ARGUMENTS_H_
