#include "core/mpi/launch.h"
#include "tools/command.h"
#include "tools/prepared_run.h"
#include "tools/run_ranks.h"

namespace mercer {

int RunCommand(const std::vector<std::string>& arguments) {
  const std::optional<MpiLaunch> launch = FindMpiLaunch();
  if (launch && launch->size > 1) return RunOverRanks(*launch, arguments);
  PreparedRun run = PrepareRun(arguments);
  return RunPrepared(run);
}

}  // namespace mercer
