#ifndef MERCER_EXPERIMENTS_CLUSTER_MPI_TRANSPORT_H_
#define MERCER_EXPERIMENTS_CLUSTER_MPI_TRANSPORT_H_

#include <memory>

#include "core/mpi/session.h"
#include "experiments/cluster/transport.h"

namespace mercer {

/// Sends messages by MPI. A separate thread sends a sign of life every second.
class MpiTransport : public Transport {
 public:
  /// `session` must outlive it. Throws InvalidInput in a build without MPI.
  explicit MpiTransport(const MpiSession& session);
  /// Waits up to a second for sent messages to arrive.
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
