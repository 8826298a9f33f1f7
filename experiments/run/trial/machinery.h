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

/// The objects that a cell names, made for the training rows of one trial.
struct Machinery {
  Params kernel_params, map_params, learner_params;  // defaults filled in, bandwidth a number
  std::optional<Bandwidth> bandwidth{};              // where a rule gave it
  std::unique_ptr<Kernel> kernel;
  std::unique_ptr<FeatureMapSpec> map_spec;  // nullptr without a map
  std::unique_ptr<Learner> learner;          // nullptr where only the Gram error is measured
  bool kernel_machine = false;               // the learner takes the kernel itself
  bool streams = false;                      // the learner computes the map's features itself
};

/// Throws InvalidInput for parameters that cannot be.
Machinery MakeMachinery(const Trial& trial, const Examples& train_x);

struct PhaseSeconds {
  double draw = 0, transform_train = 0, fit = 0, transform_test = 0, predict = 0;
};
using Phase = double PhaseSeconds::*;

/// "fit".
const char* NameOf(Phase phase);

/// Seconds of each phase by the wall clock, and CPU seconds of all of them.
struct PhaseTimes : PhaseSeconds {
  double cpu = 0;
  PhaseSeconds program{};  // the parts that external programs report, by their own clocks
  std::function<void(const char*)> on_phase{};  // given the name of each phase that begins
};

/// Adds the wall and CPU time of work() to a phase; returns what it returns. CPU time of external
/// programs counts, time of exchanging files with them does not.
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

/// The rows that a learner is tried on.
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

/// The features of the rows: sparse where the map gives them so, else dense.
Examples Features(const FeatureMap& map, const Examples& x, int threads);

/// Rows of a block of features when a row takes so many bytes: about 128 MiB of them, at most 1
/// GiB, at least one row.
Index FeatureBlockRows(double bytes_per_row);

/// Rows and what they take.
struct RowBytes {
  double rows = 0;
  double bytes = 0;  // of all of them

  double PerRow() const { return rows > 0 ? bytes / rows : 0; }
};

/// What the features of some rows take.
struct FeatureSize {
  Index columns = 0;
  double stored = 0;  // values
  RowBytes taken{};
};
FeatureSize SizeOfFeatures(const Trial& trial, const Machinery& machinery, const Examples& x);

/// What the features of one row of x take, on average.
double FeatureBytesPerRow(const Trial& trial, const Machinery& machinery, const Examples& x);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_MACHINERY_H_
