#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARISE_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARISE_H_

#include <filesystem>
#include <map>
#include <string>

#include "experiments/report/summary/summary.h"
#include "experiments/store/store.h"

namespace mercer {

struct ReportOptions {
  bool normalise = false;  // times as the reference machine would take them (normalise.h)
};

/// Groups the records by cell, takes means, and joins them with the paper's numbers. Times are the
/// sums of the phases that the config's protocol names; speed-ups are over the first method without
/// a map on the same data set and kernel. `substitutes`: data set → the one it stands in for.
Summary Summarise(const ResultFolder& results,
                  const std::map<std::string, std::string>& substitutes);

/// Reads a results folder, working or committed, and summarises it. Throws InvalidInput where it
/// holds no results, or nothing to normalise by.
Summary LoadSummary(const std::filesystem::path& folder, const ReportOptions& options = {});

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARISE_H_
