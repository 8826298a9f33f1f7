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

/// The largest index that a LIBSVM file may contain: LIBSVM's own indices are ints.
inline constexpr Index kMaxLibsvmIndex = 2147483647;

struct LibsvmReadOptions {
  Index input_dim = 0;  // d; 0: the largest index in the file
  Storage storage = Storage::kByDensity;
  std::int64_t lines_before = 0;  // lines of the file that precede the text
  bool may_be_empty = false;      // a text without rows is not an error
  Index index_base = 1;           // the index of the first column, 1 or 0
};

/// Reads text in the LIBSVM (svmlight) format: one example per line, "label index:value …", indices
/// from 1 (or index_base) and strictly increasing, '#' starts a comment; "qid:number" after the
/// label is dropped. Values of zero are dropped (their index still counts for d). Accepted: CRLF,
/// blank lines, spaces and tabs, no newline at the end, a leading '+'. Throws InvalidInput with
/// `path`, line and column for a bad token, a decreasing or repeated index, an index below
/// index_base or beyond d, nan and inf; with `path` alone for a text without rows and for a dense
/// matrix beyond kMaxDenseValues. Memory is proportional to the text, whatever the indices are; a
/// dense result takes n·d in addition. O(size of the text + size of the result).
LabelledRows ParseLibsvm(std::string_view text, const std::string& path,
                         const LibsvmReadOptions& options);

/// ParseLibsvm on the contents of a file, which may be packed (ReadDataFile) and begin with a byte
/// order mark.
LabelledRows ReadLibsvm(const std::string& path, const LibsvmReadOptions& options);

/// Reads a file in the LIBSVM format, which may be packed and begin with a byte order mark, block
/// by block, so that memory does not grow with the file.
class LibsvmBlocks {
 public:
  /// `input_dim` as in LibsvmReadOptions; with 0, the number of columns of each block is its own
  /// largest index. A block ends at the end of a line, after about `block_bytes`. `index_base` as
  /// in LibsvmReadOptions. Throws InvalidInput if the file cannot be read.
  explicit LibsvmBlocks(std::string path, Index input_dim = 0,
                        std::size_t block_bytes = std::size_t{1} << 22, Index index_base = 1);

  /// The next block of rows; empty at the end of the file. Throws as ParseLibsvm does; errors name
  /// the line of the file.
  std::optional<LabelledRows> Next();

  /// The fraction of the file read so far, 0 to 1.
  double share() const { return file_.share(); }

 private:
  std::string path_;
  Index input_dim_;
  std::size_t block_bytes_;
  Index index_base_;
  DataFileStream file_;
  std::string rest_;  // of the line in which the last block ended
  std::int64_t lines_ = 0;
  bool ended_ = false;
};

/// The format "libsvm": one file, read by ParseLibsvm; its parameter is index_base.
DataFormat LibsvmFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_LIBSVM_READER_H_
