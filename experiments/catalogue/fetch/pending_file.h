#ifndef MERCER_EXPERIMENTS_CATALOGUE_FETCH_PENDING_FILE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_FETCH_PENDING_FILE_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/atomic_output.h"

namespace mercer {

/// Throws InvalidInput "<path> cannot be written: <text of errno>".
[[noreturn]] void FailWriting(const std::filesystem::path& path);

/// Creates the folder if necessary. Throws InvalidInput if it neither exists nor can be created.
void MakeFolder(const std::filesystem::path& folder);

/// Gives an open file its final name: readable for all, synced, renamed to the target, and the
/// folder synced. The descriptor is closed in any case. Throws InvalidInput on failure.
void PublishFile(int descriptor, const std::string& name, const std::filesystem::path& target);

/// A data file that all users can read, written like AtomicOutput.
class PendingFile {
 public:
  explicit PendingFile(std::filesystem::path target);

  void Write(const char* bytes, std::size_t count) { file_.Write({bytes, count}); }
  void Publish() { file_.Commit(); }

 private:
  AtomicOutput file_;
};

/// A lock on a data set's folder for the lifetime of the object: other processes wait in the
/// constructor. Removes pending files left there by killed processes. On a file system without
/// locks no process waits; every file is still compared with its sha256.
class FolderLock {
 public:
  /// Creates the folder. Throws InvalidInput if it cannot be created or opened.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

/// "<target>.part": the bytes of a file received so far. It outlives the process, so that the next
/// one can continue.
class PartFile {
 public:
  /// Opens an existing part file, or creates an empty one. Throws InvalidInput on failure.
  explicit PartFile(std::filesystem::path target);
  /// Removes the file if it is empty.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  std::uint64_t size() const { return size_; }
  /// False if the disk refuses the data; errno says why.
  bool Append(const char* bytes, std::size_t count);
  /// Discards everything received.
  void Clear();
  /// The sha256 of the received bytes; reads the whole file.
  std::string Sha256() const;
  /// Renames it to the target. No other method may be called afterwards.
  void Publish();

 private:
  std::filesystem::path target_;
  std::string name_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_PENDING_FILE_H_
