#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_WORKER_EXECUTOR_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_WORKER_EXECUTOR_H_

#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/machine/core_claims.h"
#include "experiments/run/plan/run_options.h"
#include "experiments/run/process/fork_server.h"
#include "experiments/run/process/worker_process.h"
#include "experiments/run/sweep/executor.h"

namespace mercer {

/// Where and how worker processes work.
struct WorkerSettings {
  std::vector<std::string> command{};  // program and arguments, such as `mercer worker`
  Isolation isolation = Isolation::kFork;
  std::filesystem::path data_dir;
  std::filesystem::path shared;           // folder of prepared data; "": none
  std::size_t jobs = 1;                   // trials at a time
  double seconds = 0;                     // limit of a trial's wall time; 0: none
  std::vector<std::vector<int>> cores{};  // for each of the jobs; empty: the system decides
  std::vector<int> other_cores{};         // cores on which the next worker may be prepared
                                          // meanwhile
  std::shared_ptr<CoreClaims> claims{};   // of `cores`, which other runs then leave alone
};

/// The settings for the worker processes of this process, with the limits of the options or the
/// config. Each worker has its own cores while there are enough: those of --cores, else, if they
/// are enough, cores that no other run on this machine has claimed.
WorkerSettings MakeWorkerSettings(const Experiment& experiment, const RunOptions& options,
                                  const std::filesystem::path& data_dir,
                                  std::shared_ptr<CoreClaims> claims);

/// Writes the text for a worker's standard input. ReadOrder reads it.
std::string WriteOrder(const TrialOrder& order, const TrialSettings& settings,
                       const WorkerSettings& workers);

/// The contents of such a text.
struct ReadOrderResult {
  TrialOrder order{};
  TrialSettings settings{};
  std::filesystem::path data_dir;
};

/// Throws InvalidInput if the text is not an order.
ReadOrderResult ReadOrder(const std::string& text);

/// Prepares what every trial needs, so that trials need not do it. For a process that forks for
/// each trial.
void PrepareWorker();

/// The implementation of `mercer worker`: runs the trial described by `input` (from WriteOrder) and
/// returns the text of its record. Throws InvalidInput if the input is not an order.
std::string RunWorker(const std::string& input,
                      const std::function<void(const std::string&)>& on_phase = {});

/// A line that a worker writes before the record, to report the part it has reached.
std::string PhaseLine(const std::string& phase);

/// The record of a trial whose worker has ended: the one it returned, or one that says how it ended
/// (timeout, out_of_memory or failed) with the last lines of its standard error, its time and its
/// memory.
ResultRecord RecordOfWorker(const TrialOrder& order, const TrialSettings& settings,
                            const WorkerSettings& workers, const WorkerEnd& end);

/// Runs each trial in its own process: a trial that crashes, hangs or takes too much memory is
/// recorded as failed, and the sweep continues. The process is a fork of the fork server of its
/// slot. If the server gives none, and with Isolation::kExec, the program is started for the trial.
/// While a long trial runs, the process for the next one is prepared, on cores that no trial is
/// timed on. Must be used from one thread only.
class WorkerExecutor : public Executor {
 public:
  /// `settings` must outlive it.
  WorkerExecutor(const TrialSettings& settings, WorkerSettings workers);

  std::size_t slots() const override { return workers_.jobs; }
  /// Throws std::runtime_error if the system starts no process.
  void Start(TrialOrder order) override;
  TrialOutcome Wait() override;
  /// nullopt if no trial has ended within the seconds, or if none is running.
  std::optional<TrialOutcome> WaitFor(double seconds);

 private:
  struct Running {
    TrialOrder order;
    std::size_t slot;
    std::unique_ptr<WorkerProcess> process;
    std::string phase{};
  };
  /// A fork for the slot; null if none is available.
  std::unique_ptr<WorkerProcess> Fork(std::size_t slot);
  std::unique_ptr<WorkerProcess> StartNew(std::size_t slot);
  WorkerLimits LimitsOf(std::size_t slot) const;
  bool WantsNext(const Running& running) const;
  /// Waits at most this many seconds; negative: no limit.
  void WaitForEvent(double at_most_seconds) const;
  std::optional<TrialOutcome> TakeEnded();
  void MakeNextReady();
  void ReportPhase(Running& running) const;

  const TrialSettings& settings_;
  WorkerSettings workers_;
  std::vector<std::string> when_command_, server_command_;
  std::vector<std::size_t> free_slots_;
  std::map<std::size_t, std::unique_ptr<ForkServer>> servers_;  // by slot
  bool has_forked_ = false;
  std::list<Running> running_;
  std::map<std::size_t, std::unique_ptr<WorkerProcess>> ready_;  // by slot
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_WORKER_EXECUTOR_H_
