#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_LOAD_SUMMARY_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_LOAD_SUMMARY_H_

#include <filesystem>

#include "experiments/report/report.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// Reads a results folder, working or committed, and summarises it. Throws InvalidInput where it
/// holds no results, or nothing to normalise by.
Summary LoadSummary(const std::filesystem::path& folder, const ReportOptions& options = {});

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_LOAD_SUMMARY_H_
