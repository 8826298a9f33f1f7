#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_VERDICTS_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_VERDICTS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/claims/paper_claims.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// One decided case of a test: a pair of cells, a slope, or a cell.
struct ClaimCase {
  std::string text;   // the cells and their values
  double margin = 0;  // distance from the threshold, in the unit compared; below 0: does not hold
  double standard_error = 0;
  bool holds = false;
  bool missing = false;
  bool invalid_times = false;  // other work ran during some of the timed trials
  bool unsolved = false;       // a cell has trials that are not results
  bool is_exact = false;       // nothing in its cells is drawn at random
};

struct ClaimCases {
  std::vector<ClaimCase> cases{};
  std::string substitute{};  // a data set whose cells are left out because it substitutes for
                             // another
};

/// The cases of one test. The standard error of a difference is that of two independent means; that
/// of a standard deviation assumes normal values, s/√(2(n − 1)); that of a slope follows from the
/// residuals of its least-squares line, √(Σr²/(m − 2)/Σ(x − x̄)²). A cell without a finished trial
/// has no data. A data set of the config that no trial is of yet is taken to have the cells of the
/// others, and while trials are missing each data set to have all kernels and methods, at the D
/// that it has. Cells of substitute data are left out, unless the paper's own numbers are compared.
/// O(cells²).
ClaimCases CasesOf(const ClaimTest& test, const Summary& summary);

/// The number with three significant digits.
std::string ShortNumber(double value);

/// kUntold if cells that are missing, substituted or unsolved would decide, or if no test can.
enum class ClaimVerdict { kHolds, kFails, kUntold };

/// "holds", "does not hold", "cannot be told".
std::string_view ClaimVerdictText(ClaimVerdict verdict);

struct JudgedClaim {
  ClaimVerdict verdict = ClaimVerdict::kUntold;
  std::string why;  // for each test the number of cases that hold, and the closest or worst case
};

/// Judges a claim by the summaries of its paper's tables, given by table ("figure2"). A case is a
/// pair of cells whose keys are equal except for those that either side fixes (the D of a method
/// without a map equals any D); for an order each pair of neighbours; for a slope the cells that
/// differ in D alone; for a value each cell. A case is decided by its means alone; its distance
/// from the threshold is reported in standard errors. The verdict is kUntold if a table is missing,
/// a test has cells of substitute data only, or there is no case at all, unless another test
/// already fails. Cases without data and unsolved ones do not count; the verdict is kUntold if they
/// would decide it, or if cases without data are left and all that speaks against the claim are
/// cases false by at most two standard errors, or of single draws. O(cells²).
JudgedClaim Judge(const PaperClaim& claim, const std::map<std::string, const Summary*>& tables);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CLAIMS_CLAIM_VERDICTS_H_
