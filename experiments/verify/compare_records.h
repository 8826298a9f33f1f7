#ifndef MERCER_EXPERIMENTS_VERIFY_COMPARE_RECORDS_H_
#define MERCER_EXPERIMENTS_VERIFY_COMPARE_RECORDS_H_

#include <string>
#include <vector>

#include "experiments/store/record.h"

namespace mercer {

/// How far the numbers of one trial may be apart where it ran on two platforms: features and Gram
/// errors are rounded otherwise (kRounding, relative); a solver that stops at a tolerance stops
/// elsewhere, which moves its objectives (kSolverTolerance, relative) and a few predictions
/// (kMovedRows, a share of the test rows, at least kFewRows of them).
inline constexpr double kRounding = 1e-6, kSolverTolerance = 1e-2, kMovedRows = 0.005;
inline constexpr double kFewRows = 2;

/// What a column had and has.
struct ColumnChange {
  std::string column, recorded, now;
};

/// The columns in which two records of one trial differ: all numbers that are no time or memory,
/// the hash of the features and the values that tuning chose. Columns that the recorded one lacks,
/// as those that are newer than it, are not compared. Equal to the last digit where
/// `same_platform`; else within the bounds above, and features_hash, map_bytes, iterations and
/// support_vectors are free.
std::vector<ColumnChange> CompareRecords(const ResultRecord& recorded, const ResultRecord& now,
                                         bool same_platform);

/// A fact of the platform or the data that differs between two runs.
struct PlatformChange {
  std::string what;  // "data set nursery", "compiler", "instruction set", …
  std::string recorded, now;
};

/// The facts that differ between the contexts (JSON texts) of two runs and the records that they
/// made, the likeliest cause of another number first: data, compiler and its flags, instruction
/// set, linear algebra and other libraries, processor, threads. What one of the two does not say
/// is left out.
std::vector<PlatformChange> ComparePlatforms(const std::string& recorded_context,
                                             const std::string& context_now,
                                             const ResultRecord& recorded, const ResultRecord& now);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_VERIFY_COMPARE_RECORDS_H_
