#include "core/data/formats/arff_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/text_fault.h"
#include "core/data/text_marks.h"

namespace mercer {
namespace {

/// The tokens of ARFF text, line by line: words, quoted words, and the marks , { }.
class ArffScanner {
 public:
  struct Token {
    enum class Kind { kWord, kMark, kEnd };  // kEnd: of the line
    Kind kind = Kind::kEnd;
    std::string_view text{};  // unescaped
    std::size_t offset = 0;
    bool quoted = false;
    bool Is(char mark) const { return kind == Kind::kMark && text[0] == mark; }
  };

  /// Text and path must outlive it.
  ArffScanner(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  /// Goes to the next line that is neither blank nor a comment; false at the end.
  bool NextLine();

  /// The next token of the line; its text stays until NextLine. Throws InvalidInput for a quote
  /// that is not closed on its line.
  Token Next();

  /// Throws InvalidInput for the token.
  [[noreturn]] void Fail(const Token& token, const std::string& expected) const;

  std::string_view rest() const { return text_.substr(at_); }

 private:
  Token Quoted(char quote);

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;    // next byte
  std::size_t next_ = 0;  // where the next line begins
  std::size_t end_ = 0;   // of the line
  std::deque<std::string> unescaped_;
};

bool IsMark(char c) { return c == ',' || c == '{' || c == '}'; }

bool ArffScanner::NextLine() {
  unescaped_.clear();
  while (next_ < text_.size()) {
    at_ = next_;
    end_ = std::min(text_.find('\n', at_), text_.size());
    next_ = end_ + 1;
    while (at_ < end_ && IsBlank(text_[at_])) ++at_;
    if (at_ < end_ && text_[at_] != '%') return true;
  }
  at_ = end_ = text_.size();
  return false;
}

void ArffScanner::Fail(const Token& token, const std::string& expected) const {
  const bool ended = token.kind == Token::Kind::kEnd;
  ThrowAt(path_, text_, token.offset,
          "expected " + expected + ", got " +
              (ended ? "the end of the line" : mercer::Quoted(token.text)));
}

ArffScanner::Token ArffScanner::Quoted(char quote) {
  const std::size_t open = at_++;
  const std::size_t begin = at_;
  bool escaped = false;
  while (at_ < end_ && text_[at_] != quote) {
    escaped = escaped || text_[at_] == '\\';
    at_ += text_[at_] == '\\' && at_ + 1 < end_ ? 2 : 1;
  }
  if (at_ >= end_)
    ThrowAt(path_, text_, open, "expected a quote that ends this name on its line, got none");
  std::string_view name = text_.substr(begin, at_++ - begin);
  if (escaped) {
    std::string& copy = unescaped_.emplace_back();
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name[i] == '\\' && i + 1 < name.size()) ++i;
      copy += name[i];
    }
    name = copy;
  }
  return {Token::Kind::kWord, name, begin, true};
}

ArffScanner::Token ArffScanner::Next() {
  while (at_ < end_ && IsBlank(text_[at_])) ++at_;
  if (at_ >= end_ || text_[at_] == '%') return {Token::Kind::kEnd, {}, std::min(at_, end_), false};
  const char first = text_[at_];
  if (first == '\'' || first == '"') return Quoted(first);
  const std::size_t begin = at_++;
  if (IsMark(first)) return {Token::Kind::kMark, text_.substr(begin, 1), begin, false};
  while (at_ < end_ && !IsBlank(text_[at_]) && !IsMark(text_[at_])) ++at_;
  return {Token::Kind::kWord, text_.substr(begin, at_ - begin), begin, false};
}

using Token = ArffScanner::Token;
using Kind = TextColumn::Kind;

std::string Lower(std::string_view word) {
  std::string lower;
  for (const char c : word) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

class ArffParser {
 public:
  ArffParser(std::string_view text, const std::string& path, const ArffOptions& options)
      : text_(text), path_(path), options_(options), scanner_(text, path) {}

  DataTable Parse() {
    ReadHeader();
    TextTable::Layout layout{columns_, FindLabel(), options_.missing, false};
    const std::string_view rows = scanner_.rest();
    layout.sparse = rows.find('{') != rows.npos;
    const std::size_t count = columns_.size();
    if (!there_) throw InvalidInput(path_ + " holds no rows; expected at least one");
    TextTable table(text_, path_, std::move(layout),
                    std::min<Index>(std::count(rows.begin(), rows.end(), '\n') + 1,
                                    static_cast<Index>(rows.size() / count) + 1));
    for (; there_; there_ = scanner_.NextLine()) {
      const Token first = scanner_.Next();
      if (first.Is('{')) {
        ReadSparse(&table);
      } else {
        ReadDense(first, &table);
      }
      table.EndRow();
    }
    return table.Finish();
  }

 private:
  // Leaves the scanner at the first row.
  void ReadHeader() {
    while (scanner_.NextLine()) {
      const Token token = scanner_.Next();
      const std::string keyword = Lower(token.text);
      if (keyword == "@attribute") {
        ReadAttribute();
      } else if (keyword == "@data") {
        if (columns_.empty()) scanner_.Fail(token, "an @attribute before it");
        there_ = scanner_.NextLine();
        return;
      } else if (keyword != "@relation") {
        scanner_.Fail(token, "@relation, @attribute or @data");
      }
    }
    throw InvalidInput(path_ + " has no line @data; expected an ARFF file");
  }

  void ReadAttribute() {
    const Token name = scanner_.Next();
    if (name.kind != Token::Kind::kWord) scanner_.Fail(name, "the attribute's name");
    TextColumn column{{std::string(name.text)}};
    if (!names_.insert(column.column.name).second)
      scanner_.Fail(name, "a name that no attribute before it has");
    const Token type = scanner_.Next();
    const std::string word = Lower(type.text);
    if (Has(options_.ignore, column.column.name)) {
      column.kind = Kind::kIgnored;
    } else if (type.Is('{')) {
      column.kind = Kind::kListed;
      ReadNames(&column.column.values);
    } else if (word == "numeric" || word == "real" || word == "integer") {
      column.kind = Kind::kNumbers;
      ExpectEnd();
    } else {
      scanner_.Fail(type, "numeric, real, integer or {names} as the type of " + column.column.name +
                              " (others can only be ignored)");
    }
    columns_.push_back(std::move(column));
  }

  void ReadNames(std::vector<std::string>* names) {
    std::set<std::string_view> seen;
    while (true) {
      const Token name = scanner_.Next();
      if (name.kind != Token::Kind::kWord) scanner_.Fail(name, "a name of the list");
      if (!seen.insert(name.text).second) scanner_.Fail(name, "a name that the list has not yet");
      names->emplace_back(name.text);
      const Token mark = scanner_.Next();
      if (mark.Is('}')) break;
      if (!mark.Is(',')) scanner_.Fail(mark, "',' or '}'");
    }
    ExpectEnd();
  }

  void ExpectEnd() {
    const Token token = scanner_.Next();
    if (token.kind != Token::Kind::kEnd) scanner_.Fail(token, "the end of the line");
  }

  static bool Has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  std::size_t FindLabel() const {
    std::vector<std::string> known;
    for (const TextColumn& column : columns_) known.push_back(column.column.name);
    for (const std::string& name : options_.ignore)
      if (!Has(known, name))
        throw InvalidInput(path_ + ": " + UnknownName("attribute", name, known));
    std::size_t label = columns_.size() - 1;
    if (options_.label.kind == LabelColumn::Kind::kNone) return TextTable::kNoLabel;
    if (options_.label.kind == LabelColumn::Kind::kFirst) label = 0;
    if (options_.label.kind == LabelColumn::Kind::kNumber)
      label = static_cast<std::size_t>(options_.label.number) - 1;
    if (options_.label.kind == LabelColumn::Kind::kName) {
      label = static_cast<std::size_t>(std::find(known.begin(), known.end(), options_.label.name) -
                                       known.begin());
    }
    if (label >= columns_.size()) {
      const bool by_name = options_.label.kind == LabelColumn::Kind::kName;
      throw InvalidInput(path_ + ": " +
                         UnknownName("label attribute",
                                     by_name ? options_.label.name : std::to_string(label + 1),
                                     known));
    }
    if (columns_[label].kind == Kind::kIgnored)
      throw InvalidInput(path_ + ": the label's attribute is ignored; expected another one");
    return label;
  }

  void Put(std::size_t column, const Token& value, TextTable* table) {
    if (value.kind != Token::Kind::kWord)
      scanner_.Fail(value, "a value as " + columns_[column].column.name);
    table->Put(column, value.text, value.offset, value.text == "?" && !value.quoted);
  }

  void ReadDense(Token value, TextTable* table) {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      if (j > 0) value = scanner_.Next();
      Put(j, value, table);
      const Token mark = scanner_.Next();
      const bool last = j + 1 == columns_.size();
      if (last ? mark.kind != Token::Kind::kEnd : !mark.Is(','))
        scanner_.Fail(mark, last ? "the end of the line after " + std::to_string(j + 1) + " values"
                                 : "',' and " + std::to_string(columns_.size()) + " values");
    }
  }

  void ReadSparse(TextTable* table) {
    Token token = scanner_.Next();
    std::size_t next = 0;  // the least position that may come
    while (!token.Is('}')) {
      std::size_t position = 0;
      const char* const last = token.text.data() + token.text.size();
      const auto [end, error] = std::from_chars(token.text.data(), last, position);
      if (token.kind != Token::Kind::kWord || error != std::errc() || end != last ||
          position < next || position >= columns_.size()) {
        scanner_.Fail(token, "a position from " + std::to_string(next) + " to " +
                                 std::to_string(columns_.size() - 1));
      }
      next = position + 1;
      Put(position, scanner_.Next(), table);
      token = scanner_.Next();
      if (token.Is(',')) {
        token = scanner_.Next();
      } else if (!token.Is('}')) {
        scanner_.Fail(token, "',' or '}'");
      }
    }
    ExpectEnd();
  }

  std::string_view text_;
  const std::string& path_;
  const ArffOptions& options_;
  ArffScanner scanner_;
  bool there_ = false;  // a row
  std::vector<TextColumn> columns_;
  std::set<std::string> names_;
};

}  // namespace

DataTable ParseArff(std::string_view text, const std::string& path, const ArffOptions& options) {
  return ArffParser(text, path, options).Parse();
}

DataFormat ArffFormat() {
  DataFormat format;
  format.name = "arff";
  format.summary = "Weka's ARFF: numbers and names, dense or sparse rows";
  format.params = {LabelParam(), IgnoreParam(), MissingParam()};
  format.roles = {{"rows", "the rows with their labels"}};
  format.extensions = {".arff"};
  format.is_text = true;
  format.has_categories = true;
  format.read = [](const std::vector<DataFile>& files, const Params& params, Index) {
    return ParseArff(files[0].bytes, files[0].path,
                     {LabelColumnOf(params), TextList(params, "ignore"), MissingRuleOf(params)});
  };
  return format;
}

}  // namespace mercer
