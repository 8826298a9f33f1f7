#ifndef MERCER_CORE_DATA_SUBSAMPLE_H_
#define MERCER_CORE_DATA_SUBSAMPLE_H_

#include "core/data/row_steps.h"

namespace mercer {

/// The row step 'subsample' (row_steps.h).
RowStepEntry SubsampleRowsEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_SUBSAMPLE_H_
