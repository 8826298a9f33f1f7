#ifndef MERCER_EXPERIMENTS_VERIFY_COMPARE_RECORDS_H_
#define MERCER_EXPERIMENTS_VERIFY_COMPARE_RECORDS_H_

#include <string>
#include <vector>

#include "experiments/store/record.h"

namespace mercer {

/// Tolerances for the numbers of one trial on two platforms. Features and Gram errors are rounded
/// differently (kRounding, relative). A solver that stops at a tolerance stops at a different
/// point, which changes its objectives (kSolverTolerance, relative; without bound if HasLargeGap
/// holds for one of the trials) and a few predictions (kMovedRows, a fraction of the test rows, but
/// at least kFewRows of them).
inline constexpr double kRounding = 1e-6, kSolverTolerance = 1e-2, kMovedRows = 0.005;
inline constexpr double kFewRows = 2;

/// The recorded and the new value of a column.
struct ColumnChange {
  std::string column, recorded, now;
};

/// The columns in which two records of one trial differ. Compared are all numbers other than times
/// and memory, the hash of the features and the values that tuning chose. Columns that the recorded
/// one lacks, for example because they are newer, are not compared. With `same_platform` they must
/// be equal to the last digit; otherwise the tolerances above apply, and features_hash, map_bytes,
/// iterations and support_vectors may differ.
std::vector<ColumnChange> CompareRecords(const ResultRecord& recorded, const ResultRecord& now,
                                         bool same_platform);

/// A fact of the platform or the data that differs between two runs.
struct PlatformChange {
  std::string what;  // "data set nursery", "compiler", "instruction set", …
  std::string recorded, now;
  bool is_data = false;  // other data, which no tolerance is for
};

/// The facts that differ between two runs, from their contexts (JSON texts) and records, ordered by
/// how likely they cause different numbers: data, compiler and its flags, instruction set, linear
/// algebra and other libraries, processor, threads. Facts that one of the two does not contain are
/// left out.
std::vector<PlatformChange> ComparePlatforms(const std::string& recorded_context,
                                             const std::string& context_now,
                                             const ResultRecord& recorded, const ResultRecord& now);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_VERIFY_COMPARE_RECORDS_H_
