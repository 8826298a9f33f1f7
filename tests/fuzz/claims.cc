#include <cmath>
#include <string>
#include <vector>

#include "experiments/report/claims/claim_verdicts.h"
#include "tests/fuzz/fuzz.h"

namespace mercer {
namespace {

SummaryRow Row(const CellKey& cell, const char* metric, double mean) {
  SummaryRow row;
  row.cell = cell;
  row.metric = metric;
  row.measured = {4, mean, mean / 10, mean / 20};
  ReportedValue reported;
  reported.value = mean;
  row.reported = reported;
  return row;
}

// Two methods, one of them at three D.
Summary Results() {
  Summary summary;
  for (const char* metric : {"accuracy", "train_s", "gram_rel_frobenius"}) {
    summary.rows.push_back(Row({"nursery", "polynomial(degree=10)", "exact", 0}, metric, 0.75));
    for (const std::int64_t size : {100, 200, 500})
      summary.rows.push_back(Row({"nursery", "polynomial(degree=10)", "rm", size}, metric,
                                 1 - 10 / static_cast<double>(size)));
  }
  return summary;
}

}  // namespace
}  // namespace mercer

// The claims of a paper, held against a table where the first of them asks for one.
MERCER_FUZZ(input) {
  static const ScratchFile file;
  static const Summary results = Results();
  file.Write(input);
  const std::vector<PaperClaim> claims = ReadPaperClaims(file.path());
  for (const PaperClaim& claim : claims) {
    MERCER_CHECK(!claim.id.empty() && claim.tests.empty() != claim.why.empty());
    for (const ClaimTest& test : claim.tests) {
      for (const ClaimCase& one : CasesOf(test, results).cases)
        MERCER_CHECK(!std::isnan(one.margin) && one.standard_error >= 0);
      Judge(claim, {{test.table, &results}});
    }
  }
}
