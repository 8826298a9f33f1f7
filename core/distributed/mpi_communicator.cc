#include "core/distributed/mpi_communicator.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#ifdef MERCER_WITH_MPI
#include <mpi.h>
#endif

namespace mercer {

#ifdef MERCER_WITH_MPI

namespace {

constexpr int kTag = 1;

// MPI counts in ints.
constexpr std::size_t kLongest = std::size_t{1} << 30;

void Require(int code, const char* call) {
  if (code != MPI_SUCCESS) throw std::runtime_error(std::string(call) + " failed");
}

// In pieces that MPI can count: call(offset, count) for each.
template <class Call>
void InPieces(std::size_t bytes, const Call& call) {
  for (std::size_t begin = 0; begin < bytes; begin += kLongest)
    call(begin, static_cast<int>(std::min(kLongest, bytes - begin)));
}

class MpiCommunicator : public Communicator {
 public:
  MpiCommunicator(int rank, int size) : Communicator(rank, size) {}

 private:
  void DoSend(int to, const void* data, std::size_t bytes) override {
    InPieces(bytes, [&](std::size_t at, int count) {
      Require(
          MPI_Send(static_cast<const char*>(data) + at, count, MPI_BYTE, to, kTag, MPI_COMM_WORLD),
          "MPI_Send");
    });
  }
  void DoReceive(int from, void* data, std::size_t bytes) override {
    InPieces(bytes, [&](std::size_t at, int count) {
      Require(MPI_Recv(static_cast<char*>(data) + at, count, MPI_BYTE, from, kTag, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE),
              "MPI_Recv");
    });
  }
  void DoExchange(int peer, const void* out, void* in, std::size_t bytes) override {
    InPieces(bytes, [&](std::size_t at, int count) {
      Require(MPI_Sendrecv(static_cast<const char*>(out) + at, count, MPI_BYTE, peer, kTag,
                           static_cast<char*>(in) + at, count, MPI_BYTE, peer, kTag, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE),
              "MPI_Sendrecv");
    });
  }
};

}  // namespace

std::unique_ptr<Communicator> MakeMpiCommunicator() {
  int rank = 0, size = 1;
  Require(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  Require(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  return std::make_unique<MpiCommunicator>(rank, size);
}

#else

std::unique_ptr<Communicator> MakeMpiCommunicator() { return std::make_unique<SingleProcess>(); }

#endif

}  // namespace mercer
