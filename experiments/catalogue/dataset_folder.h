#ifndef MERCER_EXPERIMENTS_CATALOGUE_DATASET_FOLDER_H_
#define MERCER_EXPERIMENTS_CATALOGUE_DATASET_FOLDER_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/catalogue/fetch/pending_file.h"
#include "experiments/catalogue/manifest.h"
#include "experiments/catalogue/take_file.h"

namespace mercer {

/// One file of a data set on this machine.
struct FileState {
  enum class Kind { kRight, kMissing, kWrong };
  std::filesystem::path path;
  Kind kind = Kind::kRight;
  std::string text;  // what is wrong, in words; of a right file in which packing it differs, or ""
};

/// What fetching or importing did with one file of a data set.
struct FetchedFile {
  enum class Kind { kThere, kCopied, kDownloaded, kMissing };
  std::filesystem::path path;  // in the data folder
  Kind kind = Kind::kThere;
  std::string from;  // address or path it came from (of the archive that held it)
};

/// Compares a file of the data folder with its manifest entry.
FileState StateOf(const ManifestFile& file, const std::filesystem::path& path);

/// <data dir>/<dataset>/ while one process fills it: every way to get files ends here.
class DatasetFolder {
 public:
  /// Waits for other processes, then looks at what is there. `how` is for the history. The manifest
  /// must outlive the object.
  DatasetFolder(const Manifest& manifest, const std::filesystem::path& data_dir, std::string how);

  const std::filesystem::path& path() const { return path_; }

  /// The files that are not right yet.
  std::vector<const ManifestFile*> Lacking() const;

  /// CopyMatched, recorded.
  void Copy(const std::filesystem::path& from, const FileMatch& match, const ManifestFile& file);

  /// ExtractMembers of those of the files that the archive holds and that are not right yet.
  /// `from` is where the archive came from.
  void Extract(const std::filesystem::path& archive, const std::string& from,
               const std::vector<const ManifestFile*>& files);

  /// Says that the file lies in the folder, and where it came from.
  void Record(const ManifestFile& file, FetchedFile::Kind kind, const std::string& from,
              const std::string& sha256);

  /// What became of each file, in the manifest's order.
  const std::vector<FetchedFile>& files() const { return files_; }

 private:
  const Manifest& manifest_;
  std::filesystem::path path_;
  std::string how_;
  FolderLock lock_;
  std::vector<FetchedFile> files_;
};

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

#endif  // MERCER_EXPERIMENTS_CATALOGUE_DATASET_FOLDER_H_
