#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_RUNNER_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_RUNNER_H_

#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/run/plan/run_options.h"
#include "experiments/run/sweep/observers.h"

namespace mercer {

/// What RunExperiment would do, in its order; writes nothing. Throws InvalidInput for all that can
/// be wrong before a trial runs: --only, the results folder, statuses to retry, a faulty data file.
std::vector<PlannedTrial> PlanRun(const Experiment& experiment, const Catalogue& catalogue,
                                  const RunOptions& options);

/// Runs what is not done yet, storing each record as it is made; writes trials.csv at the end,
/// which holds no record that is stale, whether its trial was asked for or not. A
/// failing trial is a row; the rest goes on. A record whose trial, data and tuned values are the
/// same is kept; one that was skipped runs again once its data are there. Another process at the
/// same folder does other trials; the last to end waits for those. Throws as PlanRun does, before
/// anything is written, and StoreError where the folder can no longer be written.
RunSummary RunExperiment(const Experiment& experiment, const Catalogue& catalogue,
                         const RunOptions& options, RunObserver& observer);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_RUNNER_H_
