#ifndef MERCER_EXPERIMENTS_STORE_DISK_LINE_WRITER_H_
#define MERCER_EXPERIMENTS_STORE_DISK_LINE_WRITER_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace mercer {

/// Appends lines to a file that others read at the same time. A thread of the writer syncs them
/// soon, even while its owner waits for something else. The writer holds a kernel lock on the file
/// for its whole lifetime, so that others know whether an incomplete line at its end is still being
/// written. Programs started by the process inherit neither the file nor the lock.
class LineWriter {
 public:
  /// Syncs a descriptor. Returns 0, or the error number.
  using SyncFunction = std::function<int(int descriptor)>;

  /// The delay between the first unsynced line and the sync.
  static constexpr std::chrono::milliseconds kSyncDelay{50};

  /// Does not create the file yet.
  explicit LineWriter(std::filesystem::path path);
  LineWriter(std::filesystem::path path, SyncFunction sync);
  /// Syncs what is not synced yet.
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Creates the file if it does not exist, so that other files may refer to it. Throws as Append
  /// does.
  void MakeFile();

  /// Creates the file unless this writer has it open. False if another writer has created one.
  /// Throws as Append does.
  bool MakeNewFile();

  /// Appends complete lines with a single write, and creates the file if it does not exist. Throws
  /// InvalidInput, "cannot write 'PATH': …", if the lines, or earlier ones that a sync has lost,
  /// cannot be written. None of the new lines is then in the file, and the call may be repeated.
  void Append(std::string_view lines);

  /// Returns when all lines are on disk. Throws as Append does.
  void Sync();

  /// The same if the file may be read from other machines, which see only what is synced.
  void SyncForOthers();

 private:
  struct File;

  bool Open(int flags);
  void RequireFile();
  void Write(std::string_view bytes);
  void Recover();
  void SyncAll(std::unique_lock<std::mutex>& lock);
  void SyncInTurn();
  [[noreturn]] void Fail(int error) const;

  const std::filesystem::path path_;
  const SyncFunction sync_;
  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::shared_ptr<File> file_;  // the thread may still be syncing a file that no longer exists
  std::uint64_t size_ = 0;      // of the file, unless something else writes to it; kUnknownSize
  std::uint64_t synced_ = 0;    // of these, the bytes synced, including what others left there
  std::string unsynced_;        // the lines after them
  int error_ = 0;               // error number of the failed sync
  bool syncing_ = false, ending_ = false;
  std::thread thread_;  // runs from the first line on
};

/// Whether a writer holds the open file.
bool IsBeingWritten(int descriptor);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_DISK_LINE_WRITER_H_
