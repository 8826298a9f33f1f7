#ifndef MERCER_EXPERIMENTS_RUN_PLAN_EXPECTED_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_EXPECTED_H_

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run/plan/cost.h"
#include "experiments/run/plan/cost_correction.h"
#include "experiments/run/sweep/runner.h"

namespace mercer {

/// What is expected of one trial of a plan.
struct ExpectedTrial {
  std::optional<TrialCost> cost{};  // of CostModel
  double seconds = -1;  // of all phases, corrected by finished trials; negative where not known
  bool here = true;     // its data are on this machine; it is skipped otherwise
  bool fits = true;     // what it will take is within the limit of memory; it is skipped otherwise

  bool IsSkipped() const { return !here || !fits; }
};

/// The finished trials of a results folder by id; none where there is no such folder.
std::map<std::string, ResultRecord> FinishedRecords(const std::filesystem::path& folder);

/// For each trial of the plan, in its order. `records` holds what ran before, by id; limit_bytes:
/// MemoryLimitBytes, 0 for none.
std::vector<ExpectedTrial> ExpectTrials(const std::vector<PlannedTrial>& plan,
                                        const Catalogue& catalogue, const Passport& passport,
                                        const std::map<std::string, ResultRecord>& records,
                                        double limit_bytes = 0);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_EXPECTED_H_
