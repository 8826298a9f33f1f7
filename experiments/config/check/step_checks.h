#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_STEP_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_STEP_CHECKS_H_

#include <optional>

#include "experiments/catalogue/catalogue.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// The numbers of rows and columns of a data set, if known: from the manifest (counting the pooled
/// parts), from n and d of a generator, or from the user's own files once they have been read.
std::optional<Index> KnownRows(const DatasetSpec& spec, const Catalogue& catalogue);
std::optional<Index> KnownColumns(const DatasetSpec& spec, const Catalogue& catalogue);

/// The number of rows that train in a repetition, if known: those of the split, after the row
/// steps; of several folds the fewest.
std::optional<Index> KnownTrainRows(const DatasetSpec& spec, const Catalogue& catalogue);

/// The number of columns after preprocessing, if known. The steps must have been checked.
std::optional<Index> PreparedDim(const DatasetSpec& spec, const Catalogue& catalogue);

/// Adds an error for each row step, split and preprocessing step whose parameters do not fit
/// together, or do not fit the rows and columns that the preceding steps leave, if these are known.
void CheckSteps(const DatasetSpec& spec, const Catalogue& catalogue, const Place& place,
                Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_STEP_CHECKS_H_
