#ifndef MERCER_CORE_BASE_ATOMIC_OUTPUT_H_
#define MERCER_CORE_BASE_ATOMIC_OUTPUT_H_

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace mercer {

/// Names of files that are being written begin so.
inline constexpr const char* kTemporaryPrefix = ".partial-";

/// A file that is written piece by piece and is there whole or not at all: under a temporary name
/// beside the path until Commit.
class AtomicOutput {
 public:
  /// Throws InvalidInput, naming the path, where no file can be made there.
  explicit AtomicOutput(std::filesystem::path path);
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
  int descriptor_ = -1;
};

}  // namespace mercer

#endif  // MERCER_CORE_BASE_ATOMIC_OUTPUT_H_
