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

/// Makes what runs the trials of one run; the settings outlive it.
using ExecutorMaker =
    std::function<std::unique_ptr<Executor>(const TrialSettings&, const WorkerSettings&)>;

/// What a process has of its machine where several processes of one run are on it.
struct MachineShare {
  std::size_t trials = 0;    // at a time on this machine, of all of them; 0: the jobs
  std::size_t on_cores = 0;  // of these, on the cores that this process may use; 0: the jobs
  std::size_t first = 0;     // of those, the first that is this process's
};

/// How the process of a trial comes to be: as a fork of a worker that has been started, or as a
/// program that is started for it.
enum class Isolation { kFork, kExec };

struct RunOptions {
  std::filesystem::path out;  // results folder
  int threads = 1;
  std::size_t jobs = 1;               // trials at a time; times of more than one are not valid
  double timeout_seconds = 0;         // of a trial, in place of the config's; 0: the config's
  double memory_gib = 0;              // of a trial, in place of the config's; 0: the config's
  std::vector<int> cores{};           // that trials run on; empty: all that this process may use
  std::vector<std::string> worker{};  // command of a worker process; empty: trials run in this one
  Isolation isolation = Isolation::kFork;
  std::vector<std::pair<std::string, std::string>> only{};      // --only key=value
  std::vector<std::pair<std::string, std::string>> settings{};  // --set, for the context
  std::vector<std::string> retry{};  // statuses to run again, "stale" among them
  Shard shard{};                     // the part of the trials asked for
  int ranks = 1;                     // that run trials together
  MachineShare share{};
  ExecutorMaker make_executor{};  // empty: `worker` and `jobs` say where trials run
  bool passport = false;          // put the machine's passport into the context of a run
};

/// Bytes that one trial may take: --memory, else the config's, else the machine's, divided by the
/// trials that run on it at a time.
double MemoryLimitBytes(const Experiment& experiment, const RunOptions& options);

/// One trial that was asked for.
struct PlannedTrial {
  Trial trial{};
  bool run = false;    // else its record is kept, or it is left stale
  bool stale = false;  // what there is of it was made with other data, code, seeds or tuned values
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_RUN_OPTIONS_H_
