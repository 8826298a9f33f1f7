#include "core/data/formats/libsvm_blocks.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"

namespace mercer {

LibsvmBlocks::LibsvmBlocks(std::string path, Index input_dim, std::size_t block_bytes)
    : path_(std::move(path)), input_dim_(input_dim), block_bytes_(block_bytes), file_(path_) {
  MERCER_CHECK(block_bytes >= 1);
}

std::optional<LabelledRows> LibsvmBlocks::Next() {
  std::string text = std::move(rest_);
  rest_.clear();
  std::size_t cut = std::string::npos;
  // A line longer than a block is read to its end.
  while (!ended_ && cut == std::string::npos) {
    const std::size_t before = text.size();
    text.resize(before + block_bytes_);
    const std::size_t read = file_.Read(text.data() + before, block_bytes_);
    text.resize(before + read);
    ended_ = read < block_bytes_;
    if (!ended_) cut = text.rfind('\n');
  }
  if (text.empty()) return std::nullopt;
  if (cut != std::string::npos) {
    rest_ = text.substr(cut + 1);
    text.resize(cut + 1);
  }
  LibsvmReadOptions options;
  options.input_dim = input_dim_;
  options.lines_before = lines_;
  options.may_be_empty = true;
  LabelledRows rows = ParseLibsvm(text, path_, options);
  lines_ += std::count(text.begin(), text.end(), '\n');
  return rows;
}

}  // namespace mercer
