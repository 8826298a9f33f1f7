#ifndef MERCER_EXPERIMENTS_STORE_READ_RESULTS_H_
#define MERCER_EXPERIMENTS_STORE_READ_RESULTS_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/store/store.h"

namespace mercer {

/// The contexts of a results folder, oldest first; none where it has none. A damaged file is left
/// out and said in `problems`.
std::vector<RunContext> ReadContexts(const std::filesystem::path& folder,
                                     std::vector<std::string>& problems);

/// Whether a folder is a working one (trials/*.json); a committed one has trials.csv alone. Throws
/// InvalidInput where it does not exist or holds no results.
bool IsWorkingFolder(const std::filesystem::path& folder);

/// Name of the file in a committed folder that lacks trials of its config.
inline constexpr const char* kPartialName = "partial.json";

/// How many trials are there, of how many.
struct Partial {
  std::size_t trials = 0, of = 0;
};

std::string WritePartialText(const Partial& partial);
/// Nothing where the text is damaged.
std::optional<Partial> ReadPartialText(const std::string& text);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_READ_RESULTS_H_
