#ifndef MERCER_CORE_DATA_FORMATS_LIBSVM_READER_H_
#define MERCER_CORE_DATA_FORMATS_LIBSVM_READER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/data/formats/data_format.h"
#include "core/data/formats/decompress.h"
#include "core/data/rows/labelled_rows.h"

namespace mercer {

/// The largest index that a LIBSVM file may name: LIBSVM's own are ints.
inline constexpr Index kMaxLibsvmIndex = 2147483647;

struct LibsvmReadOptions {
  Index input_dim = 0;  // d; 0: the largest index that the file names
  Storage storage = Storage::kByDensity;
  std::int64_t lines_before = 0;  // of the file, where the text is a later part of it
  bool may_be_empty = false;      // a text without any row gives none instead of a fault
  Index index_base = 1;           // the index of the first column, 1 or 0
};

/// Reads text in the LIBSVM (svmlight) format: one example per line, "label index:value …", indices
/// from 1 (or index_base) and strictly increasing, '#' starts a comment; "qid:number" behind the label is dropped.
/// Values of zero are dropped (their index still counts for d). Accepted: CRLF, blank lines, spaces
/// and tabs, no newline at the end, a leading '+'. Throws InvalidInput with `path`, line and column
/// for a bad token, a decreasing or repeated index, one below index_base or beyond d, nan and inf; with
/// `path` for a text without any row and for a dense matrix beyond kMaxDenseValues. Memory is
/// proportional to the text, whatever the indices are; a dense result takes n·d besides. O(size of
/// the text + size of the result).
LabelledRows ParseLibsvm(std::string_view text, const std::string& path,
                         const LibsvmReadOptions& options);

/// ParseLibsvm on the contents of a file, which may be packed (ReadDataFile).
LabelledRows ReadLibsvm(const std::string& path, const LibsvmReadOptions& options);

/// Reads a file in the LIBSVM format, which may be packed, block by block, so that memory does not
/// grow with the file.
class LibsvmBlocks {
 public:
  /// `input_dim` as in LibsvmReadOptions; with 0 each block has the largest index that it names. A
  /// block ends at the end of a line, after about `block_bytes`. `index_base` as in
  /// LibsvmReadOptions. Throws InvalidInput where the file cannot be read.
  explicit LibsvmBlocks(std::string path, Index input_dim = 0,
                        std::size_t block_bytes = std::size_t{1} << 22, Index index_base = 1);

  /// The next rows, none at the end of the file. Throws as ParseLibsvm does; a fault names the line
  /// of the file.
  std::optional<LabelledRows> Next();

  /// The share of the file read so far, 0 to 1.
  double share() const { return file_.share(); }

 private:
  std::string path_;
  Index input_dim_;
  std::size_t block_bytes_;
  Index index_base_;
  DataFileStream file_;
  std::string rest_;  // of the line that the last block ended in
  std::int64_t lines_ = 0;
  bool ended_ = false;
};

/// "libsvm": one file, read by ParseLibsvm; its parameter is index_base.
DataFormat LibsvmFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_LIBSVM_READER_H_
