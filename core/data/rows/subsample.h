#ifndef MERCER_CORE_DATA_ROWS_SUBSAMPLE_H_
#define MERCER_CORE_DATA_ROWS_SUBSAMPLE_H_

#include "core/data/rows/row_steps.h"

namespace mercer {

/// The row step 'subsample' (row_steps.h).
RowStepEntry SubsampleRowsEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_SUBSAMPLE_H_
