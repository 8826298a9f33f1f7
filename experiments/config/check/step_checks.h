#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_STEP_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_STEP_CHECKS_H_

#include <optional>

#include "experiments/catalogue/catalogue.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// Rows and columns of a data set as far as they are known: those of the manifest (of the parts that
/// are pooled), n and d of a generator, or the shape of the user's own files once they were read.
std::optional<Index> KnownRows(const DatasetSpec& spec, const Catalogue& catalogue);
std::optional<Index> KnownColumns(const DatasetSpec& spec, const Catalogue& catalogue);

/// The columns after preprocessing, where they are known. The steps are checked.
std::optional<Index> PreparedDim(const DatasetSpec& spec, const Catalogue& catalogue);

/// A fault for each row step, split and preprocessing step whose parameters do not fit each other,
/// or the rows and columns that the steps before it leave, where these are known.
void CheckSteps(const DatasetSpec& spec, const Catalogue& catalogue, const Place& place,
                Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_STEP_CHECKS_H_
