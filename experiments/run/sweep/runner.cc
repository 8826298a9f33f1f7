#include "experiments/run/sweep/runner.h"

#include "experiments/run/machine/system_facts.h"
#include "experiments/run/plan/chosen_counts.h"
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
  if (!LacksCounts(experiment)) return Planner(experiment, options, look, cache).Plan();
  const Experiment sized = WithChosenCounts(experiment, cache);
  return Planner(sized, options, look, cache).Plan();
}

RunSummary RunExperiment(const Experiment& experiment, const Catalogue& catalogue,
                         const RunOptions& options, RunObserver& observer) {
  UseOneBlasThread();
  ReportedRows(experiment);  // throws where the paper's numbers are faulty
  TrialDataCache cache(catalogue);
  if (!LacksCounts(experiment)) return Invocation(experiment, options, cache, observer).Run();
  const Experiment sized = WithChosenCounts(experiment, cache);
  return Invocation(sized, options, cache, observer).Run();
}

}  // namespace mercer
