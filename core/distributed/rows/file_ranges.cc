#include "core/distributed/rows/file_ranges.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/data/formats/text_fault.h"
#include "core/data/text_marks.h"

namespace mercer {
namespace {

// A head is a few hundred bytes; its format allows 64 KiB in version 1.
constexpr std::size_t kMostHeadBytes = 65546;

constexpr Index kBlockBytes = Index{1} << 20;

}  // namespace

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
  LabelledRows rows = Parse(at_ == 0 ? WithoutByteOrderMark(text) : text);
  at_ += text.size();
  return rows;
}

LabelledRows LibsvmRange::Parse(std::string_view text) {
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

NpyRange::NpyRange(std::string path, std::uint64_t begin, std::uint64_t end,
                   std::optional<std::streamoff> first_label)
    : path_(std::move(path)), rows_(path_, std::ios::binary), labels_(path_ + ".labels") {
  if (!rows_) throw InvalidInput(path_ + " cannot be read; expected a .npy file");
  if (!labels_)
    throw InvalidInput(path_ + ".labels cannot be read; expected the labels of the rows of " +
                       path_);
  std::string head(kMostHeadBytes, '\0');
  rows_.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(rows_.gcount()));
  head_ = ReadNpyHead(head, path_, std::filesystem::file_size(path_));
  if (head_.shape.size() != 2 || head_.fortran_order)
    throw InvalidInput(path_ + " has " + std::to_string(head_.shape.size()) + " dimensions in " +
                       (head_.fortran_order ? "Fortran" : "C") +
                       " order; expected 2, rows and columns, in C order");
  n_ = head_.shape[0];
  d_ = head_.shape[1];
  // A row is of the range that its first byte lies in.
  const auto row_bytes = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(d_) * static_cast<std::uint64_t>(head_.type.bytes));
  const auto row_at = [&](std::uint64_t byte) {
    if (byte <= head_.bytes) return Index{0};
    return std::min(n_, static_cast<Index>((byte - head_.bytes + row_bytes - 1) / row_bytes));
  };
  first_ = row_at(begin);
  last_ = row_at(end);
  if (!first_label) {
    std::string line;
    for (Index i = 0; i < first_ && std::getline(labels_, line); ++i) {
    }
    first_label = labels_ ? static_cast<std::streamoff>(labels_.tellg()) : -1;
  }
  first_label_ = *first_label;
  Rewind(0);
}

void NpyRange::Rewind(Index input_dim) {
  at_ = first_;
  input_dim_ = input_dim;
  labels_.clear();
  if (first_label_ >= 0) labels_.seekg(first_label_);
}

double NpyRange::NextLabel() {
  std::string line;
  const bool found = first_label_ >= 0 && static_cast<bool>(std::getline(labels_, line));
  if (line.ends_with('\r')) line.pop_back();
  double label = 0;
  if (!found || !ParseNumber(line, &label)) {
    throw InvalidInput(path_ + ".labels, line " + std::to_string(at_ + 1) +
                       ": expected a finite number as label, got " +
                       (found ? Quoted(line) : "the end of the file"));
  }
  return label;
}

std::optional<LabelledRows> NpyRange::Next() {
  if (at_ == last_) return std::nullopt;
  if (input_dim_ > 0 && d_ != input_dim_) {
    throw InvalidInput(path_ + " has " + std::to_string(d_) + " columns; expected " +
                       std::to_string(input_dim_));
  }
  const Index row_bytes = d_ * head_.type.bytes;
  const Index count =
      std::min(last_ - at_, std::max<Index>(1, kBlockBytes / std::max<Index>(row_bytes, 1)));
  std::string bytes(static_cast<std::size_t>(count * row_bytes), '\0');
  rows_.clear();
  rows_.seekg(static_cast<std::streamoff>(head_.bytes) + at_ * row_bytes);
  if (!rows_.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
    throw InvalidInput(path_ + " cannot be read on at row " + std::to_string(at_));
  LabelledRows block;
  block.x = ReadElements(bytes, {head_.type, count, d_, d_, 1},
                         path_ + ", counted from row " + std::to_string(at_));
  block.y.resize(count);
  for (Index i = 0; i < count; ++i, ++at_) block.y[i] = NextLabel();
  std::string rest;
  if (at_ == n_ && std::getline(labels_, rest))
    throw InvalidInput(path_ + ".labels has more lines than " + path_ + " has rows; expected " +
                       std::to_string(n_));
  return block;
}

}  // namespace mercer
