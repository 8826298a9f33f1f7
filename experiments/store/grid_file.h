#ifndef MERCER_EXPERIMENTS_STORE_GRID_FILE_H_
#define MERCER_EXPERIMENTS_STORE_GRID_FILE_H_

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/store/record_line.h"

namespace mercer {

// The texts of the files in a results folder other than the records.

/// The contents of grid.json: the experiment and its trials in grid order, known before the first
/// of them has run, and the tallies of the record files when a run last began or ended.
struct GridFile {
  std::string experiment;
  std::vector<std::string> trials;
  std::map<std::string, LineTally> tallies{};  // by run

  bool operator==(const GridFile&) const = default;
};
std::string WriteGridText(const GridFile& grid);
/// nullopt if the text is damaged or not a grid, or if its trials are not a list of distinct names.
/// Throws InvalidInput, naming the path, for another schema version.
std::optional<GridFile> ReadGridText(const std::string& text, const std::filesystem::path& path);

/// The text of context/<run-id>.json: an object whose first member is a checksum of the rest and
/// that contains the run's id.
std::string WriteContextText(const std::string& json, const std::string& run_id);
/// Whether the text is that of the run, as written. For a text without a checksum, as in older and
/// in some published folders: whether it is an object.
bool IsWholeContext(const std::string& text, const std::string& run_id);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_GRID_FILE_H_
