#ifndef MERCER_CORE_LEARNERS_FACTOR_ALL_SUBSETS_MODEL_H_
#define MERCER_CORE_LEARNERS_FACTOR_ALL_SUBSETS_MODEL_H_

#include "core/learners/learner_entry.h"

namespace mercer {

/// All-subsets model f(x) = Σ_s λ_s Π_j (1 + p_sj x_j) (Blondel et al. 2016; Atarashi et al. 2019,
/// section 6), by coordinate descent (factor_model.h).
LearnerEntry AllSubsetsModelEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_FACTOR_ALL_SUBSETS_MODEL_H_
