#include "experiments/report/cells/display.h"

#include <algorithm>
#include <set>
#include <string_view>
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

// The items of a text between separators that stand in no bracket, without the spaces before them.
std::vector<std::string> ItemsBetween(std::string_view separators, const std::string& text) {
  std::vector<std::string> items(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (separators.find(c) != std::string_view::npos && depth == 0) {
      items.emplace_back();
    } else if (c != ' ' || !items.back().empty()) {
      items.back() += c;
    }
  }
  return items;
}

// "variant=complex" and "lambda=1" of "halton(variant=complex; lambda=1)".
std::vector<std::string> ParametersOf(const std::string& shown) {
  const std::size_t open = shown.find('(');
  if (open == std::string::npos || !shown.ends_with(')')) return {};
  return ItemsBetween(",;", shown.substr(open + 1, shown.size() - open - 2));
}

// "minmax" and "max_norm" of "nursery [minmax+max_norm]".
std::vector<std::string> StepsOf(const std::string& dataset) {
  const std::size_t open = dataset.find(" [");
  if (open == std::string::npos || !dataset.ends_with(']')) return {};
  return ItemsBetween("+", dataset.substr(open + 2, dataset.size() - open - 3));
}

// "500 training rows" for "subsample(count=500,of=train)".
std::string StepText(const std::string& step) {
  constexpr std::string_view kRows = "subsample(count=";
  if (!step.starts_with(kRows)) return step;
  const std::size_t end = step.find_first_not_of("0123456789", kRows.size());
  const std::string count = step.substr(kRows.size(), end - kRows.size()), rest = step.substr(end);
  if (rest == ")") return count + " rows";
  return rest == ",of=train)" ? count + " training rows" : step;
}

/// The names of variants of one thing, each with only those of its items that not all have; as they
/// are where these do not tell all variants apart.
template <class ItemsOf, class NameOf>
void SetDistinct(const std::map<std::string, std::vector<std::string>>& variants,
                 const ItemsOf& items_of, const NameOf& name_of, Names& out) {
  for (const auto& [base, names] : variants) {
    if (names.size() < 2) continue;
    std::vector<std::vector<std::string>> all;
    for (const std::string& name : names) all.push_back(items_of(name));
    std::map<std::string, std::string> by_short;  // to the whole name
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::vector<std::string> own = all[i];
      std::erase_if(own, [&](const std::string& item) {
        return std::all_of(all.begin(), all.end(), [&](const auto& other) {
          return std::find(other.begin(), other.end(), item) != other.end();
        });
      });
      by_short.emplace(own.empty() ? base : name_of(base, own), names[i]);
    }
    if (by_short.size() < names.size()) continue;
    for (const auto& [shown, name] : by_short) out[name] = shown;
  }
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
  const auto name_of = [](const std::string& id, const std::vector<std::string>& own) {
    return id + "(" + Join(own, ", ") + ")";
  };
  SetDistinct(by_id, ParametersOf, name_of, short_methods_);
}

void DisplayNames::SetShownDatasets(const std::vector<std::string>& datasets_shown) {
  std::map<std::string, std::vector<std::string>> by_name;
  for (const std::string& name : datasets_shown) by_name[WithoutSteps(name)].push_back(name);
  const auto name_of = [](const std::string& name, std::vector<std::string> own) {
    std::transform(own.begin(), own.end(), own.begin(), StepText);
    return name + " [" + Join(own, ", ") + "]";
  };
  constexpr std::string_view kOfTraining = ",of=train)";
  std::set<std::string> drawn;  // data sets of which a variant has some of the training rows
  for (const std::string& name : datasets_shown)
    if (name.find(kOfTraining) != std::string::npos) drawn.insert(WithoutSteps(name));
  const auto steps_of = [&](const std::string& name) {
    std::vector<std::string> steps = StepsOf(name);
    if (drawn.contains(WithoutSteps(name)) && name.find(kOfTraining) == std::string::npos)
      steps.insert(steps.begin(), "all training rows");
    return steps;
  };
  SetDistinct(by_name, steps_of, name_of, short_datasets_);
}

std::string DisplayNames::Method(const std::string& shown) const {
  const auto name = short_methods_.find(shown);
  return Shown(methods, name == short_methods_.end() ? shown : name->second);
}

std::string DisplayNames::Dataset(const std::string& shown) const {
  const auto name = short_datasets_.find(shown);
  return Shown(datasets, name == short_datasets_.end() ? shown : name->second);
}

std::string WithoutSteps(const std::string& dataset) {
  return dataset.substr(0, dataset.find(" ["));
}

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
