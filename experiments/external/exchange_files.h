#ifndef MERCER_EXPERIMENTS_EXTERNAL_EXCHANGE_FILES_H_
#define MERCER_EXPERIMENTS_EXTERNAL_EXCHANGE_FILES_H_

#include <filesystem>
#include <string>

#include "core/base/examples.h"

namespace mercer {

/// Where files are exchanged with a program: a folder of this process in /dev/shm, whose files are
/// memory, and one among the temporary files for what does not fit there. Removed with everything
/// in it at the end; those that killed processes left, by the next one that is made.
class ExchangeFolder {
 public:
  ExchangeFolder() = default;
  ~ExchangeFolder();
  ExchangeFolder(const ExchangeFolder&) = delete;
  ExchangeFolder& operator=(const ExchangeFolder&) = delete;

  /// The path of a file, which is not there, for so many bytes. Throws InvalidInput where no folder
  /// has room for them.
  std::filesystem::path For(const std::string& name, double bytes);

  /// Removes the folders that processes have left which were killed.
  static void RemoveLeft();

 private:
  struct Held {
    std::filesystem::path path{};
    int descriptor = -1;
  };
  static bool HasRoom(const std::filesystem::path& parent, double bytes);
  static bool Make(const std::filesystem::path& parent, Held& held);

  Held memory_{}, disk_{};
};

/// Bytes of a .npy file of rows × columns doubles.
double NpyBytes(Index rows, Index columns);

/// Rows [begin, begin + count) as a .npy file of doubles in C order; sparse ones are written dense.
/// Throws InvalidInput where the file cannot be written whole.
void WriteNpyRows(const std::filesystem::path& path, const Examples& x, Index begin, Index count);

/// The same of a vector, of one dimension.
void WriteNpyVector(const std::filesystem::path& path, const Vector& values);

/// Reads a .npy file of just the shape of `out`, f4 or f8 in either order. Throws InvalidInput,
/// `who` and a sentence, where it is something else. Values may be anything, nan among them.
void ReadNpyRows(const std::string& who, const std::filesystem::path& path, MatrixRef out);

/// n values: of shape (n) or (n, 1).
Vector ReadNpyVector(const std::string& who, const std::filesystem::path& path, Index n);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_EXTERNAL_EXCHANGE_FILES_H_
