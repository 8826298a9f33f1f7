#ifndef MERCER_EXPERIMENTS_REPORT_DIFF_H_
#define MERCER_EXPERIMENTS_REPORT_DIFF_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// A cell's metric in two results folders, A and B, over the trials that finished in both with the
/// same seeds and the same repetition.
struct PairedRow {
  CellKey cell;
  std::string metric;
  double mean_a = 0, mean_b = 0;  // over the pairs
  Measured difference{};          // B − A over the pairs, of which there is at least one
};

/// Finished trials of a cell without a partner in the other folder.
struct Unpaired {
  CellKey cell;
  std::vector<std::string> repetitions_a{}, repetitions_b{};
};

/// Pairs of trials whose features differ.
struct OtherFeatures {
  std::string instructions[2];  // instruction_set of A and of B; "" if unknown
  std::size_t pairs = 0;
};

struct FolderDiff {
  std::string experiments[2];
  std::size_t pairs = 0;             // pairs of trials
  std::vector<PairedRow> rows{};     // cells in the order of A, then those only in B
  std::vector<Unpaired> unpaired{};  // cells that have unpaired trials
  std::size_t pairs_with_features = 0;
  std::vector<OtherFeatures> other_features{};  // by instruction sets
  std::vector<std::string> problems{};          // damaged files
};

/// Pairs the trials of two folders by their four seeds and repetition. Times are the sums of the
/// phases named by A's protocol. O(n log n) for n trials.
FolderDiff Diff(const ResultFolder& a, const ResultFolder& b);

/// Names of the formats that DiffFolders knows.
std::vector<std::string> DiffFormats();

/// The difference as text, and whether any trial of one folder has a partner in the other.
struct DiffReport {
  std::string text;
  bool has_pairs = false;
};

/// The difference of two results folders, working or committed, as a table for a terminal ("text"),
/// as "markdown" or as "csv" (columns dataset, kernel, method, D, metric, pairs, mean_a, mean_b,
/// difference, stderr; the standard error is empty for a single pair). Throws InvalidInput for an
/// unknown format, and if a folder has no results.
DiffReport DiffFolders(const std::filesystem::path& a, const std::filesystem::path& b,
                       const std::string& format);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_DIFF_H_
