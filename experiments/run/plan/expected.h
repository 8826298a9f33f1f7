#ifndef MERCER_EXPERIMENTS_RUN_PLAN_EXPECTED_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_EXPECTED_H_

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/trial/trial.h"
#include "experiments/run/plan/cost/cost.h"
#include "experiments/run/plan/run_options.h"
#include "experiments/store/record.h"

namespace mercer {

/// The seconds that the phases of a trial took according to its record; nullopt if it did not
/// finish. The CPU time is used if the trial ran on a single thread and its wall times are not
/// valid.
std::optional<double> MeasuredSeconds(const ResultRecord& record);

/// Corrects expected times by the ratios of measured to expected times of finished trials. How many
/// iterations a solver needs depends on the data and the method. A trial is therefore corrected by
/// the median ratio of the trials of its data set and method; otherwise by that of its method on at
/// least two other data sets, otherwise by that of its data set, otherwise not at all.
class CostCorrection {
 public:
  /// Adds a finished trial, with its expected and measured seconds. Trials below 1 ms are ignored.
  void Add(const Trial& trial, double expected, double measured);

  /// The factor from the trials of the same data set and method alone; nullopt if there are none.
  std::optional<double> OwnFactor(const Trial& trial) const;
  double Factor(const Trial& trial) const;

 private:
  // ratios by method (tuning apart) and data set
  std::map<std::string, std::map<std::string, std::vector<double>>> ratios_;
};

/// What is expected of one trial of a plan.
struct ExpectedTrial {
  std::optional<TrialCost> cost{};  // from CostModel
  // Of all phases, as often as they are timed, corrected by finished trials, and of everything
  // else: Gram errors, the process, and preparing its rows if it is the first trial of the plan to
  // use them. Negative if unknown.
  double seconds = -1;
  bool here = true;  // its data are on this machine; otherwise it is skipped
  bool fits = true;  // its expected memory is within the limit; otherwise it is skipped

  bool IsSkipped() const { return !here || !fits; }
};

/// The finished trials of a results folder, by id; empty if there is no such folder.
std::map<std::string, ResultRecord> FinishedRecords(const std::filesystem::path& folder);

/// An earlier run of the same experiment on another machine, and the speed of that machine.
struct EarlierRun {
  Passport passport;
  std::vector<ResultRecord> records{};
};

/// The runs of a published results folder; empty if there is none or it cannot be read. A run
/// without information about its machine is assumed to have had `passport`.
std::vector<EarlierRun> PublishedRuns(const std::filesystem::path& folder,
                                      const Passport& passport);

/// The expectation for each trial of the plan, in its order. `records` holds the trials that ran
/// before, by id; `limit_bytes` is MemoryLimitBytes, 0 for none. The `earlier` runs are used for a
/// data set and method that no record covers.
std::vector<ExpectedTrial> ExpectTrials(const std::vector<PlannedTrial>& plan,
                                        const Catalogue& catalogue, const Passport& passport,
                                        const std::map<std::string, ResultRecord>& records,
                                        double limit_bytes = 0,
                                        const std::vector<EarlierRun>& earlier = {});

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_EXPECTED_H_
