#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_CHECK_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_CHECK_H_

#include <cstdint>
#include <filesystem>
#include <string>

#include "experiments/report/claims/scoreboard.h"

namespace mercer {

/// Verdicts on the cells that a paper reports, and on its claims. A cell that is worse, one whose
/// Gram errors contradict the map's own variances, and a damaged file change the exit code; a claim
/// that does not hold is a finding.
struct CheckResult {
  std::string text;
  CellCounts cells{};
  std::int64_t contradicted = 0;  // cells that are off their theory
  bool damaged = false;

  int ExitCode() const { return cells.worse > 0 || contradicted > 0 || damaged ? 1 : 0; }
};

/// One results folder, with the claims of its paper that its table alone can tell. `format` is
/// "text" or "markdown". Throws InvalidInput where the folder holds no results, for a faulty
/// claims.json, or an unknown format.
CheckResult Check(const std::filesystem::path& folder, const std::string& format = "text");

/// What CheckAll shows below a line for each paper.
struct ScoreboardParts {
  bool tables = false;  // a line for each table of each paper
  bool claims = false;  // a line for every claim
};

/// The scoreboard: a line for each paper with results under <results>/<citekey>/<table>/. Throws as
/// Check does, and where there is no such folder.
CheckResult CheckAll(const std::filesystem::path& results, const std::string& format = "text",
                     const ScoreboardParts& parts = {});

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CLAIMS_CHECK_H_
