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

/// The settings that all trials of one invocation share.
struct TrialSettings {
  std::string run_id;
  int threads = 1;
  double memory_limit_bytes = 0;  // 0: none
  // Called with the part that the trial has reached: "data", a phase, "measures".
  std::function<void(const std::string&)> on_phase{};
  void ReportPhase(const char* what) const {
    if (on_phase) on_phase(what);
  }
  std::filesystem::path prepared{};  // folder for features that trials share; "": nothing is shared
};

/// Tuned values and the rows they were chosen on, for the record.
struct TunedFrom {
  TunedValues values{};
  std::string on;
};

/// The trial with the values set in its kernel, map and learner, which is fitted on `rows` rows.
/// Throws InvalidInput if the trial lacks the part that a value belongs to.
Trial ApplyTuned(Trial trial, const TunedValues& values, Index rows);

/// A record with the columns known before anything has run: names, seeds, run, threads.
ResultRecord StartRecord(const Trial& trial, const TrialSettings& settings);

/// Sets the columns known once the machinery is made: parameters with their defaults, sizes.
void DescribeMachinery(const Trial& trial, const Machinery& machinery, const TrialData& data,
                       ResultRecord& record);

/// Runs `work` and turns an exception into the record's status and message: skipped (data missing,
/// too large), out_of_memory or failed. If `work` returns, the status is ok.
void RunGuarded(ResultRecord& record, const std::function<void()>& work);

/// Runs one trial from data to metrics. Every error in it becomes the status of its record.
ResultRecord RunTrial(const Trial& trial, const TunedFrom& tuned, const TrialSettings& settings,
                      TrialDataCache& cache);

/// The record of a trial whose executor was lost, as `how` says. The trial runs again: such a
/// record does not count as a result.
ResultRecord LostRecord(const Trial& trial, const TrialSettings& settings, const std::string& how);
bool WasLost(const ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_RUN_H_
