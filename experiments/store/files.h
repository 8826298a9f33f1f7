#ifndef MERCER_EXPERIMENTS_STORE_FILES_H_
#define MERCER_EXPERIMENTS_STORE_FILES_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/store/record.h"

namespace mercer {

// The files of a results folder and their text.

/// Removes what a killed run left of files it was writing.
void RemoveTemporaries(const std::filesystem::path& folder);

/// Size of a file and when it last changed: while both stay, so do its bytes, but for a change
/// within the tick of the file system's clock.
struct FileStamp {
  std::int64_t bytes = -1;       // -1: there is no such file
  std::int64_t nanoseconds = 0;  // since 1970

  bool operator==(const FileStamp&) const = default;
};
FileStamp StampOf(const std::filesystem::path& path);

/// The text of a file, or nothing where it cannot be read.
std::optional<std::string> ReadText(const std::filesystem::path& path);

/// A text with its file's stamp, which is older than the reading.
struct StampedText {
  std::string text;
  FileStamp stamp;
};
std::optional<StampedText> ReadStampedText(const std::filesystem::path& path);

/// trials/<id>.json: schema, identity text, record, its trace where it has one, and a checksum of
/// all. A column that the file does not have, as it came later, is empty.
struct TrialFile {
  std::string identity;
  ResultRecord record;
};
std::string WriteTrialText(const TrialFile& trial);

/// Nothing where the text is damaged (no JSON, half a file, a value changed by hand). Throws
/// InvalidInput that names the path where it is of another schema version.
std::optional<TrialFile> ReadTrialText(const std::string& text, const std::filesystem::path& path);

/// grid.json: the experiment and its trials in grid order, known before the first of them has run.
struct GridFile {
  std::string experiment;
  std::vector<std::string> trials;
};
std::string WriteGridText(const GridFile& grid);
std::optional<GridFile> ReadGridText(const std::string& text, const std::filesystem::path& path);

/// Names of the files in a folder that end in `suffix`, sorted; none where it does not exist.
std::vector<std::filesystem::path> FilesEndingIn(const std::filesystem::path& folder,
                                                 const std::string& suffix);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_FILES_H_
