#ifndef MERCER_CORE_DATA_FORMATS_LIBSVM_BLOCKS_H_
#define MERCER_CORE_DATA_FORMATS_LIBSVM_BLOCKS_H_

#include <optional>
#include <string>

#include "core/data/formats/decompress.h"
#include "core/data/formats/libsvm_reader.h"

namespace mercer {

/// Reads a file in the LIBSVM format, which may be packed, block by block, so that memory does not
/// grow with the file.
class LibsvmBlocks {
 public:
  /// `input_dim` as in LibsvmReadOptions; with 0 each block has the largest index that it names. A
  /// block ends at the end of a line, after about `block_bytes`. Throws InvalidInput where the file
  /// cannot be read.
  explicit LibsvmBlocks(std::string path, Index input_dim = 0,
                        std::size_t block_bytes = std::size_t{1} << 22);

  /// The next rows, none at the end of the file. Throws as ParseLibsvm does; a fault names the line
  /// of the file.
  std::optional<LabelledRows> Next();

  /// The share of the file read so far, 0 to 1.
  double share() const { return file_.share(); }

 private:
  std::string path_;
  Index input_dim_;
  std::size_t block_bytes_;
  DataFileStream file_;
  std::string rest_;  // of the line that the last block ended in
  std::int64_t lines_ = 0;
  bool ended_ = false;
};

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_LIBSVM_BLOCKS_H_
