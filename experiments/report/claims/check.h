#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_CHECK_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_CHECK_H_

#include <cstdint>
#include <filesystem>
#include <string>

#include "experiments/report/claims/scoreboard.h"

namespace mercer {

/// The verdicts on the cells that a paper reports, and on its claims. The exit code is 1 if a cell
/// is worse, if a cell's Gram errors contradict the map's own variances, or if a file is damaged. A
/// claim that does not hold is a finding and does not change the exit code.
struct CheckResult {
  std::string text;
  CellCounts cells{};
  std::int64_t contradicted = 0;  // cells that contradict their theory
  bool damaged = false;

  int ExitCode() const { return cells.worse > 0 || contradicted > 0 || damaged ? 1 : 0; }
};

/// Checks one results folder, including the claims of its paper that can be decided from its table
/// alone. `format` is "text" or "markdown". Throws InvalidInput if the folder holds no results, for
/// an invalid claims.json, and for an unknown format.
CheckResult Check(const std::filesystem::path& folder, const std::string& format = "text");

/// The parts that CheckAll shows below the line of each paper.
struct ScoreboardParts {
  bool tables = false;  // one line for each table of each paper
  bool claims = false;  // one line for each claim
};

/// The scoreboard: one line for each paper with results under <results>/<citekey>/<table>/. Throws
/// as Check does, and if there is no such folder.
CheckResult CheckAll(const std::filesystem::path& results, const std::string& format = "text",
                     const ScoreboardParts& parts = {});

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CLAIMS_CHECK_H_
