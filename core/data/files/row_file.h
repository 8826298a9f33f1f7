#ifndef MERCER_CORE_DATA_FILES_ROW_FILE_H_
#define MERCER_CORE_DATA_FILES_ROW_FILE_H_

#include <memory>
#include <optional>
#include <string>

#include "core/base/params.h"
#include "core/data/rows/labelled_rows.h"

namespace mercer {

/// How a file of rows is read.
struct RowFileOptions {
  std::string format{};  // "": what the name's ending says, else libsvm
  Params params{};       // of the format
  Index input_dim = 0;   // columns of a row; 0: as many as the file has
};

/// The rows of one file, block after block.
class RowFile {
 public:
  virtual ~RowFile() = default;

  /// Whether the file has labels; where it has none those of the blocks are 0.
  virtual bool has_labels() const = 0;

  /// The next rows, none at the end of the file. Throws InvalidInput with file and place.
  virtual std::optional<LabelledRows> Next() = 0;

  /// The share of the file read so far, 0 to 1.
  virtual double share() const = 0;
};

/// Opens a file of numbers. LIBSVM text, which may be packed, is read in memory that does not grow
/// with it, and blocks have as many columns as their rows name where input_dim is 0; a file of
/// another format is held whole. Labels of a .npy are those of <path>.labels where that is there;
/// csv has none with label "none". Throws InvalidInput for an unknown format or parameter, a format
/// of several files other than npy, columns of names, missing values, other columns than input_dim,
/// and whatever the format throws.
std::unique_ptr<RowFile> OpenRowFile(const std::string& path, const RowFileOptions& options);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FILES_ROW_FILE_H_
