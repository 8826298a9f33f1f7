#ifndef MERCER_EXPERIMENTS_RUN_PLAN_SHARD_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_SHARD_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiments/config/trial/trial.h"

namespace mercer {

/// One of `count` parts of an experiment's trials, 1 ≤ index ≤ count.
struct Shard {
  int index = 1;
  int count = 1;
};

/// The value of an environment variable; "" where it is not set.
using EnvironmentReader = std::function<std::string(const std::string&)>;
std::string ReadEnvironment(const std::string& name);

/// "i/n", or "auto": the task of the job array that this process is of, by the variables of Slurm
/// (SLURM_ARRAY_TASK_ID, _MIN, _MAX, _STEP, _COUNT) or SGE (SGE_TASK_ID, _FIRST, _LAST, _STEPSIZE),
/// whose tasks count from 1 in their order; or "auto/n": shard i of n where i is the task's number
/// (of PBS, too: PBS_ARRAY_INDEX, PBS_ARRAYID). Throws InvalidInput for another text, i outside
/// 1..n, "auto" outside of an array, where its size is not known, or where its numbers leave some
/// out.
Shard ParseShard(const std::string& text, const EnvironmentReader& environment = ReadEnvironment);

/// "2/4"
std::string ShardText(const Shard& shard);

/// The shard, 1..count, of each trial by id: a hash of its id, so that it stays where it is
/// whatever else there is. Trials that need each other (tuned_by, timed_by) are in the shard of
/// the needed one that needs none (of several: of the first id). `trials` holds whatever they name.
std::map<std::string, int> AssignShards(const std::vector<Trial>& trials, int count);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_SHARD_H_
