#ifndef MERCER_CORE_LEARNERS_BUILTIN_LEARNERS_H_
#define MERCER_CORE_LEARNERS_BUILTIN_LEARNERS_H_

#include <memory>
#include <string>

#include "core/learners/learner_entry.h"

namespace mercer {

/// All registered learners, in the order of the documentation.
const Registry<LearnerEntry>& LearnerRegistry();

/// Appends a learner of another layer to the registry. Must be called before the registry is first
/// used; aborts otherwise.
void AddLearner(LearnerEntry entry);

/// Checks the parameters, fills in defaults and makes the learner. Throws InvalidInput.
std::unique_ptr<Learner> MakeLearner(const std::string& name, const Params& params);

// Entries of the learners that have no header of their own.

/// The support vector machines of LIBSVM (Chang & Lin 2011).
LearnerEntry LibsvmEntry();

/// Exact kernel ridge regression (Yang et al. 2014, section 5).
LearnerEntry KernelRidgeEntry();

/// Gaussian process classification with Dirichlet labels (Milios et al. 2018), on features and with
/// a kernel. Their models are PosteriorModels (gaussian_process/class_posterior.h).
LearnerEntry GpClassifierEntry();
LearnerEntry KernelGpClassifierEntry();

/// Classification by kernel regression (Nadaraya 1964; Watson 1964), on features and with a kernel.
LearnerEntry NadarayaWatsonEntry();
LearnerEntry KernelNadarayaWatsonEntry();

/// Factorization machine of order m = 2 or 3 without linear terms: f(x) = Σ_s λ_s K^m(p_s, x) with
/// the ANOVA kernel K^m (Rendle 2010; Blondel et al. 2016; Atarashi et al. 2019, section 5), by
/// coordinate descent (factor_descent.h).
LearnerEntry FactorizationMachineEntry();

/// All-subsets model f(x) = Σ_s λ_s Π_j (1 + p_sj x_j) (Blondel et al. 2016; Atarashi et al. 2019,
/// section 6), by coordinate descent (factor_descent.h).
LearnerEntry AllSubsetsModelEntry();

/// Polynomial network f(x) = Σ_s λ_s <p_s, x>^m (Livni et al. 2014; Blondel et al. 2016; Atarashi
/// et al. 2019, section 6), by coordinate descent (factor_descent.h); not affine in p_sj, so a step
/// that would raise the objective is halved.
LearnerEntry PolynomialNetworkEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_BUILTIN_LEARNERS_H_
