#ifndef MERCER_EXPERIMENTS_CLUSTER_WORKER_RANK_H_
#define MERCER_EXPERIMENTS_CLUSTER_WORKER_RANK_H_

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "experiments/cluster/agreement.h"
#include "experiments/cluster/transport.h"

namespace mercer {

/// The settings of a worker, a rank other than 0, for its trials.
struct WorkerRankSettings {
  std::vector<Experiment> experiments{};
  RunOptions options{};            // its own: worker, jobs, cores, share, limits
  std::filesystem::path data_dir;  // on its machine
  std::filesystem::path prepared;  // a folder on its machine for data that its trials share; "":
                                   // none
};

/// How a worker's part of a run ended: all ranks leave together; each leaves by itself, because one
/// is gone; or rank 0 is gone.
enum class WorkerRankEnd { kTogether, kApart, kRank0Gone };

/// Runs the trials that rank 0 sends, in worker processes, and sends their records back, until rank
/// 0 ends the run or is silent for `timeout` seconds. Worker processes that still run are then
/// ended. If no process can be started it reports that to rank 0 and runs nothing more.
WorkerRankEnd RunWorkerRank(Transport& transport, const WorkerRankSettings& settings,
                            double timeout);

/// Rank 0's part of the agreement: collects all ranks' statements, its own first. The statement of
/// a rank that is silent for `timeout` seconds gives this as the reason why it cannot work.
std::vector<RankStatement> CollectStatements(Transport& transport, RankStatement own,
                                             double timeout);
/// Lets the other ranks begin, and sends each its share of its machine.
void SendShares(Transport& transport, const std::vector<RankStatement>& statements);
/// Lets the other ranks leave, together or each by itself.
void SendEnd(Transport& transport, bool together);

/// The other ranks' part: sends the statement and waits until rank 0 has received all. Returns the
/// rank's share of its machine, or the end if there is no work.
std::variant<MachineShare, WorkerRankEnd> AskShare(Transport& transport, const RankStatement& own,
                                                   double timeout);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_WORKER_RANK_H_
