#ifndef MERCER_CORE_BASE_ATOMIC_OUTPUT_H_
#define MERCER_CORE_BASE_ATOMIC_OUTPUT_H_

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mercer {

/// The beginning of the names of files that are being written.
inline constexpr const char* kTemporaryPrefix = ".partial-";

/// Removes the temporary files, and folders with their contents, that killed processes left in a
/// folder and whose names begin with `prefix`. Those in use stay: their owners hold a kernel lock
/// (flock), which is released however the process dies.
void RemoveTemporaries(const std::filesystem::path& folder,
                       std::string_view prefix = kTemporaryPrefix);

/// Locks the descriptor, so that until it is closed no other process takes its file or folder for
/// the leftover of a dead process. Returns false if another process was faster; the file or folder
/// must then be made again.
bool HoldTemporary(int descriptor);

/// Removes a temporary file, or a temporary folder with all its contents, unless a process holds
/// it.
void RemoveIfLeft(const std::filesystem::path& temporary);

/// A new folder "<prefix>XXXXXX", held so that no other process takes it for a leftover. It is
/// removed with its contents on destruction.
class HeldFolder {
 public:
  /// Makes one in `parent`, after those that killed processes left there are removed. nullptr, with
  /// errno, if the system makes none.
  static std::unique_ptr<HeldFolder> Make(const std::filesystem::path& parent,
                                          const std::string& prefix);
  ~HeldFolder();
  HeldFolder(const HeldFolder&) = delete;
  HeldFolder& operator=(const HeldFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  HeldFolder(std::filesystem::path path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}

  std::filesystem::path path_;
  int descriptor_;
};

/// Throws InvalidInput if `output` is one of the files `inputs`, which it would overwrite. What
/// does not exist is no file.
void RequireOtherFile(const std::filesystem::path& output,
                      const std::vector<std::filesystem::path>& inputs);

/// How files of one kind are written.
struct AtomicOutputStyle {
  /// The message of the InvalidInput for the error number `error` (errno).
  std::string (*fault)(const std::filesystem::path& path, int error);
  /// Whether the file is readable by all users, whatever the umask of the process; otherwise the
  /// umask decides.
  bool for_all = false;
  /// Whether it is an error if the folder cannot be synced, as on some file systems.
  bool folder_must_sync = true;
};

/// The default style: message "cannot write 'PATH': …", permissions by the umask, the folder must
/// sync.
extern const AtomicOutputStyle kAtomicOutputStyle;

/// A file that is written piece by piece and appears as a whole or not at all: until Commit it has
/// a temporary name in the same folder.
class AtomicOutput {
 public:
  /// Throws InvalidInput, naming the path, if no file can be created there.
  explicit AtomicOutput(std::filesystem::path path,
                        const AtomicOutputStyle& style = kAtomicOutputStyle);
  /// Removes the temporary file unless it was committed.
  ~AtomicOutput();
  AtomicOutput(const AtomicOutput&) = delete;
  AtomicOutput& operator=(const AtomicOutput&) = delete;

  /// Appends bytes. This function and the next throw InvalidInput if the system cannot write, e.g.
  /// because the disk is full.
  void Write(std::string_view bytes);

  /// Overwrites bytes that have been written already.
  void WriteAt(std::size_t offset, std::string_view bytes);

  /// Removes the uncommitted files of all objects in this process and stops them from writing any
  /// further. Call it once, just before the process ends.
  static void AbandonAll();

  /// Syncs the file, gives it its final name and syncs the folder. Nothing may be written
  /// afterwards. Throws InvalidInput if any of these fails. If it is only the folder that cannot be
  /// synced, the new file is in place already, but a crash of the machine may still undo its name.
  void Commit();

 private:
  [[noreturn]] void Fail(int error) const;

  std::filesystem::path path_, temporary_;
  AtomicOutputStyle style_;
  int descriptor_ = -1;
};

}  // namespace mercer

#endif  // MERCER_CORE_BASE_ATOMIC_OUTPUT_H_
