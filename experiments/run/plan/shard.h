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

/// Returns the value of an environment variable; "" if it is not set.
using EnvironmentReader = std::function<std::string(const std::string&)>;
std::string ReadEnvironment(const std::string& name);

/// Parses a shard. "i/n" is shard i of n. "auto" is the task of the job array that this process
/// belongs to, from the variables of Slurm (SLURM_ARRAY_TASK_ID, _MIN, _MAX, _STEP, _COUNT) or SGE
/// (SGE_TASK_ID, _FIRST, _LAST, _STEPSIZE); tasks are numbered from 1 in their order. "auto/n" is
/// shard i of n where i is the task's number (PBS is supported too: PBS_ARRAY_INDEX, PBS_ARRAYID).
/// Throws InvalidInput for any other text, for i outside 1..n, and for "auto" outside of an array,
/// in an array of unknown size, or in one whose task numbers have gaps.
Shard ParseShard(const std::string& text, const EnvironmentReader& environment = ReadEnvironment);

/// The text of a shard, such as "2/4".
std::string ShardText(const Shard& shard);

/// The shard, 1..count, of each trial, by trial id. It is computed from a hash of the id, so that
/// it does not depend on the other trials. Trials that depend on each other (tuned_by, timed_by)
/// are in the same shard: that of the trial they depend on that itself depends on none (the first
/// by id if there are several). `trials` must contain all trials that its trials depend on.
std::map<std::string, int> AssignShards(const std::vector<Trial>& trials, int count);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_SHARD_H_
