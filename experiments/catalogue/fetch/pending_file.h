#ifndef MERCER_EXPERIMENTS_CATALOGUE_FETCH_PENDING_FILE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_FETCH_PENDING_FILE_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/atomic_output.h"

namespace mercer {

/// Throws InvalidInput "<path> cannot be written: <errno in words>".
[[noreturn]] void FailWriting(const std::filesystem::path& path);

/// Throws InvalidInput where the folder neither exists nor can be made.
void MakeFolder(const std::filesystem::path& folder);

/// Gives an open file its name for good: readable for all, synced, renamed to the target, the
/// folder synced. The descriptor is closed in any case. Throws InvalidInput where that fails.
void PublishFile(int descriptor, const std::string& name, const std::filesystem::path& target);

/// A file of data, which is for all to read: AtomicOutput in that style.
class PendingFile {
 public:
  explicit PendingFile(std::filesystem::path target);

  void Write(const char* bytes, std::size_t count) { file_.Write({bytes, count}); }
  void Publish() { file_.Commit(); }

 private:
  AtomicOutput file_;
};

/// Keeps other processes out of a data set's folder for as long as it lives: they wait in the
/// constructor. Removes what pending files of killed processes left there. Where the file system
/// knows no locks nobody waits; every file is compared with its sha256 all the same.
class FolderLock {
 public:
  /// Makes the folder. Throws InvalidInput where it cannot be made or opened.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

/// "<target>.part": what has arrived of a file so far. It outlives the process, so that the next
/// one can go on from there.
class PartFile {
 public:
  /// Opens what is there, or begins an empty one. Throws InvalidInput where that fails.
  explicit PartFile(std::filesystem::path target);
  /// Removes it where it is empty.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  std::uint64_t size() const { return size_; }
  /// False where the disk refuses; errno says why.
  bool Append(const char* bytes, std::size_t count);
  /// Forgets everything that arrived.
  void Clear();
  /// Reads it through.
  std::string Sha256() const;
  /// Gives it the target's name. Nothing may be called afterwards.
  void Publish();

 private:
  std::filesystem::path target_;
  std::string name_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_PENDING_FILE_H_
