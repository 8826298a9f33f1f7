#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TIMING_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TIMING_H_

#include <vector>

#include "experiments/run/machine/machine_use.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/store/record.h"

namespace mercer {

/// What `timing_note` says of a trial that took its features from those of the largest D.
inline constexpr const char* kSharedNote = "features were shared by the trials of all D";

/// The times of the phases of a trial, run once from the draw to the predictions, whose results are
/// thrown away.
PhaseTimes TimePhases(const Trial& trial, const Machinery& machinery, const Parts& parts,
                      int threads);

/// Runs every phase of a trial once on at most 64 training and 64 test rows, spread over the parts,
/// with at most 64 random features and a budget of 5 ms, so that the first timed phase does not pay
/// for what a process does only once. Changes no result. Does nothing where so few rows cannot be
/// learned from (one class only, fewer than a map needs), or bring the process above 88 MiB.
void WarmUp(const Trial& trial, const Machinery& machinery, const Parts& parts, int threads);

/// The middle of each phase over the repetitions, of two middle ones their mean. At least one.
PhaseTimes MedianTimes(const std::vector<PhaseTimes>& repetitions);
/// The least of each phase.
PhaseTimes LeastTimes(const std::vector<PhaseTimes>& repetitions);

/// The columns of time: medians, where there are several repetitions also minima; what the system
/// did meanwhile, and whether the times are the trial's own (MachineUse::Disturbance; no features
/// shared).
void SetTimes(const std::vector<PhaseTimes>& repetitions, const MachineUse& use, int threads,
              bool shared, const Cell& cell, ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TIMING_H_
