#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARISE_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARISE_H_

#include <filesystem>
#include <map>
#include <string>

#include "experiments/report/summary/summary.h"
#include "experiments/store/store.h"

namespace mercer {

struct ReportOptions {
  bool normalise = false;  // convert times to those of the reference machine (normalise.h)
};

/// Groups the records by cell, computes means, and joins them with the paper's numbers. Times are
/// the sums of the phases named by the config's protocol. Speed-ups are over the first method
/// without a map on the same data set and kernel. `substitutes` maps a data set to the one it
/// substitutes for.
Summary Summarise(const ResultFolder& results,
                  const std::map<std::string, std::string>& substitutes);

/// Reads a results folder, working or committed, and summarises it. Throws InvalidInput if it holds
/// no results, or if its times cannot be normalised.
Summary LoadSummary(const std::filesystem::path& folder, const ReportOptions& options = {});

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARISE_H_
