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

/// Writes to a temporary name beside it, syncs, renames: the file is the old one or the whole new
/// one.
void WriteFileAtomically(const std::filesystem::path& path, const std::string& bytes);

/// More than any file of tables has: 64 GiB.
inline constexpr std::uint64_t kMostTextBytes = std::uint64_t{1} << 36;

/// The text of a file, or nothing where ReadRegularFile refuses it.
std::optional<std::string> ReadText(const std::filesystem::path& path,
                                    std::uint64_t most = kMostJsonBytes);

/// Names of the files in a folder that end in `suffix`, sorted; none where it does not exist.
std::vector<std::filesystem::path> FilesEndingIn(const std::filesystem::path& folder,
                                                 const std::string& suffix);

/// A folder under a temporary name beside its own, which goes away unless it gets that.
class PendingFolder {
 public:
  /// Removes what killed processes left of the same folder, or gives it back where one of them had
  /// just taken it away. `owner`: the command, for messages. Throws InvalidInput where no folder
  /// can be made there.
  PendingFolder(std::string owner, std::filesystem::path path);
  ~PendingFolder();
  PendingFolder(const PendingFolder&) = delete;
  PendingFolder& operator=(const PendingFolder&) = delete;

  /// Where to write.
  const std::filesystem::path& path() const { return temporary_; }

  /// Syncs, and takes the name, which is free or an empty folder's. Throws InvalidInput.
  void Commit();

  /// The same in place of the folder that has the name, which is removed.
  void Replace();

  /// Throws InvalidInput: the folder cannot be made.
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
