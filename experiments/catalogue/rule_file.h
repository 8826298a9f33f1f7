#ifndef MERCER_EXPERIMENTS_CATALOGUE_RULE_FILE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_RULE_FILE_H_

#include <filesystem>

#include "core/data/rule_table.h"

namespace mercer {

/// Reads datasets/<name>_rules.json. Keys: `attributes` (name → values, in order), `concepts` (name
/// → {`of`, `levels`, `table`}, in order; tables are nested lists, with one level for each name in
/// `of`; the last concept is the class, has no `levels` and holds class names, whose codes are in
/// the order of first appearance), `sha256` of the generated text, `row_order` (for human readers).
/// Throws InvalidInput with all errors of form, or the first error of CheckRuleTable.
RuleTable ReadRuleFile(const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_RULE_FILE_H_
