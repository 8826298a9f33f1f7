#ifndef MERCER_CORE_DATA_STEPS_COLUMN_PARAMS_H_
#define MERCER_CORE_DATA_STEPS_COLUMN_PARAMS_H_

#include <string>
#include <vector>

#include "core/base/param_spec.h"
#include "core/base/types.h"

namespace mercer {

/// Which column holds the label.
struct LabelColumn {
  enum class Kind { kFirst, kLast, kNone, kNumber, kName };
  Kind kind = Kind::kLast;
  Index number = 0;  // from 1
  std::string name{};
};

/// What is done where a field has no value. kError: a fault. kCategory: a categorical column has a
/// category more, named as the field is written; for numbers a fault. kDropRows: the row is left
/// out. kKeep: a number becomes NaN, which the preprocessing step impute fills; for names
/// a fault. A label without value is a fault for all but kDropRows.
enum class MissingRule { kError, kCategory, kDropRows, kKeep };

// The parameters that formats of named columns share, and what their values say. `params` are
// resolved.
ParamSpec LabelParam();
LabelColumn LabelColumnOf(const Params& params);
ParamSpec IgnoreParam();
ParamSpec MissingParam();
MissingRule MissingRuleOf(const Params& params);

/// An optional list of texts.
ParamSpec TextListParam(const std::string& name, const std::string& help);
std::vector<std::string> TextList(const Params& params, const std::string& name);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_COLUMN_PARAMS_H_
