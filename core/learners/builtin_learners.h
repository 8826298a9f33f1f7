#ifndef MERCER_CORE_LEARNERS_BUILTIN_LEARNERS_H_
#define MERCER_CORE_LEARNERS_BUILTIN_LEARNERS_H_

#include <memory>
#include <string>

#include "core/base/registry.h"
#include "core/learners/learner.h"

namespace mercer {

struct LearnerEntry : RegistryInfo {
  bool kernel_machine = false;  // needs TrainingSet::kernel and takes no map
  /// `params` are resolved and in range. Throws InvalidInput for combinations that cannot be.
  std::unique_ptr<Learner> (*make)(const Params& params) = nullptr;
};

/// Every learner, in the order of the documentation.
const Registry<LearnerEntry>& LearnerRegistry();

/// Checks the parameters, fills in defaults and makes the learner. Throws InvalidInput.
std::unique_ptr<Learner> MakeLearner(const std::string& name, const Params& params);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_BUILTIN_LEARNERS_H_
