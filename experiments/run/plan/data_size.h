#ifndef MERCER_EXPERIMENTS_RUN_PLAN_DATA_SIZE_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_DATA_SIZE_H_

#include <optional>

#include "experiments/catalogue/catalogue.h"

namespace mercer {

/// A prepared data set as far as it can be told before it is read.
struct DataSize {
  double n = 0, m = 0, d = 0;  // rows that train, rows that test, columns
  double nonzeros = 0;         // values of a row that are not zero, in the mean; d where dense

  double raw_bytes = 0;   // of all rows as they are read, before any step
  double text_bytes = 0;  // of the largest part's files, unpacked
  double reading_s = 0;   // unpacking and hashing the files of all parts

  bool sparse() const { return nonzeros < d; }
  double RowBytes() const { return sparse() ? 16 * nonzeros + 8 : 8 * d; }  // of a prepared row
  double PreparedBytes() const { return (n + m) * RowBytes(); }             // of all of them
};

/// From the manifest, the generator or the user's own files once the catalogue has loaded them, the
/// row steps, the split and the preprocessing. Nothing where rows or columns are not known yet. Throws InvalidInput where the split
/// leaves a part without rows.
std::optional<DataSize> SizeOf(const DatasetSpec& dataset, const Catalogue& catalogue);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_DATA_SIZE_H_
