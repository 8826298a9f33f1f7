#include "experiments/run/planner.h"

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/only.h"

namespace mercer {
namespace {

void CheckRetry(const std::vector<std::string>& statuses) {
  const std::vector<std::string> known = RetryStatuses();
  for (const std::string& status : statuses) {
    if (std::find(known.begin(), known.end(), status) == known.end())
      throw InvalidInput("--retry: " + UnknownName("status", status, known));
  }
}

}  // namespace

std::vector<std::string> RetryStatuses() {
  return {"failed", "timeout", "out_of_memory", "skipped"};
}

Planner::Planner(const Experiment& experiment, const RunOptions& options, const ResultStore& store,
                 TrialDataCache& cache)
    : train_time_phases_(experiment.train_time_phases),
      options_(options),
      store_(store),
      cache_(cache),
      grid_(ExpandTrials(experiment)) {
  CheckRetry(options.retry);
  asked_ = FilterTrials(grid_, options.only);
  for (const Trial& trial : grid_) {
    if (trial.tuning) tuning_[trial.id] = &trial;
  }
}

std::vector<std::string> Planner::GridIds() const {
  std::vector<std::string> ids;
  for (const Trial& trial : grid_) ids.push_back(trial.id);
  return ids;
}

std::vector<PlannedTrial> Planner::Plan() {
  std::vector<PlannedTrial> plan;
  std::set<std::string> running;
  for (const Trial& trial : asked_) {
    DatasetHash(trial);
    Decision decision = Decide(trial);
    // What a trial will choose or how long it will take is not known yet: those that ask may run.
    if (running.contains(trial.tuned_by) || running.contains(trial.timed_by)) decision.run = true;
    if (decision.run) running.insert(trial.id);
    plan.push_back({trial, decision.run, decision.stale});
  }
  return plan;
}

Decision Planner::Decide(const Trial& trial) {
  const auto record = store_.records().find(trial.id);
  if (record == store_.records().end()) return {.run = true, .stale = false};
  const std::string& status = record->second.Get("status");
  const std::string hash = DatasetHash(trial);
  const bool here = !hash.empty();
  if (status == "skipped") return {.run = here, .stale = false};
  // Without the data nothing can be told of them, and the record stands.
  const std::string wanted = GivenIdentity(trial) + (here ? "dataset_sha256=" + hash + "\n" : "");
  if (!store_.identities().at(trial.id).starts_with(wanted)) return {.run = true, .stale = true};
  const bool again =
      std::find(options_.retry.begin(), options_.retry.end(), status) != options_.retry.end();
  return {.run = again, .stale = false};
}

std::string Planner::GivenIdentity(const Trial& trial) const {
  std::string text = trial.Identity();
  if (!trial.tuned_by.empty()) {
    const auto tuning = store_.records().find(trial.tuned_by);
    const std::string values =
        tuning == store_.records().end() ? "" : tuning->second.Get("tuned_params");
    text += "tuned=" + values + "\n";
  }
  if (!trial.timed_by.empty()) {
    const std::optional<double> seconds = Budget(trial);
    text += "budget_s=" + (seconds ? FormatNumber(*seconds) : "") + "\n";
  }
  return text;
}

std::optional<double> Planner::Budget(const Trial& trial) const {
  const auto timed = store_.records().find(trial.timed_by);
  if (timed == store_.records().end() || timed->second.Get("status") != "ok") return std::nullopt;
  return SumOfPhases(timed->second, train_time_phases_);
}

std::string Planner::FullIdentity(const Trial& trial) {
  return GivenIdentity(trial) + "dataset_sha256=" + DatasetHash(trial) + "\n";
}

std::string Planner::DatasetHash(const Trial& trial) {
  try {
    return cache_.Hash(trial);
  } catch (const DataMissing&) {
    return "";
  }
}

const TuningSpec& Planner::TuningOf(const Trial& trial) const {
  return *tuning_.at(trial.tuned_by)->tuning;
}

}  // namespace mercer
