#ifndef MERCER_CORE_DATA_RULE_TABLE_H_
#define MERCER_CORE_DATA_RULE_TABLE_H_

#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/base/types.h"
#include "core/data/data_table.h"

namespace mercer {

/// A value that follows from others: a table over attributes and earlier concepts.
struct RuleConcept {
  std::string name;
  std::vector<std::string> of{};  // names of attributes or of concepts before this one
  int levels = 0;                 // its values are 0 … levels − 1
  std::vector<int> table{};       // row-major over `of`, the last one fastest
};

/// Rules that a whole data set follows from (a DEX hierarchy, as that of UCI's Nursery): every
/// combination of the attributes' values is a row, and its class is the value of the last concept.
struct RuleTable {
  std::vector<TableColumn> attributes{};  // every one categorical
  std::vector<RuleConcept> concepts{};    // the last one is the class
  std::vector<std::string> classes{};     // names of the last concept's values
  std::string sha256;                     // of GenerateRuleText
};

/// The most rows that rule tables may generate.
inline constexpr Index kMaxRuleRows = 10'000'000;

/// Throws InvalidInput, naming the attribute or concept, where a name is used twice or unknown, a
/// list is empty, a table has another size than the product of its inputs' or a value outside its
/// levels, a text holds a comma, a quote or a line end, or the rows are more than kMaxRuleRows.
void CheckRuleTable(const RuleTable& rules);

/// Product of the numbers of values of the attributes. `rules` are checked.
Index NumRuleRows(const RuleTable& rules);

/// The data set as comma separated text: one line for each element of the Cartesian product of the
/// attributes' values, the last attribute fastest, the class's name appended, LF, and one blank
/// line at the end. Throws InvalidInput where its sha256 is not that of `rules` (not compared where
/// that is empty) or CheckRuleTable throws. O(rows · attributes).
std::string GenerateRuleText(const RuleTable& rules);

/// How GenerateRuleText's lines are read: parameters of the format "csv". Codes are the order of
/// the value lists.
Params RuleCsvParams(const RuleTable& rules);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_RULE_TABLE_H_
