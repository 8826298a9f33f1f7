#ifndef MERCER_EXPERIMENTS_CLUSTER_FOLLOW_H_
#define MERCER_EXPERIMENTS_CLUSTER_FOLLOW_H_

#include <filesystem>
#include <string>
#include <variant>
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

/// How a rank's work ended: all leave together, each by itself since one is gone, or rank 0 is
/// gone.
enum class FollowEnd { kTogether, kApart, kLeaderGone };

/// Runs what rank 0 orders, in worker processes, and sends back what comes of it, until rank 0 says
/// that it is over or is silent for `timeout` seconds. Workers that still run are ended. Where no
/// process can be started it tells rank 0 and does no more.
FollowEnd Follow(Post& post, const FollowerSettings& settings, double timeout);

/// Rank 0's part of the agreement: all ranks' statements, its own first. A rank that is silent for
/// `timeout` seconds states that as its fault.
std::vector<RankStatement> CollectStatements(Post& post, RankStatement own, double timeout);
/// Has the others work, each with what it has of its machine.
void SendShares(Post& post, const std::vector<RankStatement>& statements);
/// Has the others leave, together or each by itself.
void SendEnd(Post& post, bool together);

/// The others' part: sends the statement and waits until rank 0 knows all: what the rank has of its
/// machine, or the end where there is no work.
std::variant<MachineShare, FollowEnd> AskShare(Post& post, const RankStatement& own,
                                               double timeout);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_FOLLOW_H_
