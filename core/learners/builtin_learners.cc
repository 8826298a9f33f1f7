#include "core/learners/builtin_learners.h"

#include "core/learners/kernel/exact_blocked.h"
#include "core/learners/kernel/nearest_neighbour.h"
#include "core/learners/kernel/sdca.h"
#include "core/learners/linear/dense_dual.h"
#include "core/learners/linear/dense_newton.h"
#include "core/learners/linear/pegasos.h"
#include "core/learners/linear/ridge.h"
#include "core/learners/wrapped/liblinear.h"

namespace mercer {

const Registry<LearnerEntry>& LearnerRegistry() {
  static const Registry<LearnerEntry> registry("learner", {
                                                              LibsvmEntry(),
                                                              LiblinearEntry(),
                                                              DenseDualEntry(),
                                                              DenseNewtonEntry(),
                                                              RidgeEntry(),
                                                              KernelRidgeEntry(),
                                                              GpClassifierEntry(),
                                                              KernelGpClassifierEntry(),
                                                              NadarayaWatsonEntry(),
                                                              KernelNadarayaWatsonEntry(),
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
