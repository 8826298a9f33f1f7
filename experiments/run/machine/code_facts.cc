#include "experiments/run/machine/code_facts.h"

#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/run/sweep/context.h"
#include "experiments/store/record.h"

namespace mercer {

std::vector<std::pair<std::string, std::string>> CodeFacts(const std::string& program_version) {
  return {{"version of the program", program_version},
          {"build", BuildText()},
          {"form of the records", std::to_string(kRecordSchema)},
          {"versions of the kernels", VersionsOf(KernelRegistry())},
          {"versions of the maps", VersionsOf(MapRegistry())},
          {"versions of the learners", VersionsOf(LearnerRegistry())}};
}

}  // namespace mercer
