#ifndef MERCER_EXPERIMENTS_CLUSTER_MPI_POST_H_
#define MERCER_EXPERIMENTS_CLUSTER_MPI_POST_H_

#include <memory>

#include "core/mpi/session.h"
#include "experiments/cluster/post.h"

namespace mercer {

/// Texts by MPI. A thread of its own says every second that this rank lives.
class MpiPost : public Post {
 public:
  /// `session` must outlive it. Throws InvalidInput in a build without MPI.
  explicit MpiPost(const MpiSession& session);
  /// Gives what was sent a second to arrive.
  ~MpiPost() override;

  int rank() const override;
  int size() const override;
  void Send(int to, Letter kind, std::string text) override;
  std::optional<ReceivedLetter> Receive() override;
  double SecondsSilent(int rank) override;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_MPI_POST_H_
