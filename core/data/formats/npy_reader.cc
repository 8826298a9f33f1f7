#include "core/data/formats/npy_reader.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/text_fault.h"

namespace mercer {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

// Reads the Python dictionary of the head: strings, True, False, and a tuple of whole numbers.
class HeadParser {
 public:
  HeadParser(std::string_view text, std::size_t before, const std::string& path)
      : text_(text), before_(before), path_(path) {}

  void Parse(std::string* descr, NpyHead* head) {
    bool has_descr = false, has_order = false, has_shape = false;
    Take('{');
    while (!Sees('}')) {
      const std::size_t at = at_;
      const std::string key = Text();
      Take(':');
      if (key == "descr" && !std::exchange(has_descr, true)) {
        *descr = Text();
      } else if (key == "fortran_order" && !std::exchange(has_order, true)) {
        head->fortran_order = Flag();
      } else if (key == "shape" && !std::exchange(has_shape, true)) {
        head->shape = Tuple();
      } else {
        at_ = at;
        Fail("descr, fortran_order and shape, each once");
      }
      if (!Sees('}')) Take(',');
    }
    Take('}');
    SkipBlanks();
    if (at_ != text_.size()) Fail("the end of the head");
    if (!has_descr || !has_order || !has_shape) Fail("descr, fortran_order and shape");
  }

 private:
  [[noreturn]] void Fail(const std::string& expected) const {
    throw InvalidInput(path_ + ", byte " + std::to_string(before_ + at_ + 1) + ": expected " +
                       expected + ", got " +
                       (at_ < text_.size() ? Quoted(text_.substr(at_, 20)) : "the head's end"));
  }

  void SkipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool Sees(char mark) {
    SkipBlanks();
    return at_ < text_.size() && text_[at_] == mark;
  }

  void Take(char mark) {
    if (!Sees(mark)) Fail(std::string("'") + mark + "'");
    ++at_;
  }

  std::string Text() {
    SkipBlanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    const std::size_t end = text_.find(quote, at_ + 1);
    if ((quote != '\'' && quote != '"') || end == text_.npos) Fail("text in quotes");
    const std::string text(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return text;
  }

  bool Flag() {
    SkipBlanks();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return value;
    }
    Fail("True or False");
  }

  std::vector<Index> Tuple() {
    std::vector<Index> sizes;
    Take('(');
    while (!Sees(')')) {
      Index size = -1;
      const char* const last = text_.data() + text_.size();
      const auto [end, error] = std::from_chars(text_.data() + at_, last, size);
      if (error != std::errc() || size < 0) Fail("a whole number >= 0");
      at_ = static_cast<std::size_t>(end - text_.data());
      sizes.push_back(size);
      if (!Sees(')')) Take(',');
    }
    Take(')');
    return sizes;
  }

  std::string_view text_;
  std::size_t before_;
  const std::string& path_;
  std::size_t at_ = 0;
};

ElementType TypeOf(const std::string& descr, const std::string& path) {
  using Kind = ElementType::Kind;
  if (descr.size() == 3 && std::string_view("<>|=").find(descr[0]) != std::string_view::npos) {
    const bool big = descr[0] == '>';
    const int bytes = descr[2] - '0';
    const bool whole = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    if (descr[1] == 'f' && (bytes == 4 || bytes == 8)) return {Kind::kReal, bytes, big};
    if (descr[1] == 'i' && whole) return {Kind::kSigned, bytes, big};
    if (descr[1] == 'u' && whole) return {Kind::kUnsigned, bytes, big};
    if (descr[1] == 'b' && bytes == 1) return {Kind::kBool, 1, false};
  }
  throw InvalidInput(path + ": the elements are " + Quoted(descr) +
                     "; expected f4, f8, i1 to i8, u1 to u8 or b1 behind < > or |");
}

// Where the dictionary lies: behind the magic, the version and its own length.
std::string_view HeadText(std::string_view bytes, const std::string& path, std::size_t* begin) {
  if (!bytes.starts_with(kMagic) || bytes.size() < 10) {
    throw InvalidInput(path + " is no .npy file; expected one that begins with \\x93NUMPY");
  }
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) {
    throw InvalidInput(path + ", byte 7: expected .npy format version 1, 2 or 3, got " +
                       std::to_string(version));
  }
  const int length_bytes = version == 1 ? 2 : 4;
  *begin = static_cast<std::size_t>(8 + length_bytes);
  const auto length =
      bytes.size() < *begin
          ? 0
          : static_cast<std::size_t>(
                ReadElement(bytes.data() + 8, {ElementType::Kind::kUnsigned, length_bytes, false}));
  if (bytes.size() < *begin + length) {
    throw InvalidInput(path + " has " + std::to_string(bytes.size()) +
                       " bytes; expected a head of " + std::to_string(*begin + length));
  }
  return bytes.substr(*begin, length);
}

// One number per line.
Vector ReadLines(const DataFile& file) {
  const std::string_view text = file.bytes;
  std::vector<double> labels;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    double label = 0;
    if (!ParseNumber(line, &label))
      ThrowAt(file.path, text, at, "expected a finite number as label, got " + Quoted(line));
    labels.push_back(label);
    at = end + 1;
  }
  return Eigen::Map<const Vector>(labels.data(), static_cast<Index>(labels.size()));
}

Vector ReadLabels(const DataFile& file, Index n, const std::string& rows_path) {
  Vector y;
  if (std::string_view(file.bytes).starts_with(kMagic)) {
    const NpyHead head = ReadNpyHead(file.bytes, file.path);
    const bool is_vector =
        !head.shape.empty() &&
        std::all_of(head.shape.begin() + 1, head.shape.end(), [](Index size) { return size == 1; });
    if (!is_vector) throw InvalidInput(file.path + " is no vector; expected one label per row");
    y = ReadElementVector(std::string_view(file.bytes).substr(head.bytes), head.type, head.shape[0],
                          file.path);
  } else {
    y = ReadLines(file);
  }
  if (y.size() != n) {
    throw InvalidInput(file.path + " has " + std::to_string(y.size()) + " labels; expected " +
                       std::to_string(n) + ", as rows in " + rows_path);
  }
  return y;
}

DataTable ReadNpy(const std::vector<DataFile>& files, const Params&, Index) {
  DataTable table;
  table.x = ReadNpyRows(files[0].bytes, files[0].path);
  table.y = ReadLabels(files[1], table.x.rows(), files[0].path);
  return table;
}

}  // namespace

Examples ReadNpyRows(std::string_view bytes, const std::string& path) {
  const NpyHead head = ReadNpyHead(bytes, path);
  if (head.shape.empty() || head.shape.size() > 2) {
    throw InvalidInput(path + " has " + std::to_string(head.shape.size()) +
                       " dimensions; expected 2, rows and columns, or 1");
  }
  ElementLayout layout{head.type, head.shape[0], head.shape.size() == 2 ? head.shape[1] : 1, 0, 1};
  if (layout.n == 0 || layout.d == 0)
    throw InvalidInput(path + " holds no rows; expected at least one");
  layout.row_stride = head.fortran_order ? 1 : layout.d;
  layout.column_stride = head.fortran_order ? layout.n : 1;
  return ReadElements(bytes.substr(head.bytes), layout, path);
}

NpyHead ReadNpyHead(std::string_view bytes, const std::string& path,
                    std::optional<std::uint64_t> file_bytes) {
  NpyHead head;
  std::size_t begin = 0;
  const std::string_view text = HeadText(bytes, path, &begin);
  std::string descr;
  HeadParser(text, begin, path).Parse(&descr, &head);
  head.type = TypeOf(descr, path);
  head.bytes = begin + text.size();
  RequireElements(head.shape, head.type,
                  static_cast<Index>(file_bytes.value_or(bytes.size()) - head.bytes), path);
  return head;
}

DataFormat NpyFormat() {
  DataFormat format;
  format.name = "npy";
  format.summary = "NumPy arrays: a file of rows, a file of labels";
  format.citation = "NEP 1, A simple file format for NumPy arrays";
  format.roles = {{"rows", "n x d numbers, or n"},
                  {"labels", "n numbers, .npy or text with one per line"}};
  format.extensions = {".npy"};
  format.read = ReadNpy;
  return format;
}

}  // namespace mercer
