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

/// The tables of a results folder with the paper's numbers, as text for a terminal, CSV (the
/// columns of summary.csv), Markdown, LaTeX or an HTML page. `format` is one of ReportFormats().
/// Throws InvalidInput for an unknown format, if there are no results, or if times cannot be
/// normalised.
std::string Report(const std::filesystem::path& folder, const std::string& format,
                   const ReportOptions& options = {});

/// The same for a summary that has been read, in the layout of `view`. Throws InvalidInput for an
/// unknown format, and if rows or columns are requested for CSV.
std::string Report(const Summary& summary, const std::string& format, const ReportView& view = {});

/// Writes summary.csv and report.md into a results folder, atomically. Throws InvalidInput as
/// Report() does, or if the folder cannot be written.
void WriteSummary(const std::filesystem::path& folder);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_REPORT_H_
