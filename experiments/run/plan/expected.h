#ifndef MERCER_EXPERIMENTS_RUN_PLAN_EXPECTED_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_EXPECTED_H_

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/trial/trial.h"
#include "experiments/run/plan/cost.h"
#include "experiments/run/plan/run_options.h"
#include "experiments/store/record.h"

namespace mercer {

/// The seconds that a trial's record says its phases took; none where it did not finish. Where
/// others took the core of a single thread, its CPU time.
std::optional<double> MeasuredSeconds(const ResultRecord& record);

/// By what measured times of phases differ from expected ones. How long a solver iterates is a
/// matter of the data and the method, so a trial is corrected by the median ratio of those of its
/// data set and method; else of its method on two or more other data sets, else of its data set;
/// else not.
class CostCorrection {
 public:
  /// expected, measured: seconds of a finished trial; what takes less than 1 ms tells nothing.
  void Add(const Trial& trial, double expected, double measured);

  /// Of the trials of its data set and method alone.
  std::optional<double> OwnFactor(const Trial& trial) const;
  double Factor(const Trial& trial) const;

 private:
  // ratios by method (tuning apart) and data set
  std::map<std::string, std::map<std::string, std::vector<double>>> ratios_;
};

/// What is expected of one trial of a plan.
struct ExpectedTrial {
  std::optional<TrialCost> cost{};  // of CostModel
  // Of all phases, corrected by finished trials, and of all else: Gram errors, the process, and its
  // rows where it is the first of the plan to run with them. Negative where not known.
  double seconds = -1;
  bool here = true;  // its data are on this machine; it is skipped otherwise
  bool fits = true;  // what it will take is within the limit of memory; it is skipped otherwise

  bool IsSkipped() const { return !here || !fits; }
};

/// The finished trials of a results folder by id; none where there is no such folder.
std::map<std::string, ResultRecord> FinishedRecords(const std::filesystem::path& folder);

/// An earlier run of the same experiment elsewhere, and how fast its machine was.
struct EarlierRun {
  Passport passport;
  std::vector<ResultRecord> records{};
};

/// The runs of a published results folder; none where there is none, or it cannot be read. A run
/// that says nothing of its machine is taken to have had this one's passport.
std::vector<EarlierRun> PublishedRuns(const std::filesystem::path& folder,
                                      const Passport& passport);

/// For each trial of the plan, in its order. `records` holds what ran before, by id; limit_bytes:
/// MemoryLimitBytes, 0 for none. What `earlier` runs tell of a data set and method counts where
/// the records tell nothing of both.
std::vector<ExpectedTrial> ExpectTrials(const std::vector<PlannedTrial>& plan,
                                        const Catalogue& catalogue, const Passport& passport,
                                        const std::map<std::string, ResultRecord>& records,
                                        double limit_bytes = 0,
                                        const std::vector<EarlierRun>& earlier = {});

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_EXPECTED_H_
