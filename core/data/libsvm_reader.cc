#include "core/data/libsvm_reader.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/base/error.h"
#include "core/data/decompress.h"
#include "core/data/text_fault.h"

namespace mercer {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class LibsvmParser {
 public:
  LibsvmParser(std::string_view text, const std::string& path, const LibsvmOptions& options)
      : text_(text),
        path_(path),
        lines_before_(options.lines_before),
        limit_(options.input_dim == 0 ? kMaxLibsvmIndex
                                      : std::min(options.input_dim, kMaxLibsvmIndex)) {
    // A pair takes four bytes at least (" 1:1"), so a file of colons cannot ask for more.
    const auto colons = static_cast<std::size_t>(std::count(text.begin(), text.end(), ':'));
    values_.reserve(std::min(colons, text.size() / 4 + 1));
    columns_.reserve(values_.capacity());
  }

  void ParseAll() {
    while (at_ < text_.size()) {
      const std::size_t newline = std::min(text_.find('\n', at_), text_.size());
      // Only within the line: a search through the whole rest would be quadratic.
      end_ = at_ + std::min(text_.substr(at_, newline - at_).find('#'), newline - at_);
      ParseLine();
      at_ = newline + 1;
    }
  }

  LabelledRows Build(Index input_dim, Storage storage) const {
    const Index n = static_cast<Index>(labels_.size());
    const Index d = input_dim == 0 ? largest_ : input_dim;
    const auto stored = static_cast<double>(values_.size());
    const double density =
        n == 0 || d == 0 ? 0 : stored / (static_cast<double>(n) * static_cast<double>(d));
    if (storage == Storage::kByDensity)
      storage = density < kSparseBelowDensity ? Storage::kSparse : Storage::kDense;
    LabelledRows rows;
    rows.y = Eigen::Map<const Vector>(labels_.data(), n);
    if (storage == Storage::kSparse) {
      rows.x = BuildSparse(n, d);
    } else if (TooLargeForDense(n, d)) {
      throw InvalidInput(path_ + ": " + std::to_string(n) + " rows of dimension " +
                         std::to_string(d) + " are too many for a dense matrix; expected at most " +
                         std::to_string(kMaxDenseValues) + " values");
    } else {
      rows.x = BuildDense(n, d);
    }
    return rows;
  }

  bool empty() const { return labels_.empty(); }

 private:
  std::string_view NextToken() {
    while (at_ < end_ && IsBlank(text_[at_])) ++at_;
    const std::size_t begin = at_;
    while (at_ < end_ && !IsBlank(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  [[noreturn]] void Fail(std::string_view token, const std::string& expected) const {
    ThrowAt(path_, text_, static_cast<std::size_t>(token.data() - text_.data()),
            "expected " + expected + ", got " + Quoted(token), lines_before_);
  }

  void ParseLine() {
    const std::string_view label = NextToken();
    if (label.empty()) return;
    double y = 0;
    if (!ParseNumber(label, &y)) Fail(label, "a finite number as label");
    labels_.push_back(y);
    Index previous = 0;
    std::string_view token = NextToken();
    if (token.starts_with("qid:")) {
      CheckQueryId(token);
      token = NextToken();
    }
    for (; !token.empty(); token = NextToken()) previous = ParsePair(token, previous);
    largest_ = std::max(largest_, previous);
    row_ends_.push_back(static_cast<Index>(values_.size()));
  }

  // svmlight's ranking: which rows are compared. No learner here asks.
  void CheckQueryId(std::string_view token) const {
    const char* const last = token.data() + token.size();
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(token.data() + 4, last, id);
    if (error != std::errc() || end != last) Fail(token, "a whole number behind qid:");
  }

  Index ParsePair(std::string_view token, Index previous) {
    const char* const last = token.data() + token.size();
    Index index = 0;
    const auto [end, error] = std::from_chars(token.data(), last, index);
    if (end == token.data() || end == last || *end != ':')
      Fail(token, "index:value with a whole number as index");
    if (error != std::errc() || index > limit_)
      Fail(token, "an index of at most " + std::to_string(limit_));
    if (index < 1) Fail(token, "an index of at least 1");
    if (index <= previous)
      Fail(token, "an index above " + std::to_string(previous) + ", the one before it");
    const std::string_view number(end + 1, static_cast<std::size_t>(last - end - 1));
    double value = 0;
    if (!ParseNumber(number, &value))
      Fail(number, "a finite number as value of index " + std::to_string(index));
    if (value != 0) {
      values_.push_back(value);
      columns_.push_back(static_cast<std::int32_t>(index - 1));
    }
    return index;
  }

  SparseMatrix BuildSparse(Index n, Index d) const {
    SparseMatrix x(n, d);
    x.resizeNonZeros(static_cast<Index>(values_.size()));
    std::copy(values_.begin(), values_.end(), x.valuePtr());
    std::copy(columns_.begin(), columns_.end(), x.innerIndexPtr());
    x.outerIndexPtr()[0] = 0;
    std::copy(row_ends_.begin(), row_ends_.end(), x.outerIndexPtr() + 1);
    return x;
  }

  Matrix BuildDense(Index n, Index d) const {
    Matrix x = Matrix::Zero(n, d);
    std::size_t k = 0;
    for (Index i = 0; i < n; ++i) {
      const auto row_end = static_cast<std::size_t>(row_ends_[static_cast<std::size_t>(i)]);
      for (; k < row_end; ++k) x(i, columns_[k]) = values_[k];
    }
    return x;
  }

  std::string_view text_;
  const std::string& path_;
  std::int64_t lines_before_;
  Index limit_;          // largest index allowed
  std::size_t at_ = 0;   // next byte
  std::size_t end_ = 0;  // end of the line without its comment
  Index largest_ = 0;    // largest index named
  std::vector<double> labels_;
  std::vector<Index> row_ends_;  // values up to and with row i
  std::vector<double> values_;
  std::vector<std::int32_t> columns_;
};

}  // namespace

LabelledRows ParseLibsvm(std::string_view text, const std::string& path,
                         const LibsvmOptions& options) {
  MERCER_CHECK(options.input_dim >= 0);
  LibsvmParser parser(text, path, options);
  parser.ParseAll();
  if (parser.empty() && !options.may_be_empty)
    throw InvalidInput(path + " holds no rows; expected at least one");
  return parser.Build(options.input_dim, options.storage);
}

LabelledRows ReadLibsvm(const std::string& path, const LibsvmOptions& options) {
  return ParseLibsvm(ReadDataFile(path), path, options);
}

}  // namespace mercer
