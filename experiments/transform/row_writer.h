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
/// The files are there whole once Finish returns, and not at all before. Without labels, Finish
/// removes a <path>.labels of earlier rows.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  /// Writes a block of rows. `labels` has one label per row, or is empty if the rows have none.
  virtual void Write(const ConstMatrixRef& features, const Vector& labels) = 0;

  /// Whether the format omits zeros, so that sparse rows can be written directly.
  virtual bool takes_sparse() const { return false; }
  /// The same as Write for sparse rows. Aborts if the format does not support them.
  virtual void WriteSparse(const SparseMatrix& features, const Vector& labels);

  virtual void Finish() = 0;
};

/// Makes a writer for the format of the path's extension. Throws InvalidInput for any other
/// extension, and if the file cannot be created. LIBSVM requires labels; without labels, .csv and
/// .npy come without the second file. `floats`: the features are floats and are written as such, in
/// 4 bytes or with as many digits as read back as the same float; labels stay doubles.
std::unique_ptr<RowWriter> MakeRowWriter(const std::string& path, Index columns,
                                         bool has_labels = true, bool floats = false);

/// <path>.labels, where .csv and .npy have their labels.
std::string LabelPath(const std::string& path);

/// Throws InvalidInput for an extension that MakeRowWriter does not know; accesses no file.
void CheckRowFormat(const std::string& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRANSFORM_ROW_WRITER_H_
