#include "experiments/store/trial_file.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"

namespace mercer {
namespace {

using Json = nlohmann::ordered_json;

/// A solver's warning may hold bytes that are no UTF-8: they are replaced, not refused.
std::string Dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string Checksum(Json json) {
  json.erase("checksum");
  return Sha256Hex(Dump(json, -1)).substr(0, 16);
}

void RequireSchema(const Json& json, const std::filesystem::path& path) {
  const auto schema = json.find("schema");
  if (schema == json.end() || !schema->is_number_integer()) return;
  if (*schema == kRecordSchema) return;
  throw InvalidInput("'" + path.string() + "' has schema version " + schema->dump() +
                     ", this program reads and writes version " + std::to_string(kRecordSchema) +
                     ": choose another --out folder");
}

/// Nothing unless it is a whole object of our schema with the right checksum.
std::optional<Json> ParseChecked(const std::string& text, const std::filesystem::path& path) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  RequireSchema(json, path);
  const auto checksum = json.find("checksum");
  if (checksum == json.end() || *checksum != Checksum(json)) return std::nullopt;
  return json;
}

/// A number that is none is written as null.
ResultRecord::Trace ReadTrace(const Json& json) {
  const auto number = [](const Json& item) {
    return item.is_number() ? item.get<double>() : std::numeric_limits<double>::quiet_NaN();
  };
  ResultRecord::Trace trace;
  for (const Json& point : json) trace.emplace_back(number(point.at(0)), number(point.at(1)));
  return trace;
}

std::string Seal(Json json) {
  json["checksum"] = Checksum(json);
  return Dump(json, 1) + "\n";
}

constexpr std::string_view kChecksumKey = ",\"checksum\":\"";
constexpr std::size_t kChecksumDigits = 16;

/// The text without white space outside its strings.
std::string Compact(std::string_view text) {
  std::string compact;
  compact.reserve(text.size());
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!in_string && (c == ' ' || c == '\n' || c == '\r' || c == '\t')) continue;
    compact += c;
    if (c == '"') in_string = !in_string;
    if (c == '\\' && in_string && i + 1 < text.size()) compact += text[++i];
  }
  return compact;
}

/// Takes the checksum off a compact object; nothing where there is none at its end, or a wrong one.
std::optional<std::string> Unsealed(std::string compact) {
  const std::size_t tail = kChecksumKey.size() + kChecksumDigits + 2;
  if (compact.size() < tail || !compact.ends_with("\"}")) return std::nullopt;
  const std::size_t begin = compact.size() - tail;
  if (compact.compare(begin, kChecksumKey.size(), kChecksumKey) != 0) return std::nullopt;
  const std::string checksum = compact.substr(begin + kChecksumKey.size(), kChecksumDigits);
  compact.resize(begin);
  compact += '}';
  if (Sha256Hex(compact).substr(0, kChecksumDigits) != checksum) return std::nullopt;
  return compact;
}

/// Takes compact JSON from the left. Once something is not as expected, nothing more is taken.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : left_(text) {}

  bool ok() const { return ok_; }
  void Stop() { ok_ = false; }
  std::string_view left() const { return left_; }

  bool Peek(std::string_view expected) const { return ok_ && left_.starts_with(expected); }

  void Take(std::string_view expected) {
    ok_ = Peek(expected);
    if (ok_) left_.remove_prefix(expected.size());
  }

  std::string String() {
    std::string value;
    Take("\"");
    while (ok_ && !Peek("\"")) {
      const std::size_t plain = std::min(left_.find_first_of("\"\\"), left_.size());
      value.append(left_.substr(0, plain));
      left_.remove_prefix(plain);
      if (!Peek("\"")) value += Escape();
    }
    Take("\"");
    return value;
  }

 private:
  /// The escapes that are ever written, for ASCII.
  char Escape() {
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    constexpr std::size_t kHexLength = 6;  // of "\u001f"
    if (left_.size() < 2 || left_[0] != '\\') return Nothing();
    if (const std::size_t i = kNames.find(left_[1]); i != std::string_view::npos) {
      left_.remove_prefix(2);
      return kMeant[i];
    }
    const auto digit = [&](std::size_t at) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      return at < left_.size() ? kDigits.find(left_[at]) : std::string_view::npos;
    };
    const std::size_t high = digit(4), low = digit(5);
    if (!Peek("\\u00") || high > 7 || low == std::string_view::npos) return Nothing();
    left_.remove_prefix(kHexLength);
    return static_cast<char>(16 * high + low);
  }

  char Nothing() {
    Stop();
    return '\0';
  }

  std::string_view left_;
  bool ok_ = true;
};

void TakeColumns(Scanner& scanner, ResultRecord& record) {
  scanner.Take("{");
  for (std::size_t next = 0; scanner.ok() && !scanner.Peek("}");) {
    const std::string name = scanner.String();
    scanner.Take(":");
    const std::string value = scanner.String();
    if (!scanner.Peek("}")) scanner.Take(",");
    while (next < kNumRecordColumns && kRecordColumns[next].name != name) ++next;
    if (next == kNumRecordColumns) return scanner.Stop();
    record.SetText(next, value);
  }
  scanner.Take("}");
}

}  // namespace

std::optional<TrialFile> ReadWrittenTrialText(std::string_view text) {
  const std::optional<std::string> compact = Unsealed(Compact(text));
  if (!compact) return std::nullopt;
  TrialFile trial;
  Scanner scanner(*compact);
  scanner.Take("{\"schema\":" + std::to_string(kRecordSchema) + ",\"identity\":");
  trial.identity = scanner.String();
  scanner.Take(",\"record\":");
  try {
    TakeColumns(scanner, trial.record);
  } catch (const InvalidInput&) {  // a value that is none of its column's
    return std::nullopt;
  }
  scanner.Take("}");
  if (!scanner.ok() || !scanner.left().empty()) return std::nullopt;
  return trial;
}

std::string WriteTrialText(const TrialFile& trial) {
  Json record = Json::object();
  for (std::size_t i = 0; i < kNumRecordColumns; ++i)
    record[std::string(kRecordColumns[i].name)] = trial.record.Text(i);
  Json file{{"schema", kRecordSchema}, {"identity", trial.identity}, {"record", record}};
  if (!trial.record.trace().empty()) file["trace"] = trial.record.trace();
  // The checksum is of the text as it will be read back, bytes that are no UTF-8 replaced.
  return Seal(Json::parse(Dump(file, -1)));
}

std::optional<TrialFile> ReadTrialText(const std::string& text, const std::filesystem::path& path) {
  if (auto written = ReadWrittenTrialText(text)) return written;
  const std::optional<Json> json = ParseChecked(text, path);
  if (!json) return std::nullopt;
  TrialFile trial;
  trial.identity = json->at("identity").get<std::string>();
  try {
    for (std::size_t i = 0; i < kNumRecordColumns; ++i)
      trial.record.SetText(i, json->at("record").value(std::string(kRecordColumns[i].name), ""));
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
  if (const auto trace = json->find("trace"); trace != json->end())
    trial.record.set_trace(ReadTrace(*trace));
  return trial;
}

std::string WriteGridText(const GridFile& grid) {
  return Seal(
      Json{{"schema", kRecordSchema}, {"experiment", grid.experiment}, {"trials", grid.trials}});
}

std::optional<GridFile> ReadGridText(const std::string& text, const std::filesystem::path& path) {
  const std::optional<Json> json = ParseChecked(text, path);
  if (!json) return std::nullopt;
  return GridFile{json->at("experiment").get<std::string>(),
                  json->at("trials").get<std::vector<std::string>>()};
}

}  // namespace mercer
