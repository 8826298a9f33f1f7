#include "core/learners/builtin_learners.h"

#include <utility>
#include <vector>

#include "core/base/error.h"
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

// Those of other layers, until the registry is made.
struct AddedLearners {
  std::vector<LearnerEntry> entries{};
  bool taken = false;
};

AddedLearners& Added() {
  static AddedLearners added;
  return added;
}

std::vector<LearnerEntry> AllEntries() {
  std::vector<LearnerEntry> entries = Entries();
  AddedLearners& added = Added();
  added.taken = true;
  for (LearnerEntry& entry : added.entries) entries.push_back(std::move(entry));
  return entries;
}

}  // namespace

const Registry<LearnerEntry>& LearnerRegistry() {
  static const Registry<LearnerEntry> registry("learner", AllEntries());
  return registry;
}

void AddLearner(LearnerEntry entry) {
  MERCER_CHECK(!Added().taken);
  Added().entries.push_back(std::move(entry));
}

std::unique_ptr<Learner> MakeLearner(const std::string& name, const Params& params) {
  const Registry<LearnerEntry>& registry = LearnerRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

}  // namespace mercer
