#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_VERDICTS_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_VERDICTS_H_

#include <map>
#include <string>
#include <string_view>

#include "experiments/report/claims/paper_claims.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// kUntold where data are missing, a substitute or unsolved, or no test can tell.
enum class ClaimVerdict { kHolds, kFails, kUntold };

/// "holds", "does not hold", "cannot be told".
std::string_view ClaimVerdictText(ClaimVerdict verdict);

struct JudgedClaim {
  ClaimVerdict verdict = ClaimVerdict::kUntold;
  std::string why;  // for each test how many cases it is true of, and the closest or worst one
};

/// Holds a claim against the summaries of its paper's tables, by table ("figure2"). A case is a
/// pair of cells whose keys agree but for those that either side fixes (the D of a method without
/// map agrees with any); for an order each pair of neighbours; for a slope the cells that differ in
/// D alone; for a value each cell. A case decides by its means alone; how many standard errors it
/// is away from turning is said. A table that is not there, a case without data, or no case at all:
/// kUntold, unless another test already fails; so is a test that has cells of
/// substitute data alone. Unsolved cases count neither way: kUntold where they would decide.
/// O(cells²).
JudgedClaim Judge(const PaperClaim& claim, const std::map<std::string, const Summary*>& tables);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_VERDICTS_H_
