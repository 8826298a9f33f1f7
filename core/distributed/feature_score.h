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

/// Score of the predictions for the rows of all ranks; the same on every rank.
struct PredictionScore {
  Index rows = 0;
  double accuracy = 0;  // fraction of rows predicted correctly
  double rmse = 0;      // root mean squared error
};

/// Called with the predictions of each block, in the order of the rank's rows.
using Predictions = std::function<void(const Vector& predicted)>;

/// Predicts the rows of every rank in one pass, block by block. Throws InvalidInput, naming the
/// rank if there are several, also if no rank has any rows.
PredictionScore ScorePredictions(RowStream& rows, const FeatureMap& map,
                                 const LinearWeights& weights, Communicator& communicator,
                                 const Predictions& predictions = {});

/// A random sample of `count` ≥ 1 rows from all ranks, or all rows if there are fewer; the same on
/// every rank. Each row has a random number that is a function of the seed and its position among
/// all rows; the sample is the rows with the smallest numbers, in row order. It is the same for any
/// number of ranks. One pass, O(ranks · count · d) memory, as every rank receives the candidates of
/// all. first_row is the position of this rank's first row.
Examples SampleOfAll(RowStream& rows, Index input_dim, Index first_row, Index count,
                     std::uint64_t seed, Communicator& communicator);

/// MeasureGramError for rows x that every rank has (e.g. from SampleOfAll). Every rank computes the
/// features of all rows, and sums an equally long range of the rows of the Gram matrix's upper
/// triangle. The result is the same up to rounding for any number of ranks.
GramError MeasureGramErrorOverRanks(const Kernel& kernel, const Examples& x, const FeatureMap& map,
                                    GramPairs pairs, Communicator& communicator);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_FEATURE_SCORE_H_
