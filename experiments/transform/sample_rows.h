#ifndef MERCER_EXPERIMENTS_TRANSFORM_SAMPLE_ROWS_H_
#define MERCER_EXPERIMENTS_TRANSFORM_SAMPLE_ROWS_H_

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/examples.h"

namespace mercer {

/// What one pass over a LIBSVM-format file tells of it.
struct FileScan {
  Index rows = 0;
  Index input_dim = 0;  // asked for, or the largest index that the file names
  Examples sample{};    // `sample_rows` rows drawn evenly, or all where there are fewer
};

/// Reads the file once, in memory that grows with the sample only (reservoir sampling by `seed`).
/// Calls `progress` with the share done. Throws InvalidInput as LibsvmBlocks does (an index above
/// input_dim, where that is not 0, too), and for a file without rows or without any value.
FileScan ScanFile(const std::string& path, Index sample_rows, std::uint64_t seed, Index input_dim,
                  const std::function<void(double share)>& progress);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRANSFORM_SAMPLE_ROWS_H_
