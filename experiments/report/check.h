#ifndef MERCER_EXPERIMENTS_REPORT_CHECK_H_
#define MERCER_EXPERIMENTS_REPORT_CHECK_H_

#include <filesystem>
#include <string>

namespace mercer {

/// Verdicts on cells that a paper reports with a band, and on its claims. Cells and claims without
/// data change nothing, nor does a claim that does not hold: it is a finding.
struct CheckResult {
  std::string text;
  int inside = 0, outside = 0, untold = 0;  // cells

  int ExitCode() const { return outside > 0 ? 1 : 0; }
};

/// One results folder, with the claims of its paper that its table alone can tell. `format` is
/// "text" or "markdown". Throws InvalidInput where the folder holds no results, for a faulty
/// claims.json, or an unknown format.
CheckResult Check(const std::filesystem::path& folder, const std::string& format = "text");

/// The scoreboard: the tables of all papers under <results>/<citekey>/<table>/, a row for each,
/// and, where asked for, a row for every claim. Throws as Check does, and where there is no such
/// folder.
CheckResult CheckAll(const std::filesystem::path& results, const std::string& format = "text",
                     bool with_claims = false);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CHECK_H_
