#include "experiments/run/sweep/runner.h"

#include "core/linalg/memory.h"
#include "experiments/run/machine/blas.h"
#include "experiments/run/plan/planner.h"
#include "experiments/run/sweep/invocation.h"
#include "experiments/run/sweep/reported_rows.h"
#include "experiments/store/store.h"

namespace mercer {

double MemoryLimitBytes(const Experiment& experiment, const RunOptions& options) {
  const double gib = options.memory_gib > 0 ? options.memory_gib : experiment.limit_memory_gib;
  const std::size_t trials = options.share.trials > 0 ? options.share.trials : options.jobs;
  return gib > 0 ? gib * (1 << 30) : PhysicalMemoryBytes() / static_cast<double>(trials);
}

std::vector<PlannedTrial> PlanRun(const Experiment& experiment, const Catalogue& catalogue,
                                  const RunOptions& options) {
  ReportedRows(experiment);  // throws where the paper's numbers are faulty
  TrialDataCache cache(catalogue);
  const ResultStore look(options.out, experiment.name, ResultStore::Mode::kLook);
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
