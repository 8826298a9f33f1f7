#ifndef MERCER_CORE_DATA_ROWS_LABEL_RULES_H_
#define MERCER_CORE_DATA_ROWS_LABEL_RULES_H_

#include <cstdint>
#include <string>

#include "core/base/registry.h"
#include "core/data/dataset.h"

namespace mercer {

/// Labels after a rule, and a description of its choice for the record ("recommend priority |
/// not_recom very_recom spec_prior").
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

/// Rules that turn labels into ±1. random_halves: of the k classes that occur, ⌊k/2⌋ become −1 and
/// the others +1; the label seed draws uniformly among all C(k, ⌊k/2⌋) choices (for five classes
/// ten choices, each 2 against 3). With `halves`, a list of the classes that become −1, nothing is
/// drawn. class_vs_rest: `class` becomes +1, the others −1. A class is given by its name or by its
/// label as a number. threshold(value = number | "mean" | "median"): labels > value become +1, the
/// others −1. The mean and the median are those of the whole data set as read, including test rows;
/// the median of an even number of labels is the mean of the middle two. Throws InvalidInput if the
/// labels are class names or all of them end up on one side. O(n). Every rule uses the whole data
/// set, before any row is left out.
const Registry<LabelRuleEntry>& LabelRuleRegistry();

/// Checks the parameters and applies the rule; the empty name leaves the labels as read. Throws
/// InvalidInput.
RuledLabels ApplyLabelRule(const std::string& name, const Params& params, const Dataset& data,
                           std::uint64_t label_seed);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_LABEL_RULES_H_
