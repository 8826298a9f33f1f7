#ifndef MERCER_CORE_DATA_FORMATS_LIBSVM_READER_H_
#define MERCER_CORE_DATA_FORMATS_LIBSVM_READER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/data/rows/labelled_rows.h"

namespace mercer {

/// The largest index that a LIBSVM file may name: LIBSVM's own are ints.
inline constexpr Index kMaxLibsvmIndex = 2147483647;

struct LibsvmReadOptions {
  Index input_dim = 0;  // d; 0: the largest index that the file names
  Storage storage = Storage::kByDensity;
  std::int64_t lines_before = 0;  // of the file, where the text is a later part of it
  bool may_be_empty = false;      // a text without any row gives none instead of a fault
};

/// Reads text in the LIBSVM (svmlight) format: one example per line, "label index:value …", indices
/// from 1 and strictly increasing, '#' starts a comment; "qid:number" behind the label is dropped.
/// Values of zero are dropped (their index still counts for d). Accepted: CRLF, blank lines, spaces
/// and tabs, no newline at the end, a leading '+'. Throws InvalidInput with `path`, line and column
/// for a bad token, a decreasing or repeated index, index 0, an index beyond d, nan and inf; with
/// `path` for a text without any row and for a dense matrix beyond kMaxDenseValues. Memory is
/// proportional to the text, whatever the indices are; a dense result takes n·d besides. O(size of
/// the text + size of the result).
LabelledRows ParseLibsvm(std::string_view text, const std::string& path,
                         const LibsvmReadOptions& options);

/// ParseLibsvm on the contents of a file, which may be packed (ReadDataFile).
LabelledRows ReadLibsvm(const std::string& path, const LibsvmReadOptions& options);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_LIBSVM_READER_H_
