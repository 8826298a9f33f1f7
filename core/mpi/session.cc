#include "core/mpi/session.h"

#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "core/base/error.h"

#ifdef MERCER_WITH_MPI
#include <mpi.h>
#endif

namespace mercer {

#ifdef MERCER_WITH_MPI

bool MpiSession::IsBuilt() { return true; }

MpiSession::MpiSession() : exceptions_(std::uncaught_exceptions()) {
  int provided = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS ||
      provided < MPI_THREAD_SERIALIZED) {
    throw std::runtime_error("MPI cannot be initialised for a process with threads");
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

MpiSession::~MpiSession() {
  if (std::uncaught_exceptions() > exceptions_ && size_ > 1) Abort(1);
  MPI_Finalize();
}

void MpiSession::Abort(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

#else

bool MpiSession::IsBuilt() { return false; }

MpiSession::MpiSession() {
  throw InvalidInput(
      "this build of mercer has no MPI; install an MPI (Debian: libopenmpi-dev, openmpi-bin) and "
      "build with -DMERCER_WITH_MPI=ON, or start one process without mpirun");
}

MpiSession::~MpiSession() = default;

void MpiSession::Abort(int code) { std::_Exit(code); }

#endif

}  // namespace mercer
