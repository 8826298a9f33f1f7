#include "core/learners/builtin_learners.h"

#include "core/learners/all_subsets_model.h"
#include "core/learners/dense_dual.h"
#include "core/learners/dense_newton.h"
#include "core/learners/exact_blocked.h"
#include "core/learners/exact_pairs.h"
#include "core/learners/factorization_machine.h"
#include "core/learners/kernel_ridge.h"
#include "core/learners/liblinear.h"
#include "core/learners/libsvm.h"
#include "core/learners/nearest_neighbour.h"
#include "core/learners/pegasos.h"
#include "core/learners/polynomial_network.h"
#include "core/learners/ridge.h"
#include "core/learners/sdca.h"

namespace mercer {

const Registry<LearnerEntry>& LearnerRegistry() {
  static const Registry<LearnerEntry> registry("learner", {
                                                              LibsvmEntry(),
                                                              LiblinearEntry(),
                                                              DenseDualEntry(),
                                                              DenseNewtonEntry(),
                                                              RidgeEntry(),
                                                              KernelRidgeEntry(),
                                                              FactorizationMachineEntry(),
                                                              AllSubsetsModelEntry(),
                                                              PolynomialNetworkEntry(),
                                                              NearestNeighbourEntry(),
                                                              PegasosEntry(),
                                                              SdcaEntry(),
                                                              KernelSdcaEntry(),
                                                              ExactBlockedEntry(),
                                                              ExactPairsEntry(),
                                                          });
  return registry;
}

std::unique_ptr<Learner> MakeLearner(const std::string& name, const Params& params) {
  const Registry<LearnerEntry>& registry = LearnerRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

}  // namespace mercer
