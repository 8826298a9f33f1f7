#ifndef MERCER_EXPERIMENTS_STORE_MERGE_H_
#define MERCER_EXPERIMENTS_STORE_MERGE_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mercer {

/// What two folders say differently of one trial: a column of its record, or "identity", which is
/// everything that it was computed from.
struct MergeConflict {
  std::string trial, column;
  std::filesystem::path folders[2];
  std::string values[2];
};

struct MergeResult {
  std::size_t trials = 0;                  // in the merged folder
  std::size_t shared = 0;                  // of these, in more than one folder
  std::vector<MergeConflict> conflicts{};  // any: nothing is written
  std::vector<std::string> problems{};     // damaged files, which are left out, in words
};

/// Makes the results folder `out` from several of one experiment. A trial that several have with
/// equal records (times aside) is taken once, from the first of them. Records made with different
/// instruction sets are equal where their numbers agree to 1e-6 of the larger, whatever their
/// features_hash, map_bytes, iterations and support_vectors. A record that is ok goes before one
/// that is not, and one that failed, timed out or ran out of memory before a skipped one; of two
/// that are not ok and of one identity the first is taken. Records that are ok and differ, or that
/// were computed from different things, are conflicts, unless `prefer`, one of the folders, has the
/// trial: then its record is taken. The grids are joined in the order of the folders. Committed
/// folders (trials.csv without trials/) make a committed one.
///
/// `out` is whole or not there: it is written under a temporary name beside it. Throws InvalidInput
/// for fewer than two folders, one given twice, one without results or of another experiment, for
/// working and committed folders together, where `prefer` is none of the folders, where `out`
/// exists and is not an empty folder, or cannot be written.
MergeResult MergeFolders(const std::vector<std::filesystem::path>& folders,
                         const std::filesystem::path& out,
                         const std::optional<std::filesystem::path>& prefer = std::nullopt);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_MERGE_H_
