#ifndef MERCER_CORE_DISTRIBUTED_MPI_COMMUNICATOR_H_
#define MERCER_CORE_DISTRIBUTED_MPI_COMMUNICATOR_H_

#include <memory>

#include "core/distributed/communicator.h"

namespace mercer {

/// The communicator of the ranks of MPI_COMM_WORLD. MPI must be initialised (core/mpi/session.h).
/// In a build without MPI, which cannot initialise it, there is a single rank.
std::unique_ptr<Communicator> MakeMpiCommunicator();

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_MPI_COMMUNICATOR_H_
