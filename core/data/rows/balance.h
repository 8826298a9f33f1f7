#ifndef MERCER_CORE_DATA_ROWS_BALANCE_H_
#define MERCER_CORE_DATA_ROWS_BALANCE_H_

#include "core/data/rows/row_steps.h"

namespace mercer {

/// The row step 'balance' (row_steps.h).
RowStepEntry BalanceRowsEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_BALANCE_H_
