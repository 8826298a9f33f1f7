#ifndef MERCER_TESTS_EXPERIMENTS_REPORT_CLAIMS_MADE_CLAIMS_H_
#define MERCER_TESTS_EXPERIMENTS_REPORT_CLAIMS_MADE_CLAIMS_H_

#include <string>
#include <utility>
#include <vector>

#include "experiments/report/claims/claim_verdicts.h"
#include "tests/support/files.h"

// Claims and the cells that tell them, made by hand.

namespace mercer::testing {

/// The claims of a file that holds one claim with this test.
inline std::vector<PaperClaim> ClaimsOf(const std::string& test) {
  const TemporaryFolder folder;
  WriteFile(
      folder / "claims.json", R"({"claims": [{"id": "a", "text": "t", "source": "s", "quote": "q",
      "tests": [)" + test + "]}]}");
  return ReadPaperClaims(folder / "claims.json");
}

inline SummaryRow Row(const CellKey& cell, double mean, double standard_error = 0.01) {
  SummaryRow row;
  row.cell = cell;
  row.metric = "accuracy";
  row.measured = {4, mean, 2 * standard_error, standard_error};
  return row;
}

inline Summary Made(std::vector<SummaryRow> rows) {
  Summary summary;
  summary.rows = std::move(rows);
  return summary;
}

inline JudgedClaim JudgeIn(const std::string& test, const Summary& summary) {
  return Judge(ClaimsOf(test).front(), {{"t", &summary}});
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_REPORT_CLAIMS_MADE_CLAIMS_H_
