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

/// Appends lines to a file that others read meanwhile. A thread of the writer syncs them soon, also
/// while its owner waits for something else. The writer holds a lock of the kernel on the file as
/// long as it lives, so that others know whether half a line at its end is still being written.
/// Programs that its process starts inherit neither the file nor the lock.
class LineWriter {
 public:
  /// Syncs a descriptor; 0, or the error's number.
  using SyncFunction = std::function<int(int descriptor)>;

  /// A sync begins so long after the first line that asks for one.
  static constexpr std::chrono::milliseconds kSyncDelay{50};

  /// Makes no file yet.
  explicit LineWriter(std::filesystem::path path);
  LineWriter(std::filesystem::path path, SyncFunction sync);
  /// Syncs what is not synced yet.
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Makes the file where there is none, so that what else names it finds it. Throws as Append
  /// does.
  void MakeFile();

  /// Makes the file unless this writer has it open. False where another has made one. Throws as
  /// Append does.
  bool MakeNewFile();

  /// Adds whole lines behind all others by one write, and makes the file where there is none.
  /// Throws InvalidInput, "cannot write 'PATH': …", where the lines, or earlier ones that a sync
  /// has lost, cannot be written: nothing of the new ones is in the file then, and the call may be
  /// repeated.
  void Append(std::string_view lines);

  /// Returns when all lines are on disk. Throws as Append does.
  void Sync();

  /// The same where the file may be read from other machines, which see only what is synced.
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
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::shared_ptr<File> file_;  // the thread may still be syncing one that is no longer there
  std::uint64_t size_ = 0;      // of the file, unless something else writes to it; kUnknownSize
  std::uint64_t synced_ = 0;    // of these bytes, or what others left there
  std::string unsynced_;        // lines behind them
  int error_ = 0;               // of the sync that failed
  bool syncing_ = false, ending_ = false;
  std::thread thread_;  // from the first line on
};

/// Whether a writer holds the file that is open here.
bool IsBeingWritten(int descriptor);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_DISK_LINE_WRITER_H_
