#include "experiments/store/trial_file.h"

#include <algorithm>
#include <bitset>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "experiments/json/parse_json.h"

namespace mercer {
namespace {

/// A solver's warning may hold bytes that are no UTF-8: they are replaced, not refused.
std::string Dump(const OrderedJson& json, int indent) {
  return json.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string Checksum(OrderedJson json) {
  json.erase("checksum");
  return Sha256Hex(Dump(json, -1)).substr(0, 16);
}

void RequireSchema(const OrderedJson& json, const std::filesystem::path& path) {
  const auto schema = json.find("schema");
  if (schema == json.end() || !schema->is_number_integer()) return;
  if (*schema == kRecordSchema) return;
  throw InvalidInput("'" + path.string() + "' has schema version " + schema->dump() +
                     ", this program reads and writes version " + std::to_string(kRecordSchema) +
                     ": choose another --out folder");
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

std::string Seal(OrderedJson json) {
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

/// True where a compact object ends in its checksum: no need to write it again to know.
bool IsSealedAsWritten(std::string compact) {
  const std::size_t tail = kChecksumKey.size() + kChecksumDigits + 2;
  if (compact.size() < tail || !compact.ends_with("\"}")) return false;
  const std::size_t begin = compact.size() - tail;
  if (compact.compare(begin, kChecksumKey.size(), kChecksumKey) != 0) return false;
  const std::string checksum = compact.substr(begin + kChecksumKey.size(), kChecksumDigits);
  compact.resize(begin);
  compact += '}';
  return Sha256Hex(compact).substr(0, kChecksumDigits) == checksum;
}

/// Nothing unless it is a whole object of our schema with the right checksum.
std::optional<OrderedJson> ParseChecked(const std::string& text,
                                        const std::filesystem::path& path) {
  std::optional<OrderedJson> json = ParseJson(text);
  if (!json || !json->is_object()) return std::nullopt;
  RequireSchema(*json, path);
  if (TextOf(*json, "checksum") != Checksum(*json)) return std::nullopt;
  return json;
}

/// Of a record that ended well: those of older versions may hold what CheckNumbers refuses.
bool AreNumbersSound(const ResultRecord& record) {
  try {
    if (record.IsOk()) CheckNumbers(record);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

/// Texts, each once and not empty.
bool AreIds(const OrderedJson* list) {
  if (list == nullptr || !list->is_array()) return false;
  std::set<std::string> ids;
  return std::all_of(list->begin(), list->end(), [&](const OrderedJson& id) {
    return id.is_string() && id != "" && ids.insert(id.get<std::string>()).second;
  });
}

}  // namespace

std::string WriteTrialText(const TrialFile& trial) {
  OrderedJson record = OrderedJson::object();
  for (std::size_t i = 0; i < kNumRecordColumns; ++i)
    record[std::string(kRecordColumns[i].name)] = trial.record.Text(i);
  OrderedJson file{{"schema", kRecordSchema}, {"identity", trial.identity}, {"record", record}};
  if (!trial.record.trace().empty()) file["trace"] = trial.record.trace();
  // The checksum is of the text as it will be read back, bytes that are no UTF-8 replaced.
  return Seal(ParseJson(Dump(file, -1)).value());
}

std::optional<TrialFile> ReadTrialText(const std::string& text, const std::filesystem::path& path) {
  if (!IsSealedAsWritten(Compact(text)) && !ParseChecked(text, path)) return std::nullopt;
  TrialFile trial;
  bool is_sound = true;
  std::bitset<kNumRecordColumns> taken;
  const auto take = [&](const std::string& name, const std::string& value) {
    const auto place = FindColumn(name);
    if (!place) return;
    try {
      trial.record.SetText(*place, value);
    } catch (const InvalidInput&) {  // a value that is none of its column's
      is_sound = false;
    }
    is_sound = is_sound && !taken[*place];
    taken.set(*place);
  };
  try {
    const std::optional<OrderedJson> json = ParseJson(text, {"record", take});
    if (!json) return std::nullopt;
    RequireSchema(*json, path);
    // What the record has besides texts is left in it.
    if (!is_sound || json->at("record") != OrderedJson::object()) return std::nullopt;
    trial.identity = json->at("identity").get<std::string>();
    if (const OrderedJson* trace = Member(*json, "trace"))
      trial.record.set_trace(ReadTrace(*trace));
  } catch (const OrderedJson::exception&) {  // no record, a trace of something else
    return std::nullopt;
  }
  return AreNumbersSound(trial.record) ? std::optional(std::move(trial)) : std::nullopt;
}

std::string WriteContextText(const std::string& json, const std::string& run_id) {
  OrderedJson content{{"run_id", run_id}};
  content.update(ParseJson(json).value());
  OrderedJson sealed{{"checksum", Checksum(content)}};
  sealed.update(content);
  return Dump(sealed, 1) + "\n";
}

bool IsWholeContext(const std::string& text, const std::string& run_id) {
  const std::optional<OrderedJson> json = ParseJson(text);
  if (!json || !json->is_object()) return false;
  if (!json->contains("checksum")) return true;
  return TextOf(*json, "checksum") == Checksum(*json) && TextOf(*json, "run_id") == run_id;
}

std::string WriteGridText(const GridFile& grid) {
  return Seal(OrderedJson{
      {"schema", kRecordSchema}, {"experiment", grid.experiment}, {"trials", grid.trials}});
}

std::optional<GridFile> ReadGridText(const std::string& text, const std::filesystem::path& path) {
  const std::optional<OrderedJson> json = ParseChecked(text, path);
  if (!json || !json->contains("experiment") || !AreIds(Member(*json, "trials")))
    return std::nullopt;
  return GridFile{TextOf(*json, "experiment"), TextsOf(*json, "trials")};
}

}  // namespace mercer
