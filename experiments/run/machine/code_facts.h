#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_CODE_FACTS_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_CODE_FACTS_H_

#include <string>
#include <utility>
#include <vector>

#include "core/base/registry.h"

namespace mercer {

/// "halton@1 sobol@2": the code of every entry, by its version.
template <class Entry>
std::string VersionsOf(const Registry<Entry>& registry) {
  std::string text;
  for (const Entry& entry : registry.entries())
    text += (text.empty() ? "" : " ") + entry.name + "@" + std::to_string(entry.version);
  return text;
}

/// What of this program processes that work together must share: its version, its build, the form
/// of its records, the versions of kernels, maps and learners; each with what it is.
std::vector<std::pair<std::string, std::string>> CodeFacts(const std::string& program_version);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_CODE_FACTS_H_
