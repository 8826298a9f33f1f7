#ifndef MERCER_EXPERIMENTS_TRANSFORM_SAMPLE_ROWS_H_
#define MERCER_EXPERIMENTS_TRANSFORM_SAMPLE_ROWS_H_

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/examples.h"
#include "core/data/files/row_file.h"

namespace mercer {

/// The result of one pass over a file of rows.
struct FileScan {
  Index rows = 0;
  Index input_dim = 0;  // as requested, or the largest index in the file
  Examples sample{};    // `sample_rows` rows drawn uniformly, or all if there are fewer
};

/// Reads the file once. For LIBSVM text, memory grows with the sample only (reservoir sampling with
/// `seed`). Calls `progress` with the fraction done. Throws InvalidInput as OpenRowFile and its
/// blocks do, and for a file without rows or without any value.
FileScan ScanFile(const std::string& path, const RowFileOptions& options, Index sample_rows,
                  std::uint64_t seed, const std::function<void(double share)>& progress);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRANSFORM_SAMPLE_ROWS_H_
