#ifndef MERCER_CORE_DISTRIBUTED_LIBSVM_RANGE_H_
#define MERCER_CORE_DISTRIBUTED_LIBSVM_RANGE_H_

#include <cstdint>
#include <fstream>
#include <string>

#include "core/distributed/row_stream.h"

namespace mercer {

/// The lines of a LIBSVM text that begin in bytes [begin, end) of it, the last one to its own end:
/// of ranges that cover the file each line is in one. A block is about `block_bytes` of text.
class LibsvmRange : public RowStream {
 public:
  /// Throws InvalidInput where the file cannot be read.
  LibsvmRange(std::string path, std::uint64_t begin, std::uint64_t end,
              std::size_t block_bytes = std::size_t{1} << 20);

  void Rewind(Index input_dim) override;
  /// Throws as ParseLibsvm does; a fault names the line of the file.
  std::optional<LabelledRows> Next() override;

 private:
  // Appends at most block_bytes_ of the file from `at` on; true where that was its end.
  bool Append(std::uint64_t at, std::string& text);
  std::uint64_t FirstLine();
  LabelledRows Parse(const std::string& text);

  std::string path_;
  std::uint64_t begin_, end_;
  std::size_t block_bytes_;
  std::ifstream file_;
  std::uint64_t first_ = 0, at_ = 0;  // where the first line begins, where the next block does
  Index input_dim_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_LIBSVM_RANGE_H_
