#ifndef MERCER_EXPERIMENTS_STORE_DISK_FILES_H_
#define MERCER_EXPERIMENTS_STORE_DISK_FILES_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "experiments/json/regular_file.h"

namespace mercer {

// The files of a results folder and their text.

/// Writes to a temporary name in the same folder, syncs and renames: the file is either the old one
/// or the complete new one.
void WriteFileAtomically(const std::filesystem::path& path, const std::string& bytes);

/// A limit above the size of any file of tables: 64 GiB.
inline constexpr std::uint64_t kMostTextBytes = std::uint64_t{1} << 36;

/// The text of a file; nullopt if ReadRegularFile refuses it.
std::optional<std::string> ReadText(const std::filesystem::path& path,
                                    std::uint64_t most = kMostJsonBytes);

/// The files in a folder whose names end in `suffix`, sorted; empty if the folder does not exist.
std::vector<std::filesystem::path> FilesEndingIn(const std::filesystem::path& folder,
                                                 const std::string& suffix);

/// A folder with a temporary name next to its final path. It is removed unless it is renamed to
/// that path.
class PendingFolder {
 public:
  /// Removes what killed processes left of the same folder, or restores it if one of them had just
  /// moved it away. `owner`: the command, for messages. Throws InvalidInput if no folder can be
  /// created there.
  PendingFolder(std::string owner, std::filesystem::path path);
  ~PendingFolder();
  PendingFolder(const PendingFolder&) = delete;
  PendingFolder& operator=(const PendingFolder&) = delete;

  /// The folder to write to.
  const std::filesystem::path& path() const { return temporary_; }

  /// Syncs the folder and renames it to its path, which must be free or an empty folder. Throws
  /// InvalidInput.
  void Commit();

  /// The same, but replaces an existing folder, which is removed.
  void Replace();

  /// Throws InvalidInput: the folder cannot be created.
  [[noreturn]] void Fail(const std::error_code& error) const;

 private:
  void Sync() const;
  void RemoveLeftovers() const;

  std::string owner_;
  std::filesystem::path path_;  // as given
  std::filesystem::path named_, temporary_;
  int held_ = -1;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_DISK_FILES_H_
