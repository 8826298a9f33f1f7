#ifndef MERCER_CORE_MPI_LAUNCH_H_
#define MERCER_CORE_MPI_LAUNCH_H_

#include <optional>
#include <string>

namespace mercer {

/// How an MPI launcher started this process, according to the environment. This is known before MPI
/// is initialised, and also in a build without MPI, which must refuse to run as one of several
/// ranks.
struct MpiLaunch {
  std::string launcher;  // "Open MPI" or "PMI" (MPICH, Intel MPI, srun --mpi=pmi2)
  int rank = 0;          // of this process, 0 ≤ rank < size
  int size = 1;          // processes started together, >= 1
};

/// Empty if no launcher started this process or its environment variables are not such numbers.
std::optional<MpiLaunch> FindMpiLaunch();

}  // namespace mercer

#endif  // MERCER_CORE_MPI_LAUNCH_H_
