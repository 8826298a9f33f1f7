#ifndef MERCER_CORE_DATA_FILES_ROW_FILE_H_
#define MERCER_CORE_DATA_FILES_ROW_FILE_H_

#include <memory>
#include <optional>
#include <string>

#include "core/base/params.h"
#include "core/data/rows/labelled_rows.h"

namespace mercer {

/// Options for reading a file of rows.
struct RowFileOptions {
  std::string format{};  // "": by the ending of the file name, else libsvm
  Params params{};       // of the format
  Index input_dim = 0;   // columns of a row; 0: as many as the file has
};

/// The rows of one file, read block by block.
class RowFile {
 public:
  virtual ~RowFile() = default;

  /// Whether the file has labels; if not, the labels of the blocks are 0.
  virtual bool has_labels() const = 0;

  /// The next block of rows; empty at the end of the file. Throws InvalidInput with the file and
  /// the position in it.
  virtual std::optional<LabelledRows> Next() = 0;

  /// The fraction of the file read so far, 0 to 1.
  virtual double share() const = 0;
};

/// Opens a file of numbers. LIBSVM text, which may be packed, is read in memory that does not grow
/// with the file; if input_dim is 0, each block has as many columns as its rows name. Files of
/// other formats are held in memory as a whole. Labels of a .npy file are read from <path>.labels
/// if that exists; csv has none with label "none". Throws InvalidInput for an unknown format or
/// parameter, a format of several files other than npy, columns of names, missing values, a number
/// of columns other than input_dim, and for everything that the format rejects.
std::unique_ptr<RowFile> OpenRowFile(const std::string& path, const RowFileOptions& options);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FILES_ROW_FILE_H_
