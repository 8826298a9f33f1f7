#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_MACHINERY_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_MACHINERY_H_

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/stopwatch.h"
#include "core/kernels/kernel.h"
#include "core/kernels/shift_invariant/bandwidth.h"
#include "core/learners/learner.h"
#include "core/maps/feature_map.h"
#include "experiments/config/trial/trial.h"
#include "experiments/external/external_use.h"

namespace mercer {

/// The objects that a cell names, constructed for the training rows of one trial.
struct Machinery {
  Params kernel_params, map_params, learner_params;  // defaults filled in, bandwidth as a number
  std::optional<Bandwidth> bandwidth{};              // set if a rule computed it
  std::unique_ptr<Kernel> kernel;
  std::unique_ptr<FeatureMapSpec> map_spec;  // nullptr without a map
  std::unique_ptr<Learner> learner;          // nullptr if only the Gram error is measured
  bool kernel_machine = false;               // the learner uses the kernel itself
  bool streams = false;                      // the learner computes the map's features itself
};

/// Throws InvalidInput for parameters that are not possible.
Machinery MakeMachinery(const Trial& trial, const Examples& train_x);

struct PhaseSeconds {
  double draw = 0, transform_train = 0, fit = 0, transform_test = 0, predict = 0;
};
using Phase = double PhaseSeconds::*;

/// The name of a phase, such as "fit".
const char* NameOf(Phase phase);

/// Wall-clock seconds of each phase, and CPU seconds of all phases together.
struct PhaseTimes : PhaseSeconds {
  double cpu = 0;
  PhaseSeconds program{};  // the parts that external programs report, by their own clocks
  std::function<void(const char*)> on_phase{};  // called with the name of each phase that begins
};

/// Adds the wall and CPU time of work() to a phase, and returns its result. The CPU time of
/// external programs counts; the time for exchanging files with them does not.
template <class Work>
auto Timed(Phase phase, PhaseTimes& times, Work&& work) {
  if (times.on_phase) times.on_phase(NameOf(phase));
  struct Adder {
    double& seconds;
    double& program;
    double& cpu;
    Stopwatch wall{};
    double cpu_start = ProcessCpuSeconds();
    ExternalUse external_start = UsedByExternalPrograms();
    ~Adder() {
      const ExternalUse external = UsedByExternalPrograms();
      seconds += std::max(0.0, wall.Seconds() - (external.exchange_s - external_start.exchange_s));
      program += external.told_s - external_start.told_s;
      cpu += ProcessCpuSeconds() - cpu_start + external.cpu_s - external_start.cpu_s;
    }
  } adder{times.*phase, times.program.*phase, times.cpu};
  return work();
}

/// The rows that a learner is trained and tested on.
struct Parts {
  const Examples& train_x;
  const Vector& train_y;
  const Examples& test_x;
  const Vector& test_y;
};

/// Whether the cell's features are computed in every epoch and never stored.
bool StreamsFeatures(const Cell& cell);

/// Draws the map; nullptr without one.
std::unique_ptr<FeatureMap> DrawMap(const Trial& trial, const Machinery& machinery,
                                    const Examples& train_x, PhaseTimes& times);

/// The features of the rows: sparse if the map's output is sparse, otherwise dense.
Examples Features(const FeatureMap& map, const Examples& x, int threads);

/// The number of rows in a block of features if a row takes `bytes_per_row`: such that a block
/// takes about 128 MiB and at most 1 GiB, but at least one row.
Index FeatureBlockRows(double bytes_per_row);

/// A number of rows and the memory that they take.
struct RowBytes {
  double rows = 0;
  double bytes = 0;  // of all rows

  double PerRow() const { return rows > 0 ? bytes / rows : 0; }
};

/// The size of the features of some rows.
struct FeatureSize {
  Index columns = 0;
  double stored = 0;  // number of stored values
  RowBytes taken{};
};
FeatureSize SizeOfFeatures(const Trial& trial, const Machinery& machinery, const Examples& x);

/// The average memory in bytes of the features of one row of x.
double FeatureBytesPerRow(const Trial& trial, const Machinery& machinery, const Examples& x);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_MACHINERY_H_
