#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_POSTERIOR_MEASURES_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_POSTERIOR_MEASURES_H_

#include "core/learners/learner.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/store/record.h"

namespace mercer {

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

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_POSTERIOR_MEASURES_H_
