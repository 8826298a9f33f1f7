#include "core/data/libsvm_blocks.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "core/base/error.h"
#include "core/data/decompress.h"

namespace mercer {

LibsvmBlocks::LibsvmBlocks(std::string path, Index input_dim, std::size_t block_bytes)
    : path_(std::move(path)), input_dim_(input_dim), block_bytes_(block_bytes) {
  MERCER_CHECK(block_bytes >= 1);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path_, error))
    throw InvalidInput("'" + path_ + "' is no file; expected a file in the LIBSVM format");
  file_.open(path_, std::ios::binary);
  std::array<char, 8> head{};
  file_.read(head.data(), head.size());
  if (!file_.is_open() || file_.bad()) throw InvalidInput("'" + path_ + "' cannot be read");
  if (IsPacked({head.data(), static_cast<std::size_t>(file_.gcount())}))
    throw InvalidInput("'" + path_ + "' is packed; expected the unpacked file, which is streamed");
  file_.clear();
  file_.seekg(0);
  size_ = static_cast<double>(std::filesystem::file_size(path_, error));
}

std::optional<LabelledRows> LibsvmBlocks::Next() {
  std::string text = std::move(rest_);
  rest_.clear();
  std::size_t cut = std::string::npos;
  // A line longer than a block is read to its end.
  while (file_ && cut == std::string::npos) {
    const std::size_t before = text.size();
    text.resize(before + block_bytes_);
    file_.read(text.data() + before, static_cast<std::streamsize>(block_bytes_));
    text.resize(before + static_cast<std::size_t>(file_.gcount()));
    bytes_ += static_cast<double>(file_.gcount());
    if (file_) cut = text.rfind('\n');
  }
  if (file_.bad()) throw InvalidInput("'" + path_ + "' cannot be read to its end");
  if (text.empty()) return std::nullopt;
  if (cut != std::string::npos) {
    rest_ = text.substr(cut + 1);
    text.resize(cut + 1);
  }
  LibsvmOptions options;
  options.input_dim = input_dim_;
  options.lines_before = lines_;
  options.may_be_empty = true;
  LabelledRows rows = ParseLibsvm(text, path_, options);
  lines_ += std::count(text.begin(), text.end(), '\n');
  return rows;
}

double LibsvmBlocks::share() const { return size_ > 0 ? std::min(1.0, bytes_ / size_) : 1; }

}  // namespace mercer
