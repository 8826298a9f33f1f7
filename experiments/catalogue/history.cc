#include "experiments/catalogue/history.h"

#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.h"
#include "experiments/catalogue/json_reader.h"
#include "experiments/catalogue/pending_file.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr char kName[] = "history.json";

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string TextOf(const OrderedJson& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

std::vector<HistoryEntry> ReadHistory(const fs::path& folder) {
  std::vector<HistoryEntry> entries;
  std::error_code error;
  if (!fs::is_regular_file(folder / kName, error)) return entries;
  try {
    const OrderedJson json = ReadJsonFile(folder / kName);
    if (!json.is_object() || !json.contains("files") || !json["files"].is_object()) return entries;
    for (const auto& item : json["files"].items()) {
      const OrderedJson& value = item.value();
      if (!value.is_object()) continue;
      entries.push_back({item.key(), TextOf(value, "how"), TextOf(value, "from"),
                         TextOf(value, "time"), TextOf(value, "sha256")});
    }
  } catch (const InvalidInput&) {
    entries.clear();
  }
  return entries;
}

void RecordHistory(const fs::path& folder, HistoryEntry entry) {
  entry.time = Now();
  std::vector<HistoryEntry> entries = ReadHistory(folder);
  entries.push_back(std::move(entry));
  nlohmann::json files;  // sorted by name
  for (const HistoryEntry& e : entries)
    files[e.file] = {{"how", e.how}, {"from", e.from}, {"time", e.time}, {"sha256", e.sha256}};
  // A path may hold bytes that are no UTF-8.
  const std::string text = nlohmann::json{{"files", files}}.dump(
                               2, ' ', false, nlohmann::json::error_handler_t::replace) +
                           "\n";
  PendingFile file(folder / kName);
  file.Write(text.data(), text.size());
  file.Publish();
}

}  // namespace mercer
