#include "experiments/run/sweep/runner.h"

#include "experiments/run/machine/system_facts.h"
#include "experiments/run/plan/planner.h"
#include "experiments/run/sweep/context.h"
#include "experiments/run/sweep/invocation.h"
#include "experiments/store/store.h"

namespace mercer {
namespace {

/// Everything that may be wrong, before a folder is made.
std::vector<PlannedTrial> CheckedPlan(const Experiment& experiment, const RunOptions& options,
                                      TrialDataCache& cache) {
  ReportedRows(experiment);
  const ResultStore look(options.out, experiment.name, ResultStore::Mode::kLook);
  Planner planner(experiment, options, look, cache);
  return planner.Plan();
}

}  // namespace

std::vector<PlannedTrial> PlanRun(const Experiment& experiment, const Catalogue& catalogue,
                                  const RunOptions& options) {
  TrialDataCache cache(catalogue);
  return CheckedPlan(experiment, options, cache);
}

RunSummary RunExperiment(const Experiment& experiment, const Catalogue& catalogue,
                         const RunOptions& options, RunObserver& observer) {
  UseOneBlasThread();
  TrialDataCache cache(catalogue);
  CheckedPlan(experiment, options, cache);
  return Invocation(experiment, options, cache, observer).Run();
}

}  // namespace mercer
