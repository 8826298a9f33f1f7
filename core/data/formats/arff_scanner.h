#ifndef MERCER_CORE_DATA_FORMATS_ARFF_SCANNER_H_
#define MERCER_CORE_DATA_FORMATS_ARFF_SCANNER_H_

#include <deque>
#include <string>
#include <string_view>

namespace mercer {

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

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_ARFF_SCANNER_H_
