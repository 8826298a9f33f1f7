#ifndef MERCER_EXPERIMENTS_RUN_PLAN_COST_DATA_SIZE_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_COST_DATA_SIZE_H_

#include <optional>

#include "experiments/catalogue/catalogue.h"

namespace mercer {

/// The size of a prepared data set, as far as it is known before the data are read.
struct DataSize {
  double n = 0, m = 0, d = 0;  // training rows, test rows, columns
  double nonzeros = 0;         // mean number of nonzero values per row; d if dense

  double raw_bytes = 0;   // of all rows as read, before any step
  double text_bytes = 0;  // of the largest part's files, uncompressed
  double reading_s = 0;   // seconds to decompress and hash the files of all parts

  bool sparse() const { return nonzeros < d; }
  double RowBytes() const { return sparse() ? 16 * nonzeros + 8 : 8 * d; }  // of one prepared row
  double PreparedBytes() const { return (n + m) * RowBytes(); }             // of all prepared rows
};

/// The size after the row steps, the split and the preprocessing. It starts from the manifest, the
/// generator, or the user's own files once the catalogue has loaded them. nullopt if rows or
/// columns are not known yet. Throws InvalidInput if the split leaves a part without rows.
std::optional<DataSize> SizeOf(const DatasetSpec& dataset, const Catalogue& catalogue);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_COST_DATA_SIZE_H_
