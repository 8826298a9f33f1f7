#ifndef MERCER_EXPERIMENTS_RUN_PLAN_COST_LEARNER_COST_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_COST_LEARNER_COST_H_

#include "core/kernels/kernel.h"
#include "experiments/config/trial/trial.h"
#include "experiments/run/plan/cost/data_size.h"
#include "experiments/run/plan/cost/map_size.h"
#include "experiments/store/passport.h"

namespace mercer {

/// Seconds of fitting and of predicting, and operations of both.
struct LearnerCost {
  double fit_s = 0, predict_s = 0, operations = 0;
};

/// The cost of fitting a cell's learner once to n rows and of predicting m. `map` is null for a
/// learner on the rows themselves; `passes` is for LIBLINEAR and dense_dual.
LearnerCost CostOf(const Cell& cell, const DataSize& size, const Kernel& kernel, const MapSize* map,
                   double passes, const Passport& passport);

/// The mean over a tuning's costs or lambdas of the passes of LIBLINEAR and dense_dual over `rows`
/// rows; without a tuning, the passes with these parameters.
double MeanPasses(const TuningSpec* tuning, const Params& learner, double rows);

/// Whether a cell's learner has a number of epochs, and that number.
bool HasEpochs(const Cell& cell);
double Epochs(const Cell& cell);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_COST_LEARNER_COST_H_
