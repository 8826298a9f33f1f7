#ifndef MERCER_CORE_DISTRIBUTED_ROWS_FILE_RANGES_H_
#define MERCER_CORE_DISTRIBUTED_ROWS_FILE_RANGES_H_

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "core/data/formats/npy_reader.h"
#include "core/distributed/rows/row_stream.h"

namespace mercer {

/// The lines of a LIBSVM text that begin in its bytes [begin, end); the last one is read to its
/// end. If ranges partition the file, each line is in exactly one of them. The file may begin with
/// a byte order mark. A block is about `block_bytes` of text.
class LibsvmRange : public RowStream {
 public:
  /// Throws InvalidInput if the file cannot be read.
  LibsvmRange(std::string path, std::uint64_t begin, std::uint64_t end,
              std::size_t block_bytes = std::size_t{1} << 20);

  void Rewind(Index input_dim) override;
  /// Throws as ParseLibsvm does; errors name the line of the file.
  std::optional<LabelledRows> Next() override;

 private:
  // Appends at most block_bytes_ of the file from position `at`; returns whether that reached its
  // end.
  bool Append(std::uint64_t at, std::string& text);
  std::uint64_t FirstLine();
  LabelledRows Parse(std::string_view text);

  std::string path_;
  std::uint64_t begin_, end_;
  std::size_t block_bytes_;
  std::ifstream file_;
  std::uint64_t first_ = 0, at_ = 0;  // where the first line and the next block begin
  Index input_dim_ = 0;
};

/// The rows of an n × d .npy matrix in C order that begin in bytes [begin, end) of the file. Their
/// labels are in <path>.labels, text with one number per line, as `mercer transform` writes.
class NpyRange : public RowStream {
 public:
  /// Reads the header and, if first_label is not given, the labels of the rows before the range.
  /// Throws InvalidInput, naming the file.
  NpyRange(std::string path, std::uint64_t begin, std::uint64_t end,
           std::optional<std::streamoff> first_label = {});

  /// The byte at which the label of the first row begins; -1 if there are too few labels.
  std::streamoff first_label() const { return first_label_; }

  void Rewind(Index input_dim) override;
  /// Throws InvalidInput if a value is not finite, a label is invalid or missing, there are more
  /// labels than rows, or the file does not have the requested number of columns.
  std::optional<LabelledRows> Next() override;

 private:
  double NextLabel();

  std::string path_;
  std::ifstream rows_, labels_;
  NpyHead head_{};
  Index n_ = 0, d_ = 0, first_ = 0, last_ = 0, at_ = 0;  // rows
  std::streamoff first_label_ = 0;
  Index input_dim_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_ROWS_FILE_RANGES_H_
