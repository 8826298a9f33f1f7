#ifndef MERCER_EXPERIMENTS_TRANSFORM_ROW_WRITER_H_
#define MERCER_EXPERIMENTS_TRANSFORM_ROW_WRITER_H_

#include <memory>
#include <string>

#include "core/base/types.h"

namespace mercer {

/// Writes rows of numbers with their labels, if they have any, block by block, in the format that
/// the file's name ends in. Numbers read back as the same doubles.
///
///   .libsvm  "label index:value …", zeros left out
///   .csv     the values of a row with commas between them, no header; labels in <path>.labels
///   .npy     n × columns little-endian doubles or floats in C order (NumPy format 1.0); labels in
///   <path>.labels
///
/// The files are there whole once Finish returns, and not at all before.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  /// One label per row, or an empty vector where the rows have none.
  virtual void Write(const ConstMatrixRef& features, const Vector& labels) = 0;

  /// Whether the format leaves zeros out, so that sparse rows can be written as they are.
  virtual bool takes_sparse() const { return false; }
  /// Write of the same rows. Aborts where the format takes no sparse rows.
  virtual void WriteSparse(const SparseMatrix& features, const Vector& labels);

  virtual void Finish() = 0;
};

/// Throws InvalidInput for another ending, and where the file cannot be made. Rows without labels
/// have no LIBSVM format; their .csv and .npy come without the second file. `floats`: the features
/// are floats and are written as such, in 4 bytes, or in as many digits as read back as the same
/// float; labels stay doubles.
std::unique_ptr<RowWriter> MakeRowWriter(const std::string& path, Index columns,
                                         bool has_labels = true, bool floats = false);

/// Throws InvalidInput for an ending that MakeRowWriter does not know; touches no file.
void CheckRowFormat(const std::string& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRANSFORM_ROW_WRITER_H_
