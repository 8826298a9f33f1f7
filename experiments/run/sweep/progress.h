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
#include "experiments/run/plan/cost.h"
#include "experiments/run/plan/expected.h"
#include "experiments/run/sweep/observers.h"

namespace mercer {

/// Trials in a few words: "nursery polynomial rm D=500 rep 1". Where trials have several kernels of
/// one name, or maps or learners of one method, their parameters are added: "gaussian(sigma=2)";
/// where a data set has several labels, splits or preprocessings, these: "nursery [minmax]".
class TrialNames {
 public:
  TrialNames() = default;
  explicit TrialNames(const std::vector<const Trial*>& trials);

  std::string Of(const Trial& trial) const;

 private:
  // Those that need the parameters of the kernel, of the map, of the learner.
  std::set<std::string> kernels_{}, methods_{}, learners_{};
  std::set<std::pair<std::string, std::size_t>> datasets_{};  // and places in VariantOf
};

/// The names of all trials of a plan.
TrialNames NamesOf(const std::vector<PlannedTrial>& plan);

/// "3.2 s", "4 min 05 s", "2 h 10 min".
std::string FormatDuration(double seconds);

/// Shows how far a run is: on a terminal one line that is written over, with the time left from
/// what is expected and the trials measured so far, counts by status, and what the latest trial is
/// at; else a line for each trial that ends. What did not go well is a line of its own either way,
/// and so is for whom the run waits.
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

  /// May be asked from another thread.
  std::size_t done() const { return done_; }
  std::size_t total() const { return total_; }

  /// Each trial that is left as long as those of its cell took, else as long as it is expected to
  /// take, corrected by the trials that have ended (CostCorrection); negative while nothing is
  /// known.
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
  std::vector<Running> running_;      // the latest last
  std::string waiting_{};             // for what, while nothing runs
  std::map<std::string, int> ended_;  // by status, since OnStart
  Stopwatch since_estimate_{};        // estimating looks at every trial
  double estimate_ = -1;
  std::map<std::string, Speed> speeds_;  // by group, "" for all
  std::vector<double> expected_list_;    // of the trials to run, in order
  std::map<const Trial*, double> expected_;
  CostCorrection correction_{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_PROGRESS_H_
