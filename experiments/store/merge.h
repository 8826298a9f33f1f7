#ifndef MERCER_EXPERIMENTS_STORE_MERGE_H_
#define MERCER_EXPERIMENTS_STORE_MERGE_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mercer {

/// A difference between two folders in one trial: in a column of its record, or in "identity",
/// which is everything that the record was computed from.
struct MergeConflict {
  std::string trial, column;
  std::filesystem::path folders[2];
  std::string values[2];
};

struct MergeResult {
  std::size_t trials = 0;                  // in the merged folder
  std::size_t shared = 0;                  // of these, in more than one folder
  std::vector<MergeConflict> conflicts{};  // if there are any, nothing is written
  std::vector<std::string> problems{};     // descriptions of damaged files, which are left out
};

/// Merges several results folders of one experiment into the folder `out`. A trial with equal
/// records (times aside) in several folders is taken once, from the first of them. Records made
/// with different instruction sets are equal if their numbers agree to 1e-6 of the larger, whatever
/// their features_hash, map_bytes, iterations and support_vectors. A record that is ok takes
/// precedence over one that is not, and one that failed, timed out or ran out of memory over a
/// skipped one; of two that are not ok and have the same identity the first is taken. Records that
/// are ok and differ, or that were computed from different things, are conflicts, unless `prefer`,
/// one of the folders, contains the trial: then its record is taken. The grids are joined in the
/// order of the folders. Committed folders (trials.csv without trials/) give a committed folder.
///
/// `out` is complete or absent: it is first written under a temporary name next to it. Throws
/// InvalidInput for fewer than two folders, a folder given twice, one without results or of another
/// experiment, for a mixture of working and committed folders, for a committed folder that is not
/// as it was published, if `prefer` is not one of the folders, and if `out` exists and is not an
/// empty folder or cannot be written.
MergeResult MergeFolders(const std::vector<std::filesystem::path>& folders,
                         const std::filesystem::path& out,
                         const std::optional<std::filesystem::path>& prefer = std::nullopt);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_MERGE_H_
