#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_RUN_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_RUN_H_

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiments/config/trial/trial.h"
#include "experiments/config/trial/tuned_values.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/run/trial/trial_data.h"
#include "experiments/run/trial/trial_memory.h"
#include "experiments/store/record.h"

namespace mercer {

/// What every trial of one invocation shares.
struct TrialSettings {
  std::string run_id;
  int threads = 1;
  double memory_limit_bytes = 0;  // 0: none
  // Told what the trial is at: "data", a phase, "measures".
  std::function<void(const std::string&)> on_phase{};
  void Tell(const char* what) const {
    if (on_phase) on_phase(what);
  }
  std::filesystem::path prepared{};  // folder for features that trials share; "": they do not
};

/// Chosen values and what they were chosen on, for the record.
struct TunedFrom {
  TunedValues values{};
  std::string on;
};

/// The trial with the values put into its kernel, map and learner, which is fitted on `rows` rows.
/// Throws InvalidInput where it lacks the part that a value is for.
Trial ApplyTuned(Trial trial, const TunedValues& values, Index rows);

/// The columns known before anything has run: names, seeds, run, threads.
ResultRecord StartRecord(const Trial& trial, const TrialSettings& settings);

/// The columns known once the machinery is made: parameters with their defaults, sizes.
void DescribeMachinery(const Trial& trial, const Machinery& machinery, const TrialData& data,
                       ResultRecord& record);

/// Runs `work` and turns what it throws into the record's status and message: skipped (data
/// missing, too large), out_of_memory, failed. A record whose work returns is ok.
void RunGuarded(ResultRecord& record, const std::function<void()>& work);

/// Runs one trial from data to metrics; everything that goes wrong in it is its record's status.
ResultRecord RunTrial(const Trial& trial, const TunedFrom& tuned, const TrialSettings& settings,
                      TrialDataCache& cache);

/// The row of a trial that is run again: it was lost with what ran it, as `how` says. Such a record
/// keeps no run from running its trial.
ResultRecord LostRecord(const Trial& trial, const TrialSettings& settings, const std::string& how);
bool WasLost(const ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_RUN_H_
