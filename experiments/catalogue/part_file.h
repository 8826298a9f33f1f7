#ifndef MERCER_EXPERIMENTS_CATALOGUE_PART_FILE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_PART_FILE_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace mercer {

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

#endif  // MERCER_EXPERIMENTS_CATALOGUE_PART_FILE_H_
