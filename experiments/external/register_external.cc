#include "experiments/external/register_external.h"

#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/external/external_learner.h"
#include "experiments/external/external_map.h"

namespace mercer {

void RegisterExternal() {
  AddMap(ExternalMapEntry());
  AddLearner(ExternalLearnerEntry());
}

}  // namespace mercer
