#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_MAP_MEASURES_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_MAP_MEASURES_H_

#include <memory>

#include "core/learners/learner.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/store/record.h"

namespace mercer {

/// Sets the record's columns for a drawn map: sizes, operations per row as the mean over `rows`,
/// base factors if its features have any, and the hash of the first rows of features.
void DescribeMap(const FeatureMap& map, const Examples& rows, const RowSource& features,
                 ResultRecord& record);

/// Whether the Gram error of a cell with a map is measured: if it is requested, if D follows from
/// it, or if nothing else is requested.
bool WantsGramError(const Cell& cell);

/// Of the two parts, or of what is known of them, the one whose rows the Gram error is measured on.
template <class OfPart>
const OfPart& GramPart(const Cell& cell, const OfPart& train, const OfPart& test) {
  return cell.gram.on_test ? test : train;
}

/// The number of that part's n rows that the Gram error is measured on.
Index NumGramRows(const Cell& cell, Index n);

/// The rows that the Gram error is measured on: all of GramPart, or a sample that is the same for
/// every method of a repetition. Throws InvalidInput if that part has no rows.
Examples GramRows(const Trial& trial, const Examples& part);

/// Measures the cell's metrics that depend on the map alone: the Gram errors, on GramRows, and the
/// box discrepancy. For a cell without a learner the Gram error is measured whatever its metrics.
void MeasureMap(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                const Parts& parts, int threads, PhaseTimes& times, ResultRecord& record);

/// Transforms the rows that MeasureMap measures the Gram error on, with the same timing, and
/// discards the features. Does nothing if the Gram error is not measured.
void TransformGramRows(const Trial& trial, const FeatureMap& map, const Parts& parts, int threads,
                       PhaseTimes& times);

/// Records a bound on the excess of the primal objective on the map's features over that of the
/// exact kernel (projection_bound.h), in the unit of the learner's objective. `features` are those
/// of the training rows. Does nothing if the theorem does not apply: without a projection, with a
/// loss other than the hinge, or with more than two classes.
void MeasureProjectionBound(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                            const Parts& parts, const RowSource& features, ResultRecord& record);

/// Whether test_kl is measured: it is requested, and the cell has a Gaussian process on features.
bool WantsDivergence(const Cell& cell);

/// The number of training or test rows that test_kl is measured on: all, up to 5000 each.
Index NumDivergenceRows(Index rows);

/// The exact process for the comparison, with the parameters of the one on features.
std::unique_ptr<Learner> ExactProcess(const Params& learner_params);

/// The bytes that measuring test_kl needs in addition to the rows and the map. `width` is the
/// number of feature columns.
double DivergenceBytes(const Cell& cell, const ProblemSize& rows, Index width);

/// Records test_kl. Both processes are trained on the same training rows (all, or 5000 drawn at
/// random) and compared on the test rows (all, or 5000 drawn at random). The rows are the same for
/// every method of a repetition. Does nothing if test_kl is not requested.
void MeasureDivergence(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                       const Parts& parts, int threads, ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_MAP_MEASURES_H_
