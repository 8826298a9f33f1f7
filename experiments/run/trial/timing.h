#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TIMING_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TIMING_H_

#include <vector>

#include "experiments/run/machine/machine_use.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/store/record.h"

namespace mercer {

/// The text of `timing_note` for a trial that took its features from those of the largest D.
inline constexpr const char* kSharedNote = "features were shared by the trials of all D";

/// The times of a trial's phases, from the draw to the predictions, run once with the results
/// discarded.
PhaseTimes TimePhases(const Trial& trial, const Machinery& machinery, const Parts& parts,
                      int threads);

/// Runs every phase of a trial once on a small scale, so that the first timed phase does not
/// include work that a process does only once: on at most 64 training and 64 test rows, spread over
/// the parts, with at most 64 random features and a budget of 5 ms. Changes no result. Does nothing
/// if such a small number of rows cannot be learned from (one class only, fewer than a map needs),
/// or if the process would exceed 88 MiB.
void WarmUp(const Trial& trial, const Machinery& machinery, const Parts& parts, int threads);

/// The median of each phase over the repetitions; for an even number the mean of the two middle
/// ones. At least one repetition is required.
PhaseTimes MedianTimes(const std::vector<PhaseTimes>& repetitions);
/// The minimum of each phase.
PhaseTimes LeastTimes(const std::vector<PhaseTimes>& repetitions);

/// Sets the record's timing columns: medians, and minima if there are several repetitions; what the
/// system did meanwhile; and whether the times are valid (by MachineUse::Disturbance, and not if
/// features are shared).
void SetTimes(const std::vector<PhaseTimes>& repetitions, const MachineUse& use, int threads,
              bool shared, const Cell& cell, ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TIMING_H_
