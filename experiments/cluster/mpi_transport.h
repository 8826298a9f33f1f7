#ifndef MERCER_EXPERIMENTS_CLUSTER_MPI_TRANSPORT_H_
#define MERCER_EXPERIMENTS_CLUSTER_MPI_TRANSPORT_H_

#include <memory>

#include "core/mpi/session.h"
#include "experiments/cluster/transport.h"

namespace mercer {

/// Messages by MPI. A thread of its own sends a sign of life every second.
class MpiTransport : public Transport {
 public:
  /// `session` must outlive it. Throws InvalidInput in a build without MPI.
  explicit MpiTransport(const MpiSession& session);
  /// Gives what was sent a second to arrive.
  ~MpiTransport() override;

  int rank() const override;
  int size() const override;
  void Send(int to, MessageKind kind, std::string text) override;
  std::optional<Message> Receive() override;
  double SecondsSilent(int rank) override;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_MPI_TRANSPORT_H_
