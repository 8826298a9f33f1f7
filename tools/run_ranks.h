#ifndef MERCER_TOOLS_RUN_RANKS_H_
#define MERCER_TOOLS_RUN_RANKS_H_

#include <string>
#include <vector>

#include "core/mpi/launch.h"

namespace mercer {

/// `mercer run` as one of several ranks of an MPI launcher: rank 0 runs the experiments, stores the
/// records and speaks; the others run the trials that it orders. Returns the exit code, 0 on the
/// others whatever rank 0's is. Throws InvalidInput in a build without MPI, and on rank 0 where the
/// ranks do not agree (agreement.h) or as RunPrepared does.
int RunOverRanks(const MpiLaunch& launch, const std::vector<std::string>& arguments);

}  // namespace mercer

#endif  // MERCER_TOOLS_RUN_RANKS_H_
