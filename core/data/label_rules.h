#ifndef MERCER_CORE_DATA_LABEL_RULES_H_
#define MERCER_CORE_DATA_LABEL_RULES_H_

#include <cstdint>
#include <string>

#include "core/base/registry.h"
#include "core/data/dataset.h"

namespace mercer {

/// Labels after a rule, and what it chose, in words for the record ("recommend priority | not_recom
/// very_recom spec_prior").
struct RuledLabels {
  Vector y;  // n
  std::string description;
};

struct LabelRuleEntry : RegistryInfo {
  /// `params` are resolved; the rule is a function of the data set and the label seed. Throws
  /// InvalidInput.
  RuledLabels (*apply)(const Params& params, const Dataset& data,
                       std::uint64_t label_seed) = nullptr;
};

/// random_halves (the class set split in two at random, ⌊k/2⌋ classes become −1 and the others +1;
/// with `halves`, a list of the classes that become −1, not random), class_vs_rest (`class` becomes
/// +1, the others −1).
const Registry<LabelRuleEntry>& LabelRuleRegistry();

/// Checks the parameters and applies the rule; the empty name leaves the labels as read. Throws
/// InvalidInput.
RuledLabels ApplyLabelRule(const std::string& name, const Params& params, const Dataset& data,
                           std::uint64_t label_seed);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_LABEL_RULES_H_
