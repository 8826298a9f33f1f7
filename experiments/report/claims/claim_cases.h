#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_CASES_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_CASES_H_

#include <string>
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

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_CASES_H_
