#include "core/data/rule_table.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/sha256.h"

namespace mercer {
namespace {

// Where a value lies in the row of all values: the attributes' first, the concepts' behind them.
using Positions = std::map<std::string, std::size_t>;

void CheckText(const std::string& owner, const std::string& text) {
  if (text.empty() || text.find_first_of(",\"\r\n") != std::string::npos) {
    throw InvalidInput("rule tables: " + owner + " has the value '" + text +
                       "'; expected text without commas, quotes and line ends");
  }
}

void CheckList(const std::string& owner, const std::vector<std::string>& values) {
  if (values.empty())
    throw InvalidInput("rule tables: " + owner + " has no values; expected at least one");
  std::set<std::string> seen;
  for (const std::string& value : values) {
    CheckText(owner, value);
    if (!seen.insert(value).second)
      throw InvalidInput("rule tables: " + owner + " has the value '" + value +
                         "' twice; expected each once");
  }
}

void CheckConcept(const RuleConcept& rule, const std::map<std::string, Index>& levels_of) {
  const std::string owner = "rule tables: concept '" + rule.name + "'";
  if (rule.of.empty()) throw InvalidInput(owner + " follows from nothing; expected names in 'of'");
  Index size = 1;
  for (const std::string& input : rule.of) {
    const auto found = levels_of.find(input);
    if (found == levels_of.end())
      throw InvalidInput(
          owner + " uses '" + input +
          "', which is not defined before it; expected an attribute or an earlier concept");
    size *= found->second;
    if (size > kMaxRuleRows)
      throw InvalidInput(owner + " needs a table of more than " + std::to_string(kMaxRuleRows) +
                         " values, the most expected here");
  }
  if (size != static_cast<Index>(rule.table.size())) {
    throw InvalidInput(owner + " has a table of " + std::to_string(rule.table.size()) +
                       " values; expected " + std::to_string(size));
  }
  for (const int value : rule.table) {
    if (value < 0 || value >= rule.levels) {
      throw InvalidInput(owner + " has the value " + std::to_string(value) + "; expected 0 to " +
                         std::to_string(rule.levels - 1));
    }
  }
}

// The row of all values is filled from left to right: concepts use only what is before them.
void Derive(const RuleTable& rules, const std::vector<std::vector<std::size_t>>& inputs,
            const std::vector<std::size_t>& sizes, std::vector<std::size_t>* values) {
  const std::size_t first = rules.attributes.size();
  for (std::size_t c = 0; c < rules.concepts.size(); ++c) {
    std::size_t cell = 0;
    for (const std::size_t input : inputs[c]) cell = cell * sizes[input] + (*values)[input];
    (*values)[first + c] = static_cast<std::size_t>(rules.concepts[c].table[cell]);
  }
}

// The next element of the Cartesian product, the last attribute fastest; false after the last one.
bool Advance(const RuleTable& rules, std::vector<std::size_t>* values) {
  for (std::size_t a = rules.attributes.size(); a-- > 0;) {
    if (++(*values)[a] < rules.attributes[a].values.size()) return true;
    (*values)[a] = 0;
  }
  return false;
}

}  // namespace

void CheckRuleTable(const RuleTable& rules) {
  if (rules.attributes.empty())
    throw InvalidInput("rule tables: no attributes; expected at least one");
  if (rules.concepts.empty())
    throw InvalidInput(
        "rule tables: no concepts; expected at least one, the last of which is the class");
  std::map<std::string, Index> levels_of;
  Index rows = 1;
  for (const TableColumn& attribute : rules.attributes) {
    CheckList("attribute '" + attribute.name + "'", attribute.values);
    const auto levels = static_cast<Index>(attribute.values.size());
    if (!levels_of.emplace(attribute.name, levels).second)
      throw InvalidInput("rule tables: the name '" + attribute.name +
                         "' is used twice; expected each once");
    rows *= levels;
    if (rows > kMaxRuleRows) {
      throw InvalidInput("rule tables: the attributes have more than " +
                         std::to_string(kMaxRuleRows) + " combinations, the most expected here");
    }
  }
  for (const RuleConcept& rule : rules.concepts) {
    CheckConcept(rule, levels_of);
    if (!levels_of.emplace(rule.name, rule.levels).second)
      throw InvalidInput("rule tables: the name '" + rule.name +
                         "' is used twice; expected each once");
  }
  CheckList("the class", rules.classes);
  if (static_cast<Index>(rules.classes.size()) != rules.concepts.back().levels)
    throw InvalidInput("rule tables: the class has " +
                       std::to_string(rules.concepts.back().levels) + " levels and " +
                       std::to_string(rules.classes.size()) + " names; expected as many");
}

Index NumRuleRows(const RuleTable& rules) {
  Index rows = 1;
  for (const TableColumn& attribute : rules.attributes)
    rows *= static_cast<Index>(attribute.values.size());
  return rows;
}

std::string GenerateRuleText(const RuleTable& rules) {
  CheckRuleTable(rules);
  Positions position;
  std::vector<std::size_t> sizes;
  for (const TableColumn& attribute : rules.attributes) {
    position[attribute.name] = sizes.size();
    sizes.push_back(attribute.values.size());
  }
  std::vector<std::vector<std::size_t>> inputs;
  for (const RuleConcept& rule : rules.concepts) {
    inputs.emplace_back();
    for (const std::string& input : rule.of) inputs.back().push_back(position.at(input));
    position[rule.name] = sizes.size();
    sizes.push_back(static_cast<std::size_t>(rule.levels));
  }
  std::string text;
  std::vector<std::size_t> values(sizes.size(), 0);
  do {
    Derive(rules, inputs, sizes, &values);
    for (std::size_t a = 0; a < rules.attributes.size(); ++a)
      (text += rules.attributes[a].values[values[a]]) += ',';
    (text += rules.classes[values.back()]) += '\n';
  } while (Advance(rules, &values));
  text += '\n';
  const std::string sha256 = Sha256Hex(text);
  if (!rules.sha256.empty() && sha256 != rules.sha256) {
    throw InvalidInput("the rule tables generate text of sha256 " + sha256 + "; expected " +
                       rules.sha256);
  }
  return text;
}

Params RuleCsvParams(const RuleTable& rules) {
  const auto texts = [](const std::vector<std::string>& from) {
    return ParamValue::List(from.begin(), from.end());
  };
  ParamValue::List columns;
  Params categories;
  for (const TableColumn& attribute : rules.attributes) {
    columns.emplace_back(attribute.name);
    categories.Set(attribute.name, texts(attribute.values));
  }
  columns.emplace_back(rules.concepts.back().name);
  return {{"columns", columns},
          {"categories", categories},
          {"classes", texts(rules.classes)},
          {"trim", false}};
}

}  // namespace mercer
