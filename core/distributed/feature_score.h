#ifndef MERCER_CORE_DISTRIBUTED_FEATURE_SCORE_H_
#define MERCER_CORE_DISTRIBUTED_FEATURE_SCORE_H_

#include <cstdint>
#include <functional>

#include "core/distributed/communicator.h"
#include "core/distributed/rows/row_stream.h"
#include "core/kernels/kernel.h"
#include "core/learners/linear/linear_model.h"
#include "core/maps/feature_map.h"
#include "core/metrics/gram_error.h"

namespace mercer {

/// How well the predictions of all ranks' rows are, the same on every rank.
struct PredictionScore {
  Index rows = 0;
  double accuracy = 0;  // share of rows whose label is predicted
  double rmse = 0;      // root of the mean squared error
};

/// Called with the predictions of each block, in the order of the rank's rows.
using Predictions = std::function<void(const Vector& predicted)>;

/// Predicts the rows of every rank in one pass, block by block. Throws InvalidInput, naming the
/// rank where there are several, and where no rank has a row.
PredictionScore ScorePredictions(RowStream& rows, const FeatureMap& map,
                                 const LinearWeights& weights, Communicator& communicator,
                                 const Predictions& predictions = {});

/// `count` rows of all ranks, or all where there are fewer, on every rank: those whose random
/// number, a function of the seed and the row's place among all rows, is least, in the order of the
/// rows. The same rows for any number of ranks. One pass, O(count · d) memory; first_row: of this
/// rank.
Examples SampleOfAll(RowStream& rows, Index input_dim, Index first_row, Index count,
                     std::uint64_t seed, Communicator& communicator);

/// MeasureGramError's numbers for rows that every rank has (x, as of SampleOfAll), the rows of the
/// Gram matrix dealt to the ranks one by one. The same up to rounding for any number of ranks.
GramError MeasureGramErrorOverRanks(const Kernel& kernel, const Examples& x, const FeatureMap& map,
                                    GramPairs pairs, Communicator& communicator);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_FEATURE_SCORE_H_
