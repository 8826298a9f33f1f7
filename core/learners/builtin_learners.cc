#include "core/learners/builtin_learners.h"

#include <utility>
#include <vector>

#include "core/learners/kernel/exact_blocked.h"
#include "core/learners/kernel/nearest_neighbour.h"
#include "core/learners/kernel/sdca.h"
#include "core/learners/linear/dense_dual.h"
#include "core/learners/linear/dense_newton.h"
#include "core/learners/linear/pegasos.h"
#include "core/learners/linear/ridge.h"
#include "core/learners/wrapped/liblinear.h"

namespace mercer {
namespace {

std::vector<LearnerEntry> Entries() {
  // clang-format off
  return {
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
  };
  // clang-format on
}

AddedEntries<LearnerEntry>& Added() {
  static AddedEntries<LearnerEntry> added;
  return added;
}

}  // namespace

const Registry<LearnerEntry>& LearnerRegistry() {
  static const Registry<LearnerEntry> registry("learner", Added().Behind(Entries()));
  return registry;
}

void AddLearner(LearnerEntry entry) { Added().Add(std::move(entry)); }

std::unique_ptr<Learner> MakeLearner(const std::string& name, const Params& params) {
  const Registry<LearnerEntry>& registry = LearnerRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

}  // namespace mercer
