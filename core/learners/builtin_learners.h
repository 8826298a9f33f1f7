#ifndef MERCER_CORE_LEARNERS_BUILTIN_LEARNERS_H_
#define MERCER_CORE_LEARNERS_BUILTIN_LEARNERS_H_

#include <memory>
#include <string>

#include "core/learners/learner_entry.h"

namespace mercer {

/// Every learner, in the order of the documentation.
const Registry<LearnerEntry>& LearnerRegistry();

/// Checks the parameters, fills in defaults and makes the learner. Throws InvalidInput.
std::unique_ptr<Learner> MakeLearner(const std::string& name, const Params& params);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_BUILTIN_LEARNERS_H_
