#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_VERDICTS_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_VERDICTS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/claims/paper_claims.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// One thing that a test says, decided: a pair of cells, a slope, or a cell.
struct ClaimCase {
  std::string text;   // the cells and their values
  double margin = 0;  // how far from turning, in the unit of what is compared; below 0: not true
  double standard_error = 0;
  bool holds = false;
  bool missing = false;
  bool invalid_times = false;  // other work ran beside some of the trials timed
  bool unsolved = false;       // a cell has trials that are no result
};

struct ClaimCases {
  std::vector<ClaimCase> cases{};
  std::string substitute{};  // a data set whose cells are left out, as it stands in for another
};

/// The cases of one test. The standard error of a difference is that of two independent means; of a
/// standard deviation that of normal values, s/√(2(n − 1)); of a slope that of the residuals of its
/// least-squares line, √(Σr²/(m − 2)/Σ(x − x̄)²). Cells of substitute data are left out, but where
/// the paper's own numbers are compared. O(cells²).
ClaimCases CasesOf(const ClaimTest& test, const Summary& summary);

/// With three significant digits.
std::string ShortNumber(double value);

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
