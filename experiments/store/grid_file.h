#ifndef MERCER_EXPERIMENTS_STORE_GRID_FILE_H_
#define MERCER_EXPERIMENTS_STORE_GRID_FILE_H_

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/store/record_line.h"

namespace mercer {

// The texts of a results folder's files beside the records.

/// grid.json: the experiment and its trials in grid order, known before the first of them has run,
/// and what the files of records had when a run last began or ended.
struct GridFile {
  std::string experiment;
  std::vector<std::string> trials;
  std::map<std::string, LineTally> tallies{};  // by run

  bool operator==(const GridFile&) const = default;
};
std::string WriteGridText(const GridFile& grid);
/// Nothing where the text is damaged or something else than a grid, or its trials are no list of
/// names, each once. Throws InvalidInput that names the path where its schema version is another.
std::optional<GridFile> ReadGridText(const std::string& text, const std::filesystem::path& path);

/// context/<run-id>.json: the text of an object with a checksum of all as its first member, and the
/// run's id.
std::string WriteContextText(const std::string& json, const std::string& run_id);
/// Whether the text is that of the run as it was written; of one without a checksum, as they were
/// once written and as published ones may be, whether it is an object.
bool IsWholeContext(const std::string& text, const std::string& run_id);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_GRID_FILE_H_
