#ifndef MERCER_CORE_DISTRIBUTED_MPI_COMMUNICATOR_H_
#define MERCER_CORE_DISTRIBUTED_MPI_COMMUNICATOR_H_

#include <memory>

#include "core/distributed/communicator.h"

namespace mercer {

/// The ranks of MPI_COMM_WORLD, once MPI is initialised (core/mpi/session.h). One rank in a build
/// without MPI, where none can be.
std::unique_ptr<Communicator> MakeMpiCommunicator();

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_MPI_COMMUNICATOR_H_
