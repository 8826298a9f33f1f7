#include "experiments/store/record_line.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/json/parse_json.h"
#include "experiments/json/sealed_object.h"

namespace mercer {
namespace {

/// Bytes that a text between quotes does not have as they are.
constexpr std::array<bool, 256> kEndsPlainText = [] {
  std::array<bool, 256> ends{};
  constexpr std::size_t kFirstPrintable = 0x20;
  for (std::size_t i = 0; i < kFirstPrintable; ++i) ends[i] = true;
  ends['"'] = ends['\\'] = true;
  return ends;
}();

/// What stands before a column's text: its name as a key.
const std::array<std::string, kNumRecordColumns>& ColumnKeys() {
  static const auto keys = [] {
    std::array<std::string, kNumRecordColumns> made;
    for (std::size_t i = 0; i < kNumRecordColumns; ++i)
      made[i] = "\"" + std::string(kRecordColumns[i].name) + "\":";
    return made;
  }();
  return keys;
}

/// Takes a text from the left.
class Scanner {
 public:
  explicit Scanner(std::string_view left) : left_(left) {}

  bool AtEnd() const { return left_.empty(); }

  bool Take(std::string_view fixed) {
    if (!left_.starts_with(fixed)) return false;
    left_.remove_prefix(fixed.size());
    return true;
  }

  /// A text between quotes, good until the next one is taken.
  std::optional<std::string_view> Text() {
    if (!Take("\"")) return std::nullopt;
    const std::size_t plain = PlainLength();
    if (plain < left_.size() && left_[plain] == '"') {
      const std::string_view text = left_.substr(0, plain);
      left_.remove_prefix(plain + 1);
      return text;
    }
    text_.clear();
    while (true) {
      const std::size_t length = PlainLength();
      text_ += left_.substr(0, length);
      left_.remove_prefix(length);
      if (Take("\"")) return text_;
      if (!TakeEscape()) return std::nullopt;
    }
  }

  /// A number as it stands in a trace; NaN for null.
  std::optional<double> Number() {
    if (Take("null")) return std::numeric_limits<double>::quiet_NaN();
    double value = 0;
    const char* end = left_.data() + left_.size();
    const auto [behind, error] = std::from_chars(left_.data(), end, value);
    // "inf" and "nan" are numbers to the library, but none of JSON.
    const bool is_json =
        !left_.empty() && (left_[0] == '-' || (left_[0] >= '0' && left_[0] <= '9'));
    if (error != std::errc() || !is_json || behind[-1] < '0' || behind[-1] > '9')
      return std::nullopt;
    left_.remove_prefix(static_cast<std::size_t>(behind - left_.data()));
    return value;
  }

 private:
  std::size_t PlainLength() const {
    std::size_t length = 0;
    while (length < left_.size() && !kEndsPlainText[static_cast<unsigned char>(left_[length])])
      ++length;
    return length;
  }

  bool TakeEscape() {
    if (!Take("\\") || left_.empty()) return false;
    constexpr std::string_view kEscapes = "\"\\bfnrt", kBytes = "\"\\\b\f\n\r\t";
    const std::size_t kind = kEscapes.find(left_.front());
    if (kind != kEscapes.npos) {
      text_ += kBytes[kind];
      left_.remove_prefix(1);
      return true;
    }
    constexpr std::size_t kDigits = 2;
    unsigned code = 0;
    if (!Take("u00") || left_.size() < kDigits) return false;
    const auto [behind, error] = std::from_chars(left_.data(), left_.data() + kDigits, code, 16);
    constexpr unsigned kAscii = 0x80;
    if (error != std::errc() || behind != left_.data() + kDigits || code >= kAscii) return false;
    text_ += static_cast<char>(code);
    left_.remove_prefix(kDigits);
    return true;
  }

  std::string_view left_;
  std::string text_;
};

/// Columns stand in the order of the list, each at most once.
bool TakeRecord(Scanner& scanner, ResultRecord& record) {
  if (!scanner.Take("{")) return false;
  if (scanner.Take("}")) return true;
  std::size_t place = 0;
  do {
    while (place < kNumRecordColumns && !scanner.Take(ColumnKeys()[place])) ++place;
    if (place == kNumRecordColumns) return false;
    const auto text = scanner.Text();
    if (!text) return false;
    try {
      record.SetText(place++, *text);
    } catch (const InvalidInput&) {  // a value that is none of its column's
      return false;
    }
  } while (scanner.Take(","));
  return scanner.Take("}");
}

bool TakeTrace(Scanner& scanner, ResultRecord& record) {
  if (!scanner.Take(",\"trace\":[")) return true;
  ResultRecord::Trace trace;
  do {
    if (!scanner.Take("[")) return false;
    const auto seconds = scanner.Number();
    if (!seconds || !scanner.Take(",")) return false;
    const auto objective = scanner.Number();
    if (!objective || !scanner.Take("]")) return false;
    trace.emplace_back(*seconds, *objective);
  } while (scanner.Take(","));
  record.set_trace(std::move(trace));
  return scanner.Take("]");
}

constexpr std::size_t kChecksumDigits = 16;
constexpr std::string_view kChecksumKey = ",\"checksum\":\"";
/// Length of `,"checksum":"0123456789abcdef"}`.
constexpr std::size_t kChecksumTail = kChecksumKey.size() + kChecksumDigits + 2;

/// The digits in which an object without white space ends, right or not; "" where it ends in
/// something else.
std::string_view DigitsAtEnd(std::string_view text) {
  if (text.size() < kChecksumTail || !text.ends_with("\"}")) return "";
  const std::string_view tail = text.substr(text.size() - kChecksumTail);
  return tail.starts_with(kChecksumKey) ? tail.substr(kChecksumKey.size(), kChecksumDigits) : "";
}

/// The checksum in which an object without white space ends; nothing where that is not the right
/// one, or the text ends in something else.
std::optional<std::uint64_t> ChecksumAtEnd(std::string_view text) {
  const std::string_view digits = DigitsAtEnd(text);
  if (digits.empty()) return std::nullopt;
  Sha256 sha;
  sha.Update(text.data(), text.size() - kChecksumTail);
  sha.Update("}", 1);
  if (std::string_view(sha.Hex()).substr(0, kChecksumDigits) != digits) return std::nullopt;
  return ChecksumOfDigits(digits);
}

/// Whether CheckNumbers lets pass what is said of a trial that ended well: records of older
/// versions may hold what it refuses.
bool AreNumbersSound(const ResultRecord& record) {
  try {
    if (record.IsOk()) CheckNumbers(record);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

/// A number that is none is written as null.
ResultRecord::Trace ReadTrace(const OrderedJson& json) {
  const auto number = [](const OrderedJson& item) {
    return item.is_number() ? item.get<double>() : std::numeric_limits<double>::quiet_NaN();
  };
  ResultRecord::Trace trace;
  for (const OrderedJson& point : json)
    trace.emplace_back(number(point.at(0)), number(point.at(1)));
  return trace;
}

}  // namespace

std::optional<std::uint64_t> ChecksumOfDigits(std::string_view digits) {
  if (digits.size() != kChecksumDigits ||
      digits.find_first_not_of("0123456789abcdef") != digits.npos)
    return std::nullopt;
  std::uint64_t checksum = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), checksum, 16);
  return checksum;
}

std::string DigitsOf(std::uint64_t checksum) {
  char text[kChecksumDigits + 1];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(checksum));
  return text;
}

std::uint64_t ChecksumOfBytes(std::string_view bytes) {
  return *ChecksumOfDigits(Sha256Hex(bytes).substr(0, kChecksumDigits));
}

std::optional<RecordLine> ScanRecordLine(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::optional<std::uint64_t> checksum = ChecksumAtEnd(text);
  if (!checksum || !IsUtf8(text)) return std::nullopt;
  text.remove_suffix(kChecksumTail);
  Scanner scanner(text);
  RecordLine trial;
  trial.checksum = *checksum;
  if (!scanner.Take("{\"schema\":1,\"identity\":")) return std::nullopt;
  static_assert(kRecordSchema == 1);
  const auto identity = scanner.Text();
  if (!identity) return std::nullopt;
  trial.identity = *identity;
  if (!scanner.Take(",\"record\":") || !TakeRecord(scanner, trial.record) ||
      !TakeTrace(scanner, trial.record) || !scanner.AtEnd())
    return std::nullopt;
  return AreNumbersSound(trial.record) ? std::optional(std::move(trial)) : std::nullopt;
}

std::string WriteRecordLine(const RecordLine& trial, int copy) {
  OrderedJson record = OrderedJson::object();
  for (std::size_t i = 0; i < kNumRecordColumns; ++i) {
    if (std::string text = trial.record.Text(i); !text.empty())
      record[std::string(kRecordColumns[i].name)] = std::move(text);
  }
  OrderedJson file{{"schema", kRecordSchema}, {"identity", trial.identity}, {"record", record}};
  if (!trial.record.trace().empty()) file["trace"] = trial.record.trace();
  if (copy > 1) file["copy"] = copy;
  // The checksum is of the text as it will be read back, bytes that are no UTF-8 replaced.
  return WriteSealed(ParseJson(JsonText(file, -1)).value(), -1);
}

std::optional<RecordLine> ReadRecordLine(std::string_view text, const std::filesystem::path& path) {
  if (std::optional<RecordLine> trial = ScanRecordLine(text)) return trial;
  const std::optional<OrderedJson> json = ReadSealed(text, kRecordSchema, path);
  const OrderedJson* record = json ? Member(*json, "record") : nullptr;
  const OrderedJson* identity = json ? Member(*json, "identity") : nullptr;
  if (record == nullptr || !record->is_object() || identity == nullptr || !identity->is_string())
    return std::nullopt;
  RecordLine trial{*identity, {}, ChecksumOfDigits(TextOf(*json, "checksum")).value()};
  try {
    for (const auto& [name, value] : record->items()) {
      const auto place = FindColumn(name);
      if (!value.is_string()) return std::nullopt;
      if (place) trial.record.SetText(*place, value.get_ref<const std::string&>());
    }
    if (const OrderedJson* trace = Member(*json, "trace"))
      trial.record.set_trace(ReadTrace(*trace));
  } catch (const InvalidInput&) {  // a value that is none of its column's
    return std::nullopt;
  } catch (const OrderedJson::exception&) {  // a trace of something else
    return std::nullopt;
  }
  return AreNumbersSound(trial.record) ? std::optional(std::move(trial)) : std::nullopt;
}

std::string WriteDiscardLine(const DiscardLine& discarded) {
  return WriteSealed(OrderedJson{{"schema", kRecordSchema},
                                 {"aside", discarded.trial},
                                 {"run", discarded.run},
                                 {"of", DigitsOf(discarded.of)},
                                 {"why", discarded.why}},
                     -1);
}

std::optional<DiscardLine> ReadDiscardLine(std::string_view text,
                                           const std::filesystem::path& path) {
  const std::optional<OrderedJson> json = ReadSealed(text, kRecordSchema, path);
  if (!json) return std::nullopt;
  for (const char* key : {"aside", "run", "of", "why"}) {
    const OrderedJson* value = Member(*json, key);
    if (value == nullptr || !value->is_string()) return std::nullopt;
  }
  const std::optional<std::uint64_t> of = ChecksumOfDigits(TextOf(*json, "of"));
  if (!of) return std::nullopt;
  return DiscardLine{TextOf(*json, "aside"), TextOf(*json, "run"), *of, TextOf(*json, "why")};
}

void LineTally::Add(std::string_view line) {
  if (line.empty()) return;
  ++lines;
  // The digits of a damaged line may be wrong; the damage is reported in any case.
  checksum += ChecksumOfDigits(DigitsAtEnd(line)).value_or(0);
}

void LineTally::AddAll(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    Add(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace mercer
