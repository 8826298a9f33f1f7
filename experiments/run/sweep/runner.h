#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_RUNNER_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_RUNNER_H_

#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/run/plan/run_options.h"
#include "experiments/run/sweep/observers.h"

namespace mercer {

/// The trials that RunExperiment would handle, in its order. Writes nothing. Throws InvalidInput
/// for everything that can be detected before a trial runs: errors in --only, the results folder,
/// the statuses to retry, or a data file.
std::vector<PlannedTrial> PlanRun(const Experiment& experiment, const Catalogue& catalogue,
                                  const RunOptions& options);

/// Runs the trials that are not done yet, storing each record as soon as it is made, and finally
/// writes trials.csv. The table contains no stale record, whether its trial was selected or not. A
/// trial that fails gives a row; the other trials still run. A record is kept if its trial, data
/// and tuned values are the same; a skipped trial runs again once its data are available. Several
/// processes may work on one folder: each runs different trials, and the last one to end waits for
/// those of the others. Throws as PlanRun does, before anything is written, and StoreError if the
/// folder can no longer be written.
RunSummary RunExperiment(const Experiment& experiment, const Catalogue& catalogue,
                         const RunOptions& options, RunObserver& observer);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_RUNNER_H_
