#ifndef MERCER_CORE_LEARNERS_FACTOR_FACTORIZATION_MACHINE_H_
#define MERCER_CORE_LEARNERS_FACTOR_FACTORIZATION_MACHINE_H_

#include "core/learners/learner_entry.h"

namespace mercer {

/// Factorization machine of order m = 2 or 3 without linear terms: f(x) = Σ_s λ_s K^m(p_s, x) with
/// the ANOVA kernel K^m (Rendle 2010; Blondel et al. 2016; Atarashi et al. 2019, section 5), by
/// coordinate descent (factor_model.h).
LearnerEntry FactorizationMachineEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_FACTOR_FACTORIZATION_MACHINE_H_
