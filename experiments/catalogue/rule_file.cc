#include "experiments/catalogue/rule_file.h"

#include <algorithm>
#include <functional>
#include <string>

#include "core/base/error.h"
#include "experiments/json/json_object.h"

namespace mercer {
namespace {

// Calls leaf(value, pointer) for the values of a nested list, the innermost list fastest. Every
// list at one depth must be as long as the first one there: CheckRuleTable then needs only the
// total.
void Flatten(const OrderedJson& value, const std::string& pointer, std::size_t depth,
             std::vector<std::size_t>* lengths, Faults* faults,
             const std::function<void(const OrderedJson&, const std::string&)>& leaf) {
  if (depth == lengths->size()) {
    leaf(value, pointer);
    return;
  }
  std::size_t& length = (*lengths)[depth];
  if (!value.is_array() || value.empty() || (length != 0 && value.size() != length)) {
    faults->Add(pointer, (length == 0 ? "expected a list of one or more"
                                      : "expected a list of " + std::to_string(length)) +
                             ", got " + Show(value));
    return;
  }
  length = value.size();
  for (std::size_t i = 0; i < length; ++i)
    Flatten(value[i], Child(pointer, i), depth + 1, lengths, faults, leaf);
}

RuleConcept ReadConcept(const std::string& name, const OrderedJson& value,
                        const std::string& pointer, bool is_class,
                        std::vector<std::string>* classes, Faults* faults) {
  JsonObject object(value, pointer, faults);
  RuleConcept rule;
  rule.name = name;
  rule.of = object.Texts("of", true);
  if (!is_class)
    rule.levels = static_cast<int>(std::min<std::int64_t>(object.Whole("levels", 1), kMaxRuleRows));
  const auto leaf = [&](const OrderedJson& item, const std::string& where) {
    if (is_class && item.is_string()) {
      const auto found = std::find(classes->begin(), classes->end(), item.get<std::string>());
      rule.table.push_back(static_cast<int>(found - classes->begin()));
      if (found == classes->end()) classes->push_back(item.get<std::string>());
    } else if (!is_class && item.is_number_unsigned() && item.get<std::uint64_t>() < kMaxRuleRows) {
      rule.table.push_back(item.get<int>());
    } else {
      faults->Add(where, (is_class ? "expected the name of a class, got "
                                   : "expected a whole number from 0 to " +
                                         std::to_string(kMaxRuleRows - 1) + ", got ") +
                             Show(item));
    }
  };
  if (const OrderedJson* table = object.Array("table", true)) {
    std::vector<std::size_t> lengths(rule.of.size(), 0);
    Flatten(*table, object.PointerTo("table"), 0, &lengths, faults, leaf);
  }
  if (is_class) rule.levels = static_cast<int>(classes->size());
  object.Finish();
  return rule;
}

}  // namespace

RuleTable ReadRuleFile(const std::filesystem::path& path) {
  Faults faults;
  const OrderedJson json = ReadJsonFile(path, faults);
  JsonObject object(json, "", &faults);
  RuleTable rules;
  rules.sha256 = object.Text("sha256");
  object.OptionalText("row_order");
  if (const OrderedJson* attributes = object.Object("attributes", true)) {
    JsonObject reader(*attributes, object.PointerTo("attributes"), &faults);
    for (const auto& item : attributes->items())
      rules.attributes.push_back({item.key(), reader.Texts(item.key(), true)});
  }
  if (const OrderedJson* concepts = object.Object("concepts", true)) {
    const JsonObject reader(*concepts, object.PointerTo("concepts"), &faults);
    std::size_t left = concepts->size();
    for (const auto& item : concepts->items()) {
      rules.concepts.push_back(ReadConcept(item.key(), item.value(), reader.PointerTo(item.key()),
                                           --left == 0, &rules.classes, &faults));
    }
  }
  object.Finish();
  faults.ThrowIfAny(path);
  try {
    CheckRuleTable(rules);
  } catch (const InvalidInput& error) {
    throw InvalidInput(path.string() + ": " + error.what());
  }
  return rules;
}

}  // namespace mercer
