#include <algorithm>

#include "experiments/run/machine/cores.h"
#include "experiments/run/sweep/worker_executor.h"

namespace mercer {

WorkerSettings MakeWorkerSettings(const Experiment& experiment, const RunOptions& options,
                                  const std::filesystem::path& data_dir) {
  WorkerSettings workers;
  workers.command = options.worker;
  workers.data_dir = data_dir;
  workers.jobs = options.jobs;
  workers.seconds =
      options.timeout_seconds > 0 ? options.timeout_seconds : experiment.limit_seconds;
  const std::vector<int> cores = options.cores.empty() ? AllowedCores() : options.cores;
  const std::size_t on_cores = std::max(options.jobs, options.share.on_cores);
  const auto assigned = AssignCores(cores, on_cores, options.threads);
  for (std::size_t job = 0; job < options.jobs && !assigned.empty(); ++job)
    workers.cores.push_back(assigned.at(options.share.first + job));
  for (const int core : cores) {
    // The times of trials side by side are not valid anyway.
    const bool is_timed_on = on_cores == 1 && !workers.cores.empty() &&
                             std::count(workers.cores[0].begin(), workers.cores[0].end(), core) > 0;
    if (!is_timed_on) workers.other_cores.push_back(core);
  }
  return workers;
}

}  // namespace mercer
