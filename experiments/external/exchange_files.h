#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXCHANGE_FILES_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXCHANGE_FILES_H_

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/atomic_output.h"
#include "core/base/examples.h"

namespace mercer {

/// A folder through which files are exchanged with an external program. It lies in /dev/shm, whose
/// files are held in memory; files that do not fit there go to a folder for temporary files. Both
/// are removed with their contents on destruction; those left by killed processes are removed when
/// the next one is made.
class ExchangeFolder {
 public:
  /// The path for a new file of `bytes` bytes. Throws InvalidInput if no folder has room for it.
  std::filesystem::path For(const std::string& name, double bytes);

  /// Removes the folders left by killed processes.
  static void RemoveLeft();

 private:
  static bool HasRoom(const std::filesystem::path& parent, double bytes);

  std::unique_ptr<HeldFolder> memory_{}, disk_{};
};

/// The first 128 bytes of a .npy file (NumPy format 1.0) of values in C order. `type` is "<f8" or
/// "<f4", `shape` the inside of the tuple: "3, 4". They have the same length for any shape.
std::string NpyHeadText(const std::string& type, const std::string& shape);

/// The size in bytes of a .npy file of rows × columns doubles.
double NpyBytes(Index rows, Index columns);

/// Writes rows [begin, begin + count) as a .npy file of doubles in C order; sparse rows are written
/// dense. Throws InvalidInput if the file cannot be written completely.
void WriteNpyRows(const std::filesystem::path& path, const Examples& x, Index begin, Index count);

/// The same for a vector, as an array of one dimension.
void WriteNpyVector(const std::filesystem::path& path, const Vector& values);

/// Reads a .npy file with exactly the shape of `out`, f4 or f8 in C or Fortran order. Throws
/// InvalidInput, with `who` and a sentence, if it is anything else. Values may be anything,
/// including nan.
void ReadNpyRows(const std::string& who, const std::filesystem::path& path, MatrixRef out);

/// Reads n values, of shape (n) or (n, 1).
Vector ReadNpyVector(const std::string& who, const std::filesystem::path& path, Index n);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXCHANGE_FILES_H_
