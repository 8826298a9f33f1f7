#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_PROGRESS_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_PROGRESS_H_

#include <atomic>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/stopwatch.h"
#include "experiments/run/machine/terminal_line.h"
#include "experiments/run/plan/cost/cost.h"
#include "experiments/run/plan/expected.h"
#include "experiments/run/sweep/observers.h"

namespace mercer {

/// Short names of trials: "nursery polynomial rm D=500 rep 1". If the trials have several kernels
/// of one name, or several maps or learners of one method, their parameters are added:
/// "gaussian(sigma=2)". If a data set has several labels, splits or preprocessings, these are
/// added: "nursery [minmax]".
class TrialNames {
 public:
  TrialNames() = default;
  explicit TrialNames(const std::vector<const Trial*>& trials);

  std::string Of(const Trial& trial) const;

 private:
  // The kernels, methods and learners whose names need parameters.
  std::set<std::string> kernels_{}, methods_{}, learners_{};
  std::set<std::pair<std::string, std::size_t>> datasets_{};  // with indices in VariantOf
};

/// The names of all trials of a plan.
TrialNames NamesOf(const std::vector<PlannedTrial>& plan);

/// A duration for people: "3.2 s", "4 min 05 s", "2 h 10 min".
std::string FormatDuration(double seconds);

/// Shows the progress of a run. On a terminal it is one line that is overwritten, with the time
/// left (from the expected times and the trials measured so far), counts by status, and the part
/// that the latest trial has reached; otherwise one line for each trial that ends. Problems, and
/// which process the run waits for, are reported on separate lines in both cases.
class Progress : public RunObserver {
 public:
  /// `jobs`: trials at a time.
  Progress(std::ostream& out, bool terminal, std::size_t jobs = 1)
      : line_(out, terminal), jobs_(jobs) {}

  void OnExpected(const std::vector<double>& seconds) override { expected_list_ = seconds; }
  void OnStart(std::size_t total, const std::vector<const Trial*>& to_run) override;
  void OnTrialStart(const Trial& trial) override;
  void OnPhase(const Trial& trial, const std::string& phase) override;
  void OnWaiting(const std::vector<const Trial*>& trials, std::optional<int> process) override;
  void OnTrialLost(const Trial& trial, const ResultRecord& record) override;
  void OnTrialEnd(const Trial& trial, const ResultRecord& record, double seconds) override;
  void OnEnd() override;

  /// May be called from another thread.
  std::size_t done() const { return done_; }
  std::size_t total() const { return total_; }

  /// The estimated seconds left. A remaining trial is assumed to take as long as the finished
  /// trials of its cell, otherwise as long as expected, corrected by the finished trials
  /// (CostCorrection). Negative while nothing is known.
  double SecondsLeft() const;

 private:
  /// Trials that are expected to take the same time.
  struct Speed {
    double seconds = 0;
    int trials = 0;
  };
  struct Running {
    const Trial* trial;
    std::string phase;
  };
  /// "[#####...............] 12/48, 9 ok, 2 failed: nursery polynomial rm D=50 rep 1, fit".
  std::string Line() const;
  void Draw();

  TerminalLine line_;
  TrialNames names_{};
  std::size_t jobs_;
  std::atomic<std::size_t> done_{0}, total_{0};
  std::set<const Trial*> left_;
  std::vector<Running> running_;      // in order of start, the latest last
  std::string waiting_{};             // what the run waits for, while nothing runs
  std::map<std::string, int> ended_;  // by status, since OnStart
  Stopwatch since_estimate_{};        // estimating looks at every trial, so it is done rarely
  double estimate_ = -1;
  std::map<std::string, Speed> speeds_;  // by group, "" for all
  std::vector<double> expected_list_;    // of the trials to run, in order
  std::map<const Trial*, double> expected_;
  CostCorrection correction_{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_PROGRESS_H_
