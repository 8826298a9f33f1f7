#include "experiments/run/sweep/runner.h"

#include "experiments/run/machine/system_facts.h"
#include "experiments/run/plan/planner.h"
#include "experiments/run/sweep/context.h"
#include "experiments/run/sweep/invocation.h"
#include "experiments/store/store.h"

namespace mercer {

std::vector<PlannedTrial> PlanRun(const Experiment& experiment, const Catalogue& catalogue,
                                  const RunOptions& options) {
  ReportedRows(experiment);  // throws where the paper's numbers are faulty
  TrialDataCache cache(catalogue);
  const ResultStore look(options.out, experiment.name);
  return Planner(experiment, options, look, cache).Plan();
}

RunSummary RunExperiment(const Experiment& experiment, const Catalogue& catalogue,
                         const RunOptions& options, RunObserver& observer) {
  UseOneBlasThread();
  ReportedRows(experiment);  // throws where the paper's numbers are faulty
  TrialDataCache cache(catalogue);
  return Invocation(experiment, options, cache, observer).Run();
}

}  // namespace mercer
