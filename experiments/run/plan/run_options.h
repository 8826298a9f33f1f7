#ifndef MERCER_EXPERIMENTS_RUN_PLAN_RUN_OPTIONS_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_RUN_OPTIONS_H_

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/config/trial/experiment.h"
#include "experiments/run/plan/shard.h"

namespace mercer {

class Executor;
struct TrialSettings;
struct WorkerSettings;

/// Makes the executor that runs the trials of one run. The settings must outlive it.
using ExecutorMaker =
    std::function<std::unique_ptr<Executor>(const TrialSettings&, const WorkerSettings&)>;

/// The share of its machine that a process has if several processes of one run use it.
struct MachineShare {
  std::size_t trials = 0;    // trials at a time on this machine, of all processes; 0: the jobs
  std::size_t on_cores = 0;  // of these, trials on the cores that this process may use; 0: the jobs
  std::size_t first = 0;     // index of this process's first trial among those
};

/// How the process of a trial is started: as a fork of a worker that is already running, or as a
/// newly started program.
enum class Isolation { kFork, kExec };

struct RunOptions {
  std::filesystem::path out;  // results folder
  int threads = 1;
  std::size_t jobs = 1;               // trials at a time; with more than one, times are not valid
  double timeout_seconds = 0;         // limit of a trial, overriding the config's; 0: the config's
  double memory_gib = 0;              // limit of a trial, overriding the config's; 0: the config's
  std::vector<int> cores{};           // cores that trials run on; empty: all that this process may
                                      // use
  std::vector<std::string> worker{};  // command of a worker process; empty: trials run in this one
  Isolation isolation = Isolation::kFork;
  std::vector<std::pair<std::string, std::string>> only{};      // --only key=value
  std::vector<std::pair<std::string, std::string>> settings{};  // --set, recorded in the context
  std::vector<std::string> retry{};  // what to run again, of RetryStatuses()
  Shard shard{};                     // the part of the selected trials to run
  int ranks = 1;                     // number of MPI ranks that run trials together
  MachineShare share{};
  ExecutorMaker make_executor{};  // empty: `worker` and `jobs` determine where trials run
  bool passport = false;          // record the machine's passport in the context of the run
};

/// The bytes that one trial may use: the limit of --memory or else of the config, otherwise the
/// machine's memory divided by the number of trials that run on it at a time.
double MemoryLimitBytes(const Experiment& experiment, const RunOptions& options);

/// One selected trial.
struct PlannedTrial {
  Trial trial{};
  bool run = false;    // otherwise its record is kept, or it is left stale
  bool stale = false;  // its record was made with other data, code, seeds or tuned values
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_RUN_OPTIONS_H_
