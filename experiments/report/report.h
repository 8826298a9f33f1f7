#ifndef MERCER_EXPERIMENTS_REPORT_REPORT_H_
#define MERCER_EXPERIMENTS_REPORT_REPORT_H_

#include <filesystem>
#include <string>

namespace mercer {

/// The tables of a results folder beside the paper's, as text for a terminal, CSV (summary.csv's
/// columns) or Markdown. `format` is "text", "csv" or "markdown". Throws InvalidInput (unknown
/// format, no results).
std::string Report(const std::filesystem::path& folder, const std::string& format);

/// Writes summary.csv and report.md into a results folder, atomically.
void WriteSummary(const std::filesystem::path& folder);

/// A verdict per cell that the paper reports. `text` is what `mercer check` prints; exit code 1
/// where any is outside.
struct CheckResult {
  std::string text;
  int inside = 0, outside = 0, untold = 0;
};
CheckResult Check(const std::filesystem::path& folder);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_REPORT_H_
