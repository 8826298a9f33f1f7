#ifndef MERCER_BENCHMARKS_MADE_ROWS_H_
#define MERCER_BENCHMARKS_MADE_ROWS_H_

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// Gaussian rows (n × d) of length about 1, of which a share `density` of the values is not zero;
/// stored sparse where it is below 1.
Examples MadeRows(Index n, Index d, double density);

/// Sparse rows with exactly `nonzeros` values of size 1/√nonzeros, in columns spread over all d.
Examples MadeSparseRows(Index n, Index d, Index nonzeros);

}  // namespace mercer

#endif  // MERCER_BENCHMARKS_MADE_ROWS_H_
