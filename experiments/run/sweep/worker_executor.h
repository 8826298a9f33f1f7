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

#include "experiments/run/plan/run_options.h"
#include "experiments/run/process/fork_server.h"
#include "experiments/run/process/worker_process.h"
#include "experiments/run/sweep/executor.h"

namespace mercer {

/// Where and how worker processes work.
struct WorkerSettings {
  std::vector<std::string> command{};  // program and arguments, as `mercer worker`
  Isolation isolation = Isolation::kFork;
  std::filesystem::path data_dir;
  std::filesystem::path shared;           // folder of prepared data; "": none
  std::size_t jobs = 1;                   // trials at a time
  double seconds = 0;                     // limit of a trial's wall time; 0: none
  std::vector<std::vector<int>> cores{};  // of each of the jobs; empty: wherever the system likes
  std::vector<int> other_cores{};         // where the next worker may be made ready meanwhile
};

/// How worker processes of this process work, by the limits of the options or of the config, each
/// on cores of its own while there are enough.
WorkerSettings MakeWorkerSettings(const Experiment& experiment, const RunOptions& options,
                                  const std::filesystem::path& data_dir);

/// The text on a worker's standard input and back.
std::string WriteOrder(const TrialOrder& order, const TrialSettings& settings,
                       const WorkerSettings& workers);

/// What such a text tells.
struct ReadOrderResult {
  TrialOrder order{};
  TrialSettings settings{};
  std::filesystem::path data_dir;
};

/// Throws InvalidInput where the text is no order.
ReadOrderResult ReadOrder(const std::string& text);

/// Makes what every trial needs, so that it need not: for a process that forks for each of them.
void PrepareWorker();

/// What `mercer worker` does: runs the trial that `input` (of WriteOrder) tells of and returns the
/// text of its record. Throws InvalidInput where the input is something else.
std::string RunWorker(const std::string& input,
                      const std::function<void(const std::string&)>& on_phase = {});

/// A line before the record, which says what the worker is at.
std::string PhaseLine(const std::string& phase);

/// The record of a trial whose worker has ended: the one it returned, or one that says how it
/// ended: timeout, out_of_memory, failed; with the end of its standard error, time and memory.
ResultRecord RecordOfWorker(const TrialOrder& order, const TrialSettings& settings,
                            const WorkerSettings& workers, const WorkerEnd& end);

/// Each trial in a process of its own: a trial that crashes, hangs or takes too much memory is
/// recorded as failed, and the sweep continues. The process is a fork of the fork server of its
/// slot; where that gives none, and with Isolation::kExec, the program is started for it, and while
/// a long trial runs the process of the next one is made ready, on cores that no trial is timed on.
/// Calls from one thread only.
class WorkerExecutor : public Executor {
 public:
  /// `settings` must outlive it.
  WorkerExecutor(const TrialSettings& settings, WorkerSettings workers);

  std::size_t slots() const override { return workers_.jobs; }
  /// Throws std::runtime_error where the system starts no process.
  void Start(TrialOrder order) override;
  TrialOutcome Wait() override;
  /// Nothing where none has ended within the seconds, or where none runs.
  std::optional<TrialOutcome> WaitFor(double seconds);

 private:
  struct Running {
    TrialOrder order;
    std::size_t slot;
    std::unique_ptr<WorkerProcess> process;
    std::string phase{};
  };
  /// A fork for the slot; null where there is none to be had.
  std::unique_ptr<WorkerProcess> Fork(std::size_t slot);
  std::unique_ptr<WorkerProcess> StartNew(std::size_t slot);
  WorkerLimits LimitsOf(std::size_t slot) const;
  bool WantsNext(const Running& running) const;
  /// For so many seconds at most; negative: as long as it takes.
  void WaitForEvent(double at_most_seconds) const;
  std::optional<TrialOutcome> TakeEnded();
  void MakeNextReady();
  void TellPhase(Running& running) const;

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
