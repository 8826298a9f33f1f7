#include "experiments/run/planner.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/only.h"
#include "experiments/run/executor.h"

namespace mercer {
namespace {

void CheckRetry(const std::vector<std::string>& statuses) {
  const std::vector<std::string> known = RetryStatuses();
  for (const std::string& status : statuses) {
    if (std::find(known.begin(), known.end(), status) == known.end())
      throw InvalidInput("--retry: " + UnknownName("status", status, known));
  }
}

using Identities = std::map<std::string, std::string>;

/// What an identity asks for, without all that says how it was computed: versions, seeds, data,
/// and what other trials found; a trial that it names is replaced by what that one asks for.
std::string WhatIsAsked(const std::string& identity, const Identities& others) {
  std::istringstream lines(identity);
  std::string text, line;
  while (std::getline(lines, line)) {
    bool of_computing = false;
    for (const char* key : {"seeds=", "tuned=", "budget_s=", "dataset_sha256="})
      of_computing = of_computing || line.starts_with(key);
    if (of_computing) continue;
    if (line.starts_with("tuned_by=") || line.starts_with("timed_by=")) {
      const auto other = others.find(line.substr(line.find('=') + 1));
      if (other != others.end()) line = line.substr(0, 9) + WhatIsAsked(other->second, others);
    }
    for (std::size_t at = 0; (at = line.find('@', at)) != line.npos;) {
      const std::size_t end = line.find_first_not_of("0123456789", at + 1);
      line.erase(at, (end == line.npos ? line.size() : end) - at);
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::vector<std::string> RetryStatuses() {
  return {"failed", "timeout", "out_of_memory", "skipped", "stale"};
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
  // Of the whole grid, so that --only moves no trial to another shard.
  const std::map<std::string, int> shards = AssignShards(grid_, options.shard.count);
  std::erase_if(asked_,
                [&](const Trial& trial) { return shards.at(trial.id) != options.shard.index; });
  for (const Trial& trial : grid_) {
    if (trial.tuning) tuning_[trial.id] = &trial;
  }
  FindSuperseding();
}

void Planner::FindSuperseding() {
  std::set<std::string> listed;
  for (const Trial& trial : grid_) listed.insert(trial.id);
  std::vector<std::string> unlisted;
  for (const auto& [id, identity] : store_.identities()) {
    if (!listed.contains(id)) unlisted.push_back(id);
  }
  if (unlisted.empty()) return;
  Identities grid;
  for (const Trial& trial : grid_) grid[trial.id] = trial.Identity();
  std::map<std::string, std::string> without_record;
  for (const auto& [id, identity] : grid) {
    if (!store_.records().contains(id)) without_record[WhatIsAsked(identity, grid)] = id;
  }
  for (const std::string& id : unlisted) {
    const auto it =
        without_record.find(WhatIsAsked(store_.identities().at(id), store_.identities()));
    if (it != without_record.end()) superseding_.insert(it->second);
  }
}

std::vector<std::string> Planner::GridIds() const {
  std::vector<std::string> ids;
  for (const Trial& trial : grid_) ids.push_back(trial.id);
  return ids;
}

std::vector<PlannedTrial> Planner::Plan() {
  std::set<std::string> running;
  std::map<std::string, std::size_t> datasets;
  std::map<std::pair<std::size_t, int>, std::vector<PlannedTrial>> groups;
  for (const Trial& trial : asked_) {
    DatasetHash(trial);
    Decision decision = Decide(trial);
    // What a trial will choose or how long it will take is not known yet: those that ask may run.
    if (running.contains(trial.tuned_by) || running.contains(trial.timed_by)) decision.run = true;
    if (decision.run) running.insert(trial.id);
    const std::size_t dataset =
        datasets.try_emplace(trial.cell.dataset.Label(), datasets.size()).first->second;
    groups[{dataset, trial.repetition}].push_back({trial, decision.run, decision.stale});
  }
  std::vector<PlannedTrial> plan;
  for (auto& [place, group] : groups)
    std::move(group.begin(), group.end(), std::back_inserter(plan));
  return plan;
}

bool Planner::Retries(const std::string& status) const {
  return std::find(options_.retry.begin(), options_.retry.end(), status) != options_.retry.end();
}

Decision Planner::Decide(const Trial& trial) {
  const auto record = store_.records().find(trial.id);
  if (record == store_.records().end()) {
    const bool stale = store_.stale().contains(trial.id) || superseding_.contains(trial.id);
    return {.run = !stale || Retries("stale"), .stale = stale};
  }
  const std::string& status = record->second.Get("status");
  const std::string hash = DatasetHash(trial);
  const bool here = !hash.empty();
  if (status == "skipped") return {.run = here || Retries(status), .stale = false};
  // Without the data nothing can be told of them, and the record stands.
  const std::string wanted = GivenIdentity(trial) + (here ? "dataset_sha256=" + hash + "\n" : "");
  const bool answers = store_.identities().at(trial.id).starts_with(wanted);
  if (answers) return {.run = Retries(status) || WasLost(record->second), .stale = false};
  // Only what was ok is a result that somebody may want to keep.
  return {.run = status != "ok" || Retries("stale"), .stale = true};
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
