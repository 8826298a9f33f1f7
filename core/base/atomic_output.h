#ifndef MERCER_CORE_BASE_ATOMIC_OUTPUT_H_
#define MERCER_CORE_BASE_ATOMIC_OUTPUT_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace mercer {

/// Names of files that are being written begin so.
inline constexpr const char* kTemporaryPrefix = ".partial-";

/// Removes the temporary files in a folder that killed processes left. Those that are being written
/// stay: their writers hold a lock of the kernel (flock), which ends with them however they die.
void RemoveTemporaries(const std::filesystem::path& folder);

/// Keeps others from taking what this process writes for left by a dead one, until the descriptor
/// is closed. False where one of them was quicker: the file or folder is to be made again.
bool HoldTemporary(int descriptor);

/// Removes a temporary file, or a folder with all that is in it, unless somebody holds it.
void RemoveIfLeft(const std::filesystem::path& temporary);

/// How the files of some kind are written.
struct AtomicOutputStyle {
  /// What InvalidInput says of a fault of the number `error`.
  std::string (*fault)(const std::filesystem::path& path, int error);
  /// Readable for all, whatever the process's mask; else by the mask.
  bool for_all = false;
  /// Whether it is a fault where the folder cannot be synced, as on some file systems.
  bool folder_must_sync = true;
};

/// "cannot write 'PATH': …", readable by the mask, the folder synced.
extern const AtomicOutputStyle kAtomicOutputStyle;

/// A file that is written piece by piece and is there whole or not at all: under a temporary name
/// beside the path until Commit.
class AtomicOutput {
 public:
  /// Throws InvalidInput, naming the path, where no file can be made there.
  explicit AtomicOutput(std::filesystem::path path,
                        const AtomicOutputStyle& style = kAtomicOutputStyle);
  /// Removes what was written without Commit.
  ~AtomicOutput();
  AtomicOutput(const AtomicOutput&) = delete;
  AtomicOutput& operator=(const AtomicOutput&) = delete;

  void Write(std::string_view bytes);

  /// Replaces bytes that are written already.
  void WriteAt(std::size_t offset, std::string_view bytes);

  /// Removes what every object of this process has written without Commit, and lets none of them go
  /// on: for the moment before the process ends. Call once.
  static void AbandonAll();

  /// Syncs, gives the file its name and syncs the folder. Nothing may be written afterwards.
  void Commit();

 private:
  [[noreturn]] void Fail(int error) const;

  std::filesystem::path path_, temporary_;
  AtomicOutputStyle style_;
  int descriptor_ = -1;
};

}  // namespace mercer

#endif  // MERCER_CORE_BASE_ATOMIC_OUTPUT_H_
