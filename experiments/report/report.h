#ifndef MERCER_EXPERIMENTS_REPORT_REPORT_H_
#define MERCER_EXPERIMENTS_REPORT_REPORT_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/report/summary/summarise.h"
#include "experiments/report/tables/layout.h"

namespace mercer {

/// Names of the formats that Report() knows.
std::vector<std::string> ReportFormats();

/// The tables of a results folder beside the paper's, as text for a terminal, CSV (summary.csv's
/// columns), Markdown, LaTeX or an HTML page. `format` is one of ReportFormats(). Throws
/// InvalidInput (unknown format, no results, nothing to normalise by).
std::string Report(const std::filesystem::path& folder, const std::string& format,
                   const ReportOptions& options = {});

/// The same of what was read, as `view` asks. Throws InvalidInput for an unknown format, or where
/// CSV or HTML is asked for rows or columns.
std::string Report(const Summary& summary, const std::string& format, const ReportView& view = {});

/// Writes summary.csv and report.md into a results folder, atomically. Throws InvalidInput as
/// Report() does, or where the folder cannot be written.
void WriteSummary(const std::filesystem::path& folder);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_REPORT_H_
