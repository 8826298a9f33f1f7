#include "experiments/store/columns.h"

#include <unordered_map>

namespace mercer {

std::optional<std::size_t> FindColumn(std::string_view name) {
  static const auto places = [] {
    std::unordered_map<std::string_view, std::size_t> made;
    for (std::size_t i = 0; i < kNumRecordColumns; ++i) made[kRecordColumns[i].name] = i;
    return made;
  }();
  const auto it = places.find(name);
  return it == places.end() ? std::nullopt : std::optional(it->second);
}

std::string ColumnTable() {
  std::string text = "| column | unit | what |\n|---|---|---|\n";
  for (const ColumnInfo& info : kRecordColumns)
    text += "| `" + std::string(info.name) + "` | " + std::string(info.unit) + " | " +
            std::string(info.meaning) + " |\n";
  return text;
}

std::string VariantText(std::size_t variant, const std::string& text) {
  constexpr std::array<const char*, kVariantColumns.size()> kUnwritten = {
      "default encoding", "labels as read", "no split", "columns as read"};
  return text.empty() ? kUnwritten.at(variant) : text;
}

bool IsTimeColumn(std::size_t place) {
  return place == column::kRunId.place || place == column::kPeakRssMib.place ||
         place == column::kTimingValid.place || place == column::kTimingNote.place ||
         kRecordColumns[place].name.ends_with("_s");
}

}  // namespace mercer
