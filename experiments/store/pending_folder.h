#ifndef MERCER_EXPERIMENTS_STORE_PENDING_FOLDER_H_
#define MERCER_EXPERIMENTS_STORE_PENDING_FOLDER_H_

#include <filesystem>
#include <string>
#include <system_error>

namespace mercer {

/// A folder under a temporary name beside its own, which goes away unless it gets that.
class PendingFolder {
 public:
  /// `owner`: the command, for messages. Throws InvalidInput where no folder can be made there.
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

  std::string owner_;
  std::filesystem::path path_;  // as given
  std::filesystem::path named_, temporary_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_PENDING_FOLDER_H_
