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

/// Whether a folder is a working one (trials/*.jsonl, grid.json); a committed one has neither.
/// Throws InvalidInput where it does not exist or holds no results.
bool IsWorkingFolder(const std::filesystem::path& folder);

/// Which trials a working folder's config has, in grid order; none where the folder has neither
/// grid.json nor records. Throws InvalidInput where grid.json is damaged, or missing beside
/// records: a record of a config as it was before would count as one of today's.
GridFile ReadGrid(const std::filesystem::path& folder, bool has_records);

/// Name of the file in a committed folder that lacks trials of its config.
inline constexpr const char* kPartialName = "partial.json";

/// How many trials are there, of how many.
struct Partial {
  std::size_t trials = 0, of = 0;
};

std::string WritePartialText(const Partial& partial);
/// Nothing where the text is damaged.
std::optional<Partial> ReadPartialText(const std::string& text);

/// Name of the file beside the committed folders of a paper that says what was published: a line
/// "<sha256>  <table>/<file>" for each trials.csv, partial.json and context, as sha256sum -c reads.
inline constexpr const char* kHashesName = "SHA256SUMS";

/// Writes the lines of a committed folder anew, beside it, and keeps those of others. Throws
/// InvalidInput where it cannot be written.
void WriteHashes(const std::filesystem::path& folder);

/// What of a committed folder is not as it was published, in words; nothing where no hashes are
/// beside it.
std::vector<std::string> CheckHashes(const std::filesystem::path& folder);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_READ_RESULTS_H_
