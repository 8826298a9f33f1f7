#include "experiments/store/grid_file.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "experiments/json/parse_json.h"
#include "experiments/json/sealed_object.h"

namespace mercer {
namespace {

/// Texts, each once and not empty.
bool AreIds(const OrderedJson* list) {
  if (list == nullptr || !list->is_array()) return false;
  std::unordered_set<std::string_view> ids(list->size());
  return std::all_of(list->begin(), list->end(), [&](const OrderedJson& id) {
    return id.is_string() && id != "" && ids.insert(id.get_ref<const std::string&>()).second;
  });
}

/// None where there are none, as in a grid whose trials have not run.
std::optional<std::map<std::string, LineTally>> ReadTallies(const OrderedJson* records) {
  std::map<std::string, LineTally> tallies;
  if (records == nullptr) return tallies;
  if (!records->is_object()) return std::nullopt;
  for (const auto& [run, tally] : records->items()) {
    const OrderedJson* lines = Member(tally, "lines");
    const auto checksum = ChecksumOfDigits(TextOf(tally, "checksum"));
    if (lines == nullptr || !lines->is_number_unsigned() || !checksum) return std::nullopt;
    tallies[run] = {lines->get<std::size_t>(), *checksum};
  }
  return tallies;
}

}  // namespace

std::string WriteGridText(const GridFile& grid) {
  OrderedJson json{
      {"schema", kRecordSchema}, {"experiment", grid.experiment}, {"trials", grid.trials}};
  for (const auto& [run, tally] : grid.tallies)
    json["records"][run] = {{"lines", tally.lines}, {"checksum", DigitsOf(tally.checksum)}};
  return WriteSealed(std::move(json), 1);
}

std::optional<GridFile> ReadGridText(const std::string& text, const std::filesystem::path& path) {
  const std::optional<OrderedJson> json = ReadSealed(text, kRecordSchema, path);
  if (!json || !json->contains("experiment") || !AreIds(Member(*json, "trials")))
    return std::nullopt;
  auto tallies = ReadTallies(Member(*json, "records"));
  if (!tallies) return std::nullopt;
  return GridFile{TextOf(*json, "experiment"), TextsOf(*json, "trials"), *std::move(tallies)};
}

std::string WriteContextText(const std::string& json, const std::string& run_id) {
  OrderedJson content{{"run_id", run_id}};
  content.update(ParseJson(json).value());
  OrderedJson sealed{{"checksum", ChecksumOfObject(content)}};
  sealed.update(content);
  return JsonText(sealed, 1) + "\n";
}

bool IsWholeContext(const std::string& text, const std::string& run_id) {
  const std::optional<OrderedJson> json = ParseJson(text);
  if (!json || !json->is_object()) return false;
  if (!json->contains("checksum")) return true;
  return TextOf(*json, "checksum") == ChecksumOfObject(*json) && TextOf(*json, "run_id") == run_id;
}

}  // namespace mercer
