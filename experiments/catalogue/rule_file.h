#ifndef MERCER_EXPERIMENTS_CATALOGUE_RULE_FILE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_RULE_FILE_H_

#include <filesystem>

#include "core/data/rule_table.h"

namespace mercer {

/// Reads datasets/<name>_rules.json: `attributes` (name → values, in order), `concepts` (name →
/// {`of`, `levels`, `table`}, in order; tables are nested lists, one level for each name in `of`;
/// the last concept is the class, has no `levels` and holds class names, whose codes are the order
/// of their first appearance), `sha256` of the text generated, `row_order` (for the reader). Throws
/// InvalidInput with every fault of the form, or the first of CheckRuleTable.
RuleTable ReadRuleFile(const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_RULE_FILE_H_
