#include "experiments/store/trial_file.h"

#include <algorithm>
#include <cstdio>
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

std::string Seal(OrderedJson json, int indent) {
  json["checksum"] = Checksum(json);
  return Dump(json, indent) + "\n";
}

/// Nothing unless it is a whole object of our schema with the right checksum.
std::optional<OrderedJson> ParseChecked(std::string_view text, const std::filesystem::path& path) {
  std::optional<OrderedJson> json = ParseJson(text);
  if (!json || !json->is_object()) return std::nullopt;
  // Of a schema that damage has changed the checksum is wrong.
  if (TextOf(*json, "checksum") != Checksum(*json)) return std::nullopt;
  RequireSchema(*json, path);
  return json;
}

std::string DigitsOf(std::uint64_t checksum) {
  constexpr int kDigits = 16;
  char text[kDigits + 1];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(checksum));
  return text;
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

std::string WriteTrialText(const TrialFile& trial, int copy) {
  OrderedJson record = OrderedJson::object();
  for (std::size_t i = 0; i < kNumRecordColumns; ++i) {
    if (std::string text = trial.record.Text(i); !text.empty())
      record[std::string(kRecordColumns[i].name)] = std::move(text);
  }
  OrderedJson file{{"schema", kRecordSchema}, {"identity", trial.identity}, {"record", record}};
  if (!trial.record.trace().empty()) file["trace"] = trial.record.trace();
  if (copy > 1) file["copy"] = copy;
  // The checksum is of the text as it will be read back, bytes that are no UTF-8 replaced.
  return Seal(ParseJson(Dump(file, -1)).value(), -1);
}

std::optional<TrialFile> ReadTrialText(std::string_view text, const std::filesystem::path& path) {
  if (std::optional<TrialFile> trial = ScanTrialText(text)) return trial;
  const std::optional<OrderedJson> json = ParseChecked(text, path);
  const OrderedJson* record = json ? Member(*json, "record") : nullptr;
  const OrderedJson* identity = json ? Member(*json, "identity") : nullptr;
  if (record == nullptr || !record->is_object() || identity == nullptr || !identity->is_string())
    return std::nullopt;
  TrialFile trial{*identity, {}, ChecksumOfDigits(TextOf(*json, "checksum")).value()};
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

std::string WriteAsideText(const Aside& aside) {
  return Seal(OrderedJson{{"schema", kRecordSchema},
                          {"aside", aside.trial},
                          {"run", aside.run},
                          {"of", DigitsOf(aside.of)},
                          {"why", aside.why}},
              -1);
}

std::optional<Aside> ReadAsideText(std::string_view text, const std::filesystem::path& path) {
  const std::optional<OrderedJson> json = ParseChecked(text, path);
  if (!json) return std::nullopt;
  for (const char* key : {"aside", "run", "of", "why"}) {
    const OrderedJson* value = Member(*json, key);
    if (value == nullptr || !value->is_string()) return std::nullopt;
  }
  const std::optional<std::uint64_t> of = ChecksumOfDigits(TextOf(*json, "of"));
  if (!of) return std::nullopt;
  return Aside{TextOf(*json, "aside"), TextOf(*json, "run"), *of, TextOf(*json, "why")};
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
  return Seal(
      OrderedJson{
          {"schema", kRecordSchema}, {"experiment", grid.experiment}, {"trials", grid.trials}},
      1);
}

std::optional<GridFile> ReadGridText(const std::string& text, const std::filesystem::path& path) {
  const std::optional<OrderedJson> json = ParseChecked(text, path);
  if (!json || !json->contains("experiment") || !AreIds(Member(*json, "trials")))
    return std::nullopt;
  return GridFile{TextOf(*json, "experiment"), TextsOf(*json, "trials")};
}

}  // namespace mercer
