#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_MAP_MEASURES_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_MAP_MEASURES_H_

#include <memory>

#include "core/learners/learner.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/store/record.h"

namespace mercer {

/// The columns of a drawn map: sizes, operations for a row, their mean over `rows`, base factors
/// where its features have any, and the hash of the features of their first rows.
void DescribeMap(const FeatureMap& map, const Examples& rows, const RowSource& features,
                 ResultRecord& record);

/// Whether the Gram error of a cell with a map is measured: it is asked for, D follows from it, or
/// nothing else is.
bool WantsGramError(const Cell& cell);

/// How many of n training rows its Gram error is taken on.
Index NumGramRows(const Cell& cell, Index n);

/// Those rows: a sample that is the same for every method of a repetition, or all.
Examples GramRows(const Trial& trial, const Examples& train_x);

/// The metrics of the cell that look at the map alone: the Gram errors, on GramRows, and the box
/// discrepancy. A cell without a learner has its Gram error measured whatever its metrics.
void MeasureMap(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                const Examples& train_x, int threads, PhaseTimes& times, ResultRecord& record);

/// Transforms the rows that MeasureMap takes the Gram error on, timed as it times them, and throws
/// the features away. Nothing where it takes none.
void TransformGramRows(const Trial& trial, const FeatureMap& map, const Examples& train_x,
                       int threads, PhaseTimes& times);

/// Records by how much the primal objective on the map's features can be above that of the exact
/// kernel (projection_bound.h), in the unit of the learner's objective. Nothing where the theorem
/// does not speak: no projection, another loss than the hinge, more than two classes. `features`
/// are those of the training rows.
void MeasureProjectionBound(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                            const Parts& parts, const RowSource& features, ResultRecord& record);

/// Whether test_kl is measured: it is asked for, and the cell has a Gaussian process on features.
bool WantsDivergence(const Cell& cell);

/// Training and test rows that it is taken on: all, up to 5000 each.
Index NumDivergenceRows(Index rows);

/// The exact process that it compares with, with the parameters of the one on features.
std::unique_ptr<Learner> ExactProcess(const Params& learner_params);

/// Bytes that measuring it takes beyond the rows and the map: `width` columns of features.
double DivergenceBytes(const Cell& cell, const ProblemSize& rows, Index width);

/// Records test_kl: both processes learn from the same training rows, all or 5000 drawn at random,
/// and are compared at the test rows, all or 5000 drawn. The same rows for every method of a
/// repetition. Nothing where it is not wanted.
void MeasureDivergence(const Trial& trial, const Machinery& machinery, const FeatureMap& map,
                       const Parts& parts, int threads, ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_MAP_MEASURES_H_
