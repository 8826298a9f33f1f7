#ifndef MERCER_TOOLS_COMPLETIONS_H_
#define MERCER_TOOLS_COMPLETIONS_H_

#include <string>
#include <vector>

namespace mercer {

/// The shells that `mercer completions` supports: bash, zsh. Their completion files are made from
/// the table of commands.
std::vector<std::string> CompletionShells();

}  // namespace mercer

#endif  // MERCER_TOOLS_COMPLETIONS_H_
