#ifndef MERCER_EXPERIMENTS_CLUSTER_FOLLOW_H_
#define MERCER_EXPERIMENTS_CLUSTER_FOLLOW_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cluster/agreement.h"
#include "experiments/cluster/post.h"

namespace mercer {

/// What a rank other than 0 works with.
struct FollowerSettings {
  std::vector<Experiment> experiments{};
  RunOptions options{};            // its own: worker, jobs, cores, share, limits
  std::filesystem::path data_dir;  // on its machine
  std::filesystem::path prepared;  // a folder on its machine for what its trials share; "": none
};

/// Runs what rank 0 orders, in worker processes, and sends back what comes of it, until rank 0 says
/// that it is over. False where rank 0 is silent for `timeout` seconds: it is gone. Workers that
/// still run are ended. Where no process can be started it tells rank 0 and returns true.
bool Follow(Post& post, const FollowerSettings& settings, double timeout);

/// Rank 0's part of the agreement: all ranks' statements, its own first. A rank that is silent for
/// `timeout` seconds states that as its fault.
std::vector<RankStatement> CollectStatements(Post& post, RankStatement own, double timeout);
/// Has the others work, each with what it has of its machine.
void SendShares(Post& post, const std::vector<RankStatement>& statements);
/// Has the others leave.
void SendEnd(Post& post);

/// The others' part: sends the statement and waits until rank 0 knows all; nothing where it says
/// that there is no work, or is silent for `timeout` seconds.
std::optional<MachineShare> AskShare(Post& post, const RankStatement& own, double timeout);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_FOLLOW_H_
