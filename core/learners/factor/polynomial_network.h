#ifndef MERCER_CORE_LEARNERS_FACTOR_POLYNOMIAL_NETWORK_H_
#define MERCER_CORE_LEARNERS_FACTOR_POLYNOMIAL_NETWORK_H_

#include "core/learners/learner_entry.h"

namespace mercer {

/// Polynomial network f(x) = Σ_s λ_s <p_s, x>^m (Livni et al. 2014; Blondel et al. 2016; Atarashi
/// et al. 2019, section 6), by coordinate descent (factor_model.h); not affine in p_sj, so steps
/// are halved where they would raise the objective.
LearnerEntry PolynomialNetworkEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_FACTOR_POLYNOMIAL_NETWORK_H_
