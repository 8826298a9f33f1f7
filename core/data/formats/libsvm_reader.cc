#include "core/data/formats/libsvm_reader.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/decompress.h"
#include "core/data/formats/text_fault.h"
#include "core/data/text_marks.h"

namespace mercer {
namespace {

// What a text will come to where nothing is wrong with it. Only `rows` is right for any text.
struct Outline {
  Index rows = 0;         // lines that hold more than blanks and a comment
  Index columns = 0;      // the largest index that a line ends in
  std::size_t pairs = 0;  // at least those there are, damaged text or not
};

std::string_view WithoutComment(std::string_view line) { return line.substr(0, line.find('#')); }

// The index of the last pair of a line; 0 where there is none, at most kMaxLibsvmIndex.
Index LastIndex(std::string_view line) {
  std::size_t begin = std::min(line.rfind(':'), line.size());
  const std::string_view before = line.substr(0, begin == line.size() ? 0 : begin);
  begin = before.size();
  while (begin > 0 && before[begin - 1] >= '0' && before[begin - 1] <= '9') --begin;
  Index index = 0;
  const auto [end, error] =
      std::from_chars(before.data() + begin, before.data() + before.size(), index);
  return error == std::errc::result_out_of_range ? kMaxLibsvmIndex
                                                 : std::min(index, kMaxLibsvmIndex);
}

// Indices that count from 0 are raised by `shift` = 1.
Outline OutlineOf(std::string_view text, Index shift) {
  Outline outline;
  // A pair takes four bytes at least (" 1:1"), so a file of colons cannot ask for more.
  const auto colons = static_cast<std::size_t>(std::count(text.begin(), text.end(), ':'));
  outline.pairs = std::min(colons, text.size() / 4 + 1);
  const bool commented = text.find('#') != std::string_view::npos;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t newline = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, newline - at);
    at = newline + 1;
    if (commented) line = WithoutComment(line);
    if (std::all_of(line.begin(), line.end(), IsBlank)) continue;
    ++outline.rows;
    if (line.find(':') == line.npos) continue;
    outline.columns = std::max(outline.columns, std::min(LastIndex(line) + shift, kMaxLibsvmIndex));
  }
  return outline;
}

double DensityOf(std::size_t stored, Index n, Index d) {
  if (n == 0 || d == 0) return 0;
  return static_cast<double>(stored) / (static_cast<double>(n) * static_cast<double>(d));
}

// The rows being read, in the form that they will most likely have in the end.
class DenseRows {
 public:
  DenseRows(Index n, Index d) : x_(n, d), next_(x_.data()) {}

  void BeginRow() {
    row_ = next_;
    next_ += x_.cols();
    std::fill(row_, next_, 0.0);
  }
  void Add(Index column, double value) {
    // Beyond the row is only what damaged text holds before its fault.
    if (column < x_.cols()) row_[column] = value;
    ++stored_;
  }
  void EndRow() {}

  std::size_t stored() const { return stored_; }
  Matrix Take() { return std::move(x_); }

 private:
  Matrix x_;
  double* row_ = nullptr;
  double* next_;
  std::size_t stored_ = 0;
};

class SparseRows {
 public:
  SparseRows(Index n, Index d, std::size_t pairs) : x_(n, d) {
    // Pages that no value comes to are never touched.
    x_.resizeNonZeros(static_cast<Index>(pairs));
    row_end_ = x_.outerIndexPtr();
    *row_end_ = 0;
  }

  void BeginRow() {}
  void Add(Index column, double value) {
    x_.valuePtr()[stored_] = value;
    x_.innerIndexPtr()[stored_] = column;
    ++stored_;
  }
  void EndRow() { *++row_end_ = stored_; }

  std::size_t stored() const { return static_cast<std::size_t>(stored_); }
  SparseMatrix Take() {
    x_.resizeNonZeros(stored_);
    return std::move(x_);
  }

 private:
  SparseMatrix x_;
  Index* row_end_;
  Index stored_ = 0;
};

class LibsvmParser {
 public:
  LibsvmParser(std::string_view text, const std::string& path, const LibsvmReadOptions& options)
      : text_(text),
        path_(path),
        lines_before_(options.lines_before),
        shift_(1 - options.index_base),
        limit_(options.input_dim == 0 ? kMaxLibsvmIndex
                                      : std::min(options.input_dim, kMaxLibsvmIndex)) {}

  // Reads the whole text into rows of the size outlined; y takes a label for each.
  template <class Rows>
  void ParseAll(Rows* rows, double* y) {
    const bool commented = text_.find('#') != std::string_view::npos;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t newline = std::min(text_.find('\n', at), text_.size());
      std::string_view line = text_.substr(at, newline - at);
      at = newline + 1;
      if (commented) line = WithoutComment(line);
      if (ParseLine(line, rows, y)) ++y;
    }
  }

  Index largest() const { return largest_; }

 private:
  // Takes the next token off the line; empty at its end.
  static std::string_view NextToken(const char** at, const char* end) {
    while (*at < end && IsBlank(**at)) ++*at;
    const char* const begin = *at;
    while (*at < end && !IsBlank(**at)) ++*at;
    return {begin, static_cast<std::size_t>(*at - begin)};
  }

  [[noreturn]] void Fail(std::string_view token, const std::string& expected) const {
    ThrowAt(path_, text_, static_cast<std::size_t>(token.data() - text_.data()),
            "expected " + expected + ", got " + Quoted(token), lines_before_);
  }

  // False where the line holds no row.
  template <class Rows>
  bool ParseLine(std::string_view line, Rows* rows, double* y) {
    const char* at = line.data();
    const char* const end = at + line.size();
    const std::string_view label = NextToken(&at, end);
    if (label.empty()) return false;
    if (!ParseNumber(label, y)) Fail(label, "a finite number as label");
    rows->BeginRow();
    Index previous = 0;
    SkipQueryId(&at, end);
    for (;;) {
      double value = 0;
      if (!TakeShortPair(&at, end, &previous, &value)) {
        const std::string_view token = NextToken(&at, end);
        if (token.empty()) break;
        previous = ParsePair(token, previous, &value);
      }
      if (value != 0) rows->Add(previous - 1, value);
    }
    largest_ = std::max(largest_, previous);
    rows->EndRow();
    return true;
  }

  // svmlight's ranking: which rows are compared. No learner here asks.
  void SkipQueryId(const char** at, const char* end) const {
    while (*at < end && IsBlank(**at)) ++*at;
    if (*at == end || **at != 'q') return;
    const char* next = *at;
    const std::string_view token = NextToken(&next, end);
    if (!token.starts_with("qid:")) return;
    const char* const last = token.data() + token.size();
    std::int64_t id = 0;
    const auto [stop, error] = std::from_chars(token.data() + 4, last, id);
    if (error != std::errc() || stop != last) Fail(token, "a whole number behind qid:");
    *at = next;
  }

  // Takes a pair of the usual form, whose value is a short decimal, in one pass over its bytes.
  // False, with nothing taken, for anything else: ParsePair reads it or says what is wrong.
  bool TakeShortPair(const char** at, const char* end, Index* index, double* value) const {
    const char* p = *at;
    while (p < end && IsBlank(*p)) ++p;
    const char* const first = p;
    Index read = 0;
    for (unsigned digit; p < end && (digit = static_cast<unsigned>(*p - '0')) < 10; ++p)
      read = static_cast<Index>(10 * static_cast<std::uint64_t>(read) + digit);
    constexpr std::ptrdiff_t kMostDigits = 10;  // of the largest index
    if (p == first || p == end || *p != ':' || p - first > kMostDigits) return false;
    read += shift_;
    if (read <= *index || read > limit_) return false;
    p = ReadShortDecimal(p + 1, end, value);
    if (p == nullptr || (p < end && !IsBlank(*p))) return false;
    *index = read;
    *at = p;
    return true;
  }

  Index ParsePair(std::string_view token, Index previous, double* value) const {
    const char* const last = token.data() + token.size();
    Index index = 0;
    const auto [end, error] = std::from_chars(token.data(), last, index);
    if (end == token.data() || end == last || *end != ':')
      Fail(token, "index:value with a whole number as index");
    if (error != std::errc() || index > limit_ - shift_)
      Fail(token, "an index of at most " + std::to_string(limit_ - shift_));
    index += shift_;
    if (index == 0 && shift_ == 0)
      Fail(token,
           "an index of at least 1 (indices count from 1; of a file that counts from 0 say "
           "\"index_base\": 0)");
    if (index < 1) Fail(token, "an index of at least " + std::to_string(1 - shift_));
    if (index <= previous)
      Fail(token, "an index above " + std::to_string(previous - shift_) + ", the one before it");
    const std::string_view number(end + 1, static_cast<std::size_t>(last - end - 1));
    if (!ParseNumber(number, value))
      Fail(number, "a finite number as value of index " + std::to_string(index - shift_));
    return index;
  }

  std::string_view text_;
  const std::string& path_;
  std::int64_t lines_before_;
  Index shift_;        // from an index as written to one that counts from 1
  Index limit_;        // largest index allowed, counted from 1
  Index largest_ = 0;  // largest index named, counted from 1
};

}  // namespace

LabelledRows ParseLibsvm(std::string_view text, const std::string& path,
                         const LibsvmReadOptions& options) {
  MERCER_CHECK(options.input_dim >= 0 && (options.index_base == 0 || options.index_base == 1));
  const Outline outline = OutlineOf(text, 1 - options.index_base);
  const Index n = outline.rows;
  const Index d = options.input_dim == 0 ? outline.columns : options.input_dim;
  const auto is_dense = [&](std::size_t stored) {
    return options.storage == Storage::kDense || (options.storage == Storage::kByDensity &&
                                                  DensityOf(stored, n, d) >= kSparseBelowDensity);
  };
  LibsvmParser parser(text, path, options);
  LabelledRows rows;
  rows.y.resize(n);
  if (is_dense(outline.pairs) && !TooLargeForDense(n, d)) {
    DenseRows dense(n, d);
    parser.ParseAll(&dense, rows.y.data());
    rows.x = dense.Take();
    // Zeros that the text names may have made it look dense.
    if (!is_dense(dense.stored())) rows.x = ToSparse(rows.x);
  } else {
    SparseRows sparse(n, d, outline.pairs);
    parser.ParseAll(&sparse, rows.y.data());
    if (is_dense(sparse.stored())) {
      throw InvalidInput(path + ": " + std::to_string(n) + " rows of dimension " +
                         std::to_string(d) + " are too many for a dense matrix; expected at most " +
                         std::to_string(kMaxDenseValues) + " values");
    }
    rows.x = sparse.Take();
  }
  MERCER_CHECK(parser.largest() <= d);
  if (n == 0 && !options.may_be_empty)
    throw InvalidInput(path + " holds no rows; expected at least one");
  return rows;
}

LabelledRows ReadLibsvm(const std::string& path, const LibsvmReadOptions& options) {
  const std::string text = ReadDataFile(path);
  return ParseLibsvm(WithoutByteOrderMark(text), path, options);
}

LibsvmBlocks::LibsvmBlocks(std::string path, Index input_dim, std::size_t block_bytes,
                           Index index_base)
    : path_(std::move(path)),
      input_dim_(input_dim),
      block_bytes_(block_bytes),
      index_base_(index_base),
      file_(path_) {
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
  options.index_base = index_base_;
  const bool is_first = lines_ == 0;
  LabelledRows rows = ParseLibsvm(is_first ? WithoutByteOrderMark(text) : text, path_, options);
  lines_ += std::count(text.begin(), text.end(), '\n');
  return rows;
}

DataFormat LibsvmFormat() {
  DataFormat format;
  format.name = "libsvm";
  format.summary =
      "LIBSVM and svmlight text: label index:value …, indices from 1, qid and comments left out";
  format.params = {{.name = "index_base",
                    .kind = ParamKind::kInteger,
                    .help = "the index of the first column, 0 or 1; absent: 1",
                    .optional = true,
                    .absence = 1,
                    .min = 0,
                    .max = 1}};
  format.roles = {{"rows", "labels and values"}};
  format.extensions = {".libsvm", ".svm", ".svmlight"};
  format.is_text = true;
  format.leaves_out_zeros = true;
  format.read = [](const std::vector<DataFile>& files, const Params& params, Index input_dim) {
    LibsvmReadOptions options{.input_dim = input_dim};
    if (const ParamValue* base = params.Find("index_base")) options.index_base = base->AsInteger();
    LabelledRows rows = ParseLibsvm(files[0].bytes, files[0].path, options);
    DataTable table;
    table.x = std::move(rows.x);
    table.y = std::move(rows.y);
    return table;
  };
  return format;
}

}  // namespace mercer
