#ifndef MERCER_EXPERIMENTS_CATALOGUE_HISTORY_H_
#define MERCER_EXPERIMENTS_CATALOGUE_HISTORY_H_

#include <filesystem>
#include <string>
#include <vector>

namespace mercer {

/// Where one file of a data set came from.
struct HistoryEntry {
  std::string file;    // its name in the data set's folder
  std::string how;     // "downloaded", "copied", "imported"
  std::string from;    // address or path; of an archive where one held it
  std::string time;    // when, UTC: "2026-01-31T12:00:00Z"
  std::string sha256;  // of what was stored
};

/// What <folder>/history.json says, in the order of the file names. Empty where it is absent or no
/// history: it is for people to read, and nothing depends on it.
std::vector<HistoryEntry> ReadHistory(const std::filesystem::path& folder);

/// Adds or replaces the file's entry, with the present time. Throws InvalidInput where the disk
/// refuses.
void RecordHistory(const std::filesystem::path& folder, HistoryEntry entry);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_HISTORY_H_
