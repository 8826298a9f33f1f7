#ifndef MERCER_EXPERIMENTS_REPORT_DIFF_H_
#define MERCER_EXPERIMENTS_REPORT_DIFF_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// A cell's metric in two results folders, A and B, over the trials that both finished with the
/// same seeds in the same repetition.
struct PairedRow {
  CellKey cell;
  std::string metric;
  double mean_a = 0, mean_b = 0;  // over the pairs
  Measured difference{};          // of B − A over the pairs; at least one
};

/// Finished trials of a cell that have no partner in the other folder.
struct Unpaired {
  CellKey cell;
  std::vector<std::string> repetitions_a{}, repetitions_b{};
};

/// Pairs of trials whose features differ in their bits.
struct OtherFeatures {
  std::string instructions[2];  // instruction_set of A and of B; "" where it is not known
  std::size_t pairs = 0;
};

struct FolderDiff {
  std::string experiments[2];
  std::size_t pairs = 0;             // of trials
  std::vector<PairedRow> rows{};     // cells in the order of A, then those of B alone
  std::vector<Unpaired> unpaired{};  // cells that have any
  std::size_t pairs_with_features = 0;
  std::vector<OtherFeatures> other_features{};  // by instruction sets
  std::vector<std::string> problems{};          // damaged files
};

/// Pairs trials by their four seeds and repetition. Times are sums of the phases that A's protocol
/// names. O(n log n) for n trials.
FolderDiff Diff(const ResultFolder& a, const ResultFolder& b);

/// Names of the formats that DiffText knows.
std::vector<std::string> DiffFormats();

/// A difference for people, and whether there is a trial of the one folder that has a partner in
/// the other.
struct DiffReport {
  std::string text;
  bool has_pairs = false;
};

/// The difference of two results folders, working or committed, as a table for a terminal ("text"),
/// "markdown" or "csv" (columns dataset, kernel, method, D, metric, pairs, mean_a, mean_b,
/// difference, stderr; the standard error is empty for one pair). Throws InvalidInput (unknown
/// format, no results).
DiffReport DiffFolders(const std::filesystem::path& a, const std::filesystem::path& b,
                       const std::string& format);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_DIFF_H_
