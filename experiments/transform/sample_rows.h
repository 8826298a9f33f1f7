#ifndef MERCER_EXPERIMENTS_TRANSFORM_SAMPLE_ROWS_H_
#define MERCER_EXPERIMENTS_TRANSFORM_SAMPLE_ROWS_H_

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/examples.h"
#include "core/data/files/row_file.h"

namespace mercer {

/// What one pass over a file of rows tells of it.
struct FileScan {
  Index rows = 0;
  Index input_dim = 0;  // asked for, or the largest index that the file names
  Examples sample{};    // `sample_rows` rows drawn evenly, or all where there are fewer
};

/// Reads the file once; memory grows with the sample only where it is LIBSVM text (reservoir
/// sampling by `seed`). Calls `progress` with the share done. Throws InvalidInput as OpenRowFile
/// and its blocks do, and for a file without rows or without any value.
FileScan ScanFile(const std::string& path, const RowFileOptions& options, Index sample_rows,
                  std::uint64_t seed, const std::function<void(double share)>& progress);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRANSFORM_SAMPLE_ROWS_H_
