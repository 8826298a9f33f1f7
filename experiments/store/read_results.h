#ifndef MERCER_EXPERIMENTS_STORE_READ_RESULTS_H_
#define MERCER_EXPERIMENTS_STORE_READ_RESULTS_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/store/store.h"

namespace mercer {

/// The contexts of a results folder, oldest first; empty if it has none. A damaged file is left out
/// and added to `problems`.
std::vector<RunContext> ReadContexts(const std::filesystem::path& folder,
                                     std::vector<std::string>& problems);

/// Whether a folder is a working folder (trials/*.jsonl, grid.json); a committed folder has
/// neither. Throws InvalidInput if it does not exist or holds no results.
bool IsWorkingFolder(const std::filesystem::path& folder);

/// The trials of a working folder's config, in grid order; empty if the folder has neither
/// grid.json nor records. Throws InvalidInput if grid.json is damaged, or if it is missing although
/// there are records: records of an earlier config could then not be recognised.
GridFile ReadGrid(const std::filesystem::path& folder, bool has_records);

/// The file name that marks a committed folder in which trials of its config are missing.
inline constexpr const char* kPartialName = "partial.json";

/// The number of trials present, and the number in the config.
struct Partial {
  std::size_t trials = 0, of = 0;
};

std::string WritePartialText(const Partial& partial);
/// nullopt if the text is damaged.
std::optional<Partial> ReadPartialText(const std::string& text);

/// The name of the file next to the committed folders of a paper that lists what was published: a
/// line "<sha256>  <table>/<file>" for each trials.csv, partial.json, context and log, in the
/// format of sha256sum -c.
inline constexpr const char* kHashesName = "SHA256SUMS";

/// Rewrites the lines of a committed folder in the hash file next to it, and keeps those of other
/// folders. Throws InvalidInput if it cannot be written.
void WriteHashes(const std::filesystem::path& folder);

/// The files of a committed folder that differ from what was published, in words; empty if there is
/// no hash file next to it.
std::vector<std::string> CheckHashes(const std::filesystem::path& folder);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_READ_RESULTS_H_
