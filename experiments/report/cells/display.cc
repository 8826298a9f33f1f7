#include "experiments/report/cells/display.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "experiments/json/parse_json.h"
#include "experiments/report/cells/dataset_name.h"

namespace mercer {
namespace {

using Names = std::map<std::string, std::string>;

template <class NameOf>
Names NamesIn(const OrderedJson& config, const char* list, const NameOf& name_of) {
  Names names;
  const OrderedJson* items = Member(config, list);
  if (items == nullptr || !items->is_array()) return names;
  for (const OrderedJson& item : *items) {
    if (!item.is_object()) continue;
    const std::string display = TextOf(item, "display");
    if (!display.empty()) names.emplace(name_of(item), display);
  }
  return names;
}

// What is behind the id, begun by a space where the id is replaced.
std::string Shown(const Names& names, const std::string& shown) {
  const std::string plain = PlainName(shown);
  const auto name = names.find(plain);
  if (name == names.end()) return shown;
  const std::string rest = shown.substr(plain.size());
  return name->second + (rest.starts_with("(") ? " " : "") + rest;
}

// "variant=complex" and "lambda=1" of "halton(variant=complex; lambda=1)".
std::vector<std::string> ParametersOf(const std::string& shown) {
  std::vector<std::string> items;
  const std::size_t open = shown.find('(');
  if (open == std::string::npos || !shown.ends_with(')')) return items;
  std::string item;
  int depth = 0;
  for (const char c : shown.substr(open + 1, shown.size() - open - 2)) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if ((c == ',' || c == ';') && depth == 0) {
      items.push_back(std::exchange(item, ""));
    } else if (c != ' ' || !item.empty()) {
      item += c;
    }
  }
  items.push_back(item);
  return items;
}

}  // namespace

std::string PlainName(const std::string& shown) {
  return shown.substr(0, std::min(shown.find('('), shown.find(" [")));
}

void DisplayNames::AddMissing(const DisplayNames& other) {
  if (paper.empty()) paper = other.paper;
  methods.insert(other.methods.begin(), other.methods.end());
  datasets.insert(other.datasets.begin(), other.datasets.end());
}

void DisplayNames::SetShown(const std::vector<std::string>& methods_shown) {
  std::map<std::string, std::vector<std::string>> by_id;
  for (const std::string& name : methods_shown) by_id[PlainName(name)].push_back(name);
  for (const auto& [id, names] : by_id) {
    if (names.size() < 2) continue;
    std::vector<std::vector<std::string>> all;
    for (const std::string& name : names) all.push_back(ParametersOf(name));
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::vector<std::string> own;
      for (const std::string& item : all[i]) {
        const bool is_shared = std::all_of(all.begin(), all.end(), [&](const auto& other) {
          return std::find(other.begin(), other.end(), item) != other.end();
        });
        if (!is_shared) own.push_back(item);
      }
      short_[names[i]] = own.empty() ? id : id + "(" + Join(own, ", ") + ")";
    }
  }
}

std::string DisplayNames::Method(const std::string& shown) const {
  const auto name = short_.find(shown);
  return Shown(methods, name == short_.end() ? shown : name->second);
}

std::string DisplayNames::Dataset(const std::string& shown) const { return Shown(datasets, shown); }

DisplayNames DisplayNamesOf(const std::string& config_text) {
  DisplayNames names;
  const OrderedJson config = ParseJson(config_text, Comments::kIgnored).value_or(OrderedJson());
  if (!config.is_object()) return names;
  if (const OrderedJson* paper = Member(config, "paper"); paper != nullptr && paper->is_object())
    names.paper = TextOf(*paper, "display");
  names.methods =
      NamesIn(config, "methods", [](const OrderedJson& method) { return TextOf(method, "id"); });
  names.datasets = NamesIn(config, "datasets", NameOfDataset);
  return names;
}

void AddDisplayOfManifest(const std::string& text, DisplayNames& names) {
  const OrderedJson manifest = ParseJson(text, Comments::kIgnored).value_or(OrderedJson());
  const std::string display = TextOf(manifest, "display");
  if (!display.empty()) names.datasets.emplace(TextOf(manifest, "name"), display);
}

}  // namespace mercer
