#ifndef MERCER_CORE_LEARNERS_LEARNER_ENTRY_H_
#define MERCER_CORE_LEARNERS_LEARNER_ENTRY_H_

#include <memory>

#include "core/base/params.h"
#include "core/base/registry.h"
#include "core/learners/learner.h"

namespace mercer {

/// What the registry holds of a learner. Each learner's source defines its own.
struct LearnerEntry : RegistryInfo {
  bool kernel_machine = false;  // needs TrainingSet::kernel and takes no map
  bool on_rows = false;         // takes the rows as they are: no map, and the kernel means nothing
  bool stops_in_time = false;   // heeds TrainingSet::max_seconds
  bool streams = false;         // takes a map's features from TrainingSet::features
  bool takes_complex = false;   // also complex ones
  /// `params` are resolved and in range. Throws InvalidInput for combinations that cannot be.
  std::unique_ptr<Learner> (*make)(const Params& params) = nullptr;
};

/// The cost C > 0 of a loss.
ParamSpec CostSpec(const std::string& help);

/// A stopping tolerance > 0 with its default.
ParamSpec EpsSpec(const std::string& help, double default_value);

/// "cache_mib" > 0: of what, and its default.
ParamSpec CacheSpec(const std::string& of, double default_mib);

/// "shrinking", on by default.
ParamSpec ShrinkingSpec();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LEARNER_ENTRY_H_
