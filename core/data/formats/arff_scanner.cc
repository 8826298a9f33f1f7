#include "core/data/formats/arff_scanner.h"

#include <algorithm>

#include "core/data/formats/text_fault.h"

namespace mercer {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool IsMark(char c) { return c == ',' || c == '{' || c == '}'; }

}  // namespace

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

}  // namespace mercer
