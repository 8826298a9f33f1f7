#include "experiments/run/plan/run_options.h"

#include "core/linalg/memory.h"

namespace mercer {

double MemoryLimitBytes(const Experiment& experiment, const RunOptions& options) {
  const double gib = options.memory_gib > 0 ? options.memory_gib : experiment.limit_memory_gib;
  const std::size_t trials = options.share.trials > 0 ? options.share.trials : options.jobs;
  return gib > 0 ? gib * (1 << 30) : PhysicalMemoryBytes() / static_cast<double>(trials);
}

}  // namespace mercer
