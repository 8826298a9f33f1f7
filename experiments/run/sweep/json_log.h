#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_JSON_LOG_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_JSON_LOG_H_

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "experiments/run/sweep/observers.h"

namespace mercer {

/// Appends the events of a run to a file, one JSON object per line, written as soon as they happen.
/// `event` is run_start (experiment, total, to_run), trial_start (id), trial_end (id, status,
/// metric, value, seconds, message), waiting (ids of trials that another process runs, process),
/// trial_lost (id, message: it runs again), run_end (the number of ended trials by status) or
/// run_stopped (by a signal). `time` is in UTC. A value that a trial does not have is null.
class JsonLog : public RunObserver {
 public:
  /// Throws InvalidInput, naming the path, if the file cannot be opened.
  explicit JsonLog(const std::filesystem::path& path);

  struct InFolder {
    std::filesystem::path folder;  // of results
  };
  /// The log that the run which follows keeps in its results folder (RunLogPath). It is made when
  /// the first trial starts, so that a run of no trial leaves none; where it cannot be made the run
  /// goes on without, as failed() says.
  explicit JsonLog(InFolder results) : folder_(std::move(results.folder)) {}

  ~JsonLog() override;
  JsonLog(const JsonLog&) = delete;
  JsonLog& operator=(const JsonLog&) = delete;

  /// Sets the experiment of the following run.
  void set_experiment(std::string name) { experiment_ = std::move(name); }

  void OnRun(const std::string& run_id) override;
  void OnStart(std::size_t total, const std::vector<const Trial*>& to_run) override;
  void OnTrialStart(const Trial& trial) override;
  void OnWaiting(const std::vector<const Trial*>& trials, std::optional<int> process) override;
  void OnTrialLost(const Trial& trial, const ResultRecord& record) override;
  void OnTrialEnd(const Trial& trial, const ResultRecord& record, double seconds) override;
  void OnEnd() override;

  /// Logs run_stopped. May be called from any thread.
  void OnStopped();

  /// Whether a line could not be written, for example on a full disk; the run continues without it.
  bool failed() const { return failed_; }

  const std::filesystem::path& path() const { return path_; }

 private:
  void Open();
  void Write(const std::string& line);
  void WriteLocked(const std::string& lines);

  std::filesystem::path folder_{}, path_{};
  std::mutex mutex_;  // of the next four
  int descriptor_ = -1;
  std::string held_{};  // lines from before the file was made
  bool failed_ = false;
  bool torn_ = false;  // the file ends in a part of a line
  std::string experiment_;
  std::map<std::string, std::size_t> ended_;  // number of ended trials by status
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_JSON_LOG_H_
