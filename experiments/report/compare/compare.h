#ifndef MERCER_EXPERIMENTS_REPORT_COMPARE_COMPARE_H_
#define MERCER_EXPERIMENTS_REPORT_COMPARE_COMPARE_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/report/compare/comparison.h"

namespace mercer {

/// Names of the formats of ComparisonText: "text", "csv", "markdown", "latex", "html"; and "svg"
/// and "pgfplots" for the critical-difference diagram alone.
std::vector<std::string> CompareFormats();

/// Reads results folders, working or committed, and compares the methods in them at significance
/// level `alpha`. Throws InvalidInput as ScoresOf does, if a folder holds no results, and for a
/// level outside [0.0001, 0.5].
Comparison LoadComparison(const std::vector<std::filesystem::path>& folders,
                          const ScoreOptions& options, double alpha);

/// Throws InvalidInput for an unknown format, and if the diagram is requested for a comparison that
/// is not over several data sets.
std::string ComparisonText(const Comparison& comparison, const std::string& format);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_COMPARE_COMPARE_H_
