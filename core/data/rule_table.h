#ifndef MERCER_CORE_DATA_RULE_TABLE_H_
#define MERCER_CORE_DATA_RULE_TABLE_H_

#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/base/types.h"
#include "core/data/data_table.h"

namespace mercer {

/// A value that is determined by others: a table over attributes and earlier concepts.
struct RuleConcept {
  std::string name;
  std::vector<std::string> of{};  // names of attributes or earlier concepts
  int levels = 0;                 // its values are 0 … levels − 1
  std::vector<int> table{};       // row-major over `of`, the last one varying fastest
};

/// Rules that determine a whole data set (a DEX hierarchy, such as that of UCI's Nursery): every
/// combination of the attributes' values is a row, and its class is the value of the last concept.
struct RuleTable {
  std::vector<TableColumn> attributes{};  // all categorical
  std::vector<RuleConcept> concepts{};    // the last one is the class
  std::vector<std::string> classes{};     // names of the last concept's values
  std::string sha256;                     // of GenerateRuleText
};

/// The largest number of rows that a rule table may generate.
inline constexpr Index kMaxRuleRows = 10'000'000;

/// Throws InvalidInput, naming the attribute or concept, if a name is used twice or unknown, a list
/// is empty, the size of a table is not the product of its inputs' sizes, a table has a value
/// outside its levels, a text contains a comma, a quote or a line end, or there are more than
/// kMaxRuleRows rows.
void CheckRuleTable(const RuleTable& rules);

/// Product of the attributes' numbers of values. `rules` must have passed CheckRuleTable.
Index NumRuleRows(const RuleTable& rules);

/// The data set as comma separated text: one line for each element of the Cartesian product of the
/// attributes' values, the last attribute varying fastest, each with the name of the class appended
/// and ended by LF, and one blank line at the end. Throws InvalidInput if its sha256 differs from
/// that in `rules` (not compared if that is empty) or if CheckRuleTable throws. O(rows ·
/// attributes).
std::string GenerateRuleText(const RuleTable& rules);

/// Parameters of the format "csv" for reading the lines of GenerateRuleText. Codes follow the order
/// of the value lists.
Params RuleCsvParams(const RuleTable& rules);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_RULE_TABLE_H_
