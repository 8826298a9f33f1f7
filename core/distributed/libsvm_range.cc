#include "core/distributed/libsvm_range.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/data/formats/libsvm_reader.h"

namespace mercer {

LibsvmRange::LibsvmRange(std::string path, std::uint64_t begin, std::uint64_t end,
                         std::size_t block_bytes)
    : path_(std::move(path)),
      begin_(begin),
      end_(end),
      block_bytes_(block_bytes),
      file_(path_, std::ios::binary) {
  MERCER_CHECK(begin <= end && block_bytes >= 1);
  if (!file_) throw InvalidInput(path_ + " cannot be read; expected a file in the LIBSVM format");
  at_ = first_ = FirstLine();
}

void LibsvmRange::Rewind(Index input_dim) {
  at_ = first_;
  input_dim_ = input_dim;
}

bool LibsvmRange::Append(std::uint64_t at, std::string& text) {
  const std::size_t before = text.size();
  text.resize(before + block_bytes_);
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(at));
  file_.read(text.data() + before, static_cast<std::streamsize>(block_bytes_));
  if (file_.bad()) throw InvalidInput(path_ + " cannot be read on at byte " + std::to_string(at));
  const auto read = static_cast<std::size_t>(std::max<std::streamsize>(file_.gcount(), 0));
  text.resize(before + read);
  return read < block_bytes_;
}

std::uint64_t LibsvmRange::FirstLine() {
  if (begin_ == 0) return 0;
  // The line that holds the byte before belongs to the range before.
  std::uint64_t at = begin_ - 1;
  for (bool ended = false; !ended && at < end_;) {
    std::string text;
    ended = Append(at, text);
    const std::size_t newline = text.find('\n');
    if (newline != std::string::npos) return at + newline + 1;
    at += text.size();
  }
  return end_;
}

std::optional<LabelledRows> LibsvmRange::Next() {
  if (at_ >= end_) return std::nullopt;
  std::string text;
  std::size_t cut = std::string::npos;
  // A line longer than a block is read to its end.
  for (bool ended = false; !ended && cut == std::string::npos;) {
    ended = Append(at_ + text.size(), text);
    const std::uint64_t left = end_ - at_;
    cut = text.size() < left ? text.rfind('\n') : text.find('\n', left - 1);
  }
  if (cut != std::string::npos) text.resize(cut + 1);
  if (text.empty()) {
    throw InvalidInput(path_ + " ends at byte " + std::to_string(at_) + "; expected " +
                       std::to_string(end_) + " bytes, as when it was opened");
  }
  LabelledRows rows = Parse(text);
  at_ += text.size();
  return rows;
}

LabelledRows LibsvmRange::Parse(const std::string& text) {
  LibsvmReadOptions options;
  options.input_dim = input_dim_;
  options.may_be_empty = true;
  try {
    return ParseLibsvm(text, path_, options);
  } catch (const InvalidInput&) {
    // Lines before the range are counted only now that one has to be named.
    for (std::uint64_t at = 0; at < at_;) {
      std::string before;
      Append(at, before);
      if (before.empty()) break;
      before.resize(static_cast<std::size_t>(std::min<std::uint64_t>(before.size(), at_ - at)));
      options.lines_before += std::count(before.begin(), before.end(), '\n');
      at += before.size();
    }
    return ParseLibsvm(text, path_, options);
  }
}

}  // namespace mercer
