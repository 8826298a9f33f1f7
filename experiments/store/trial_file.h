#ifndef MERCER_EXPERIMENTS_STORE_TRIAL_FILE_H_
#define MERCER_EXPERIMENTS_STORE_TRIAL_FILE_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/store/record.h"

namespace mercer {

/// trials/<id>.json: schema, identity text, record, its trace where it has one, and a checksum of
/// all. A column that the file does not have, as it came later, is empty.
struct TrialFile {
  std::string identity;
  ResultRecord record;
};
std::string WriteTrialText(const TrialFile& trial);

/// Nothing where the text is damaged (no JSON, half a file, a value changed by hand), or where it
/// says of a trial that it ended well what CheckNumbers refuses. Throws InvalidInput that names the
/// path where it is of another schema version.
std::optional<TrialFile> ReadTrialText(const std::string& text, const std::filesystem::path& path);

/// context/<run-id>.json: the text of an object with a checksum of all as its first member, and the
/// run's id.
std::string WriteContextText(const std::string& json, const std::string& run_id);
/// Whether the text is that of the run as it was written; of one without a checksum, as they were
/// once written and as published ones may be, whether it is an object.
bool IsWholeContext(const std::string& text, const std::string& run_id);

/// grid.json: the experiment and its trials in grid order, known before the first of them has run.
struct GridFile {
  std::string experiment;
  std::vector<std::string> trials;
};
std::string WriteGridText(const GridFile& grid);
/// Nothing where the text is damaged or something else than a grid, or its trials are no list of
/// names, each once.
std::optional<GridFile> ReadGridText(const std::string& text, const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_TRIAL_FILE_H_
