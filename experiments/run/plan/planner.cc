#include "experiments/run/plan/planner.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/check/dimension_checks.h"
#include "experiments/config/only.h"
#include "experiments/run/trial/trial_run.h"

namespace mercer {
namespace {

const char kInvalidTimes[] = "invalid_times";

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
std::string RequestText(const std::string& identity, const Identities& others) {
  std::istringstream lines(identity);
  std::string text, line;
  while (std::getline(lines, line)) {
    bool of_computing = false;
    for (const char* key : {"seeds=", "tuned=", "budget_s=", "dataset_sha256=", "files_sha256="})
      of_computing = of_computing || line.starts_with(key);
    if (of_computing) continue;
    if (line.starts_with("tuned_by=") || line.starts_with("timed_by=")) {
      const auto other = others.find(line.substr(line.find('=') + 1));
      if (other != others.end()) line = line.substr(0, 9) + RequestText(other->second, others);
    }
    for (std::size_t at = 0; (at = line.find('@', at)) != line.npos;) {
      const std::size_t end = line.find_first_not_of("0123456789", at + 1);
      line.erase(at, (end == line.npos ? line.size() : end) - at);
    }
    text += line + "\n";
  }
  return text;
}

std::set<std::string> Lines(const std::string& text) {
  std::istringstream in(text);
  std::set<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.insert(line);
  return lines;
}

}  // namespace

std::vector<std::string> RetryStatuses() {
  return {"failed", "timeout", "out_of_memory", "skipped", "stale", kInvalidTimes};
}

Planner::Planner(const Experiment& experiment, const RunOptions& options, const ResultStore& store,
                 TrialDataCache& cache)
    : config_path_(experiment.config_path),
      train_time_phases_(experiment.train_time_phases),
      options_(options),
      store_(store),
      cache_(cache),
      grid_(experiment.trials) {
  CheckRetry(options.retry);
  asked_ = FilterTrials(grid_, options.only);
  // Of the whole grid, so that --only moves no trial to another shard.
  const std::map<std::string, int> shards = AssignShards(grid_, options.shard.count);
  std::erase_if(asked_,
                [&](const Trial& trial) { return shards.at(trial.id) != options.shard.index; });
  for (const Trial& trial : grid_) {
    trials_[trial.id] = &trial;
    for (const std::string& needed : {trial.tuned_by, trial.timed_by})
      if (!needed.empty()) dependants_.emplace(needed, &trial);
  }
  FindSuperseding();
  NoteVersions();
}

void Planner::NoteVersions() {
  for (const Trial& trial : grid_) {
    const auto record = store_.records().find(trial.id);
    if (record != store_.records().end()) versions_.Note(trial, record->second);
  }
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
    if (!store_.records().contains(id)) without_record[RequestText(identity, grid)] = id;
  }
  for (const std::string& id : unlisted) {
    const auto it =
        without_record.find(RequestText(store_.identities().at(id), store_.identities()));
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
  CheckOwnFiles();
  std::vector<PlannedTrial> plan;
  for (auto& [place, group] : groups)
    std::move(group.begin(), group.end(), std::back_inserter(plan));
  return plan;
}

void Planner::CheckOwnFiles() const {
  std::vector<Trial> own;
  for (const Trial& trial : asked_)
    if (!trial.cell.dataset.paths.empty()) own.push_back(trial);
  Faults faults;
  CheckDimensions(own, cache_.catalogue(), faults);
  if (!faults.empty()) throw InvalidInput(FormatFaults(config_path_, faults.Take()));
}

bool Planner::Retries(const std::string& status) const {
  return std::find(options_.retry.begin(), options_.retry.end(), status) != options_.retry.end();
}

bool Planner::RetriesTimes(const Trial& trial) const {
  const ResultRecord& record = store_.records().at(trial.id);
  // The times of a tuning trial are in no table.
  return Retries(kInvalidTimes) && !trial.tuning && record.IsOk() &&
         record.Get(column::kTimingValid) == false;
}

Decision Planner::Decide(const Trial& trial) {
  const bool stale = IsStale(trial);
  const auto record = store_.records().find(trial.id);
  if (record == store_.records().end()) return {.run = !stale || Retries("stale"), .stale = stale};
  const std::string status = record->second.Status();
  if (record->second.Get(column::kStatus) == TrialStatus::kSkipped)
    return {.run = !DatasetHash(trial).empty() || Retries(status), .stale = false};
  if (!stale) {
    const bool run = Retries(status) || WasLost(record->second) || RetriesTimes(trial);
    return {.run = run, .stale = false};
  }
  // Only what was ok is a result that somebody may want to keep.
  const bool runs_by_itself = !record->second.IsOk() && !NeedsStale(trial);
  return {.run = runs_by_itself || Retries("stale"), .stale = true};
}

bool Planner::IsStale(const Trial& trial) {
  const auto record = store_.records().find(trial.id);
  if (record != store_.records().end())
    return record->second.Get(column::kStatus) != TrialStatus::kSkipped &&
           (!Answers(trial) || versions_.IsOlder(trial, record->second));
  return store_.stale().contains(trial.id) || superseding_.contains(trial.id) || NeedsStale(trial);
}

bool Planner::NeedsStale(const Trial& trial) {
  for (const std::string& needed : {trial.tuned_by, trial.timed_by})
    if (!needed.empty() && IsStale(*trials_.at(needed))) return true;
  return false;
}

bool Planner::Answers(const Trial& trial) {
  const std::string& identity = store_.identities().at(trial.id);
  const std::string own = trial.Identity();
  if (!identity.starts_with(own) || NeedsStale(trial)) return false;
  const auto given = Lines(identity.substr(own.size()));
  const auto tuned = TunedLine(trial), budget = BudgetLine(trial);
  if (tuned && !given.contains(*tuned)) return false;
  if (budget && !given.contains(*budget)) return false;
  const std::string hash = KnownHash(trial);
  return hash.empty() || given.contains("dataset_sha256=" + hash);
}

std::vector<const Trial*> Planner::DependantsOf(const std::string& trial_id) const {
  std::vector<const Trial*> found;
  const auto [begin, end] = dependants_.equal_range(trial_id);
  for (auto it = begin; it != end; ++it) found.push_back(it->second);
  return found;
}

std::optional<std::string> Planner::TunedLine(const Trial& trial) const {
  const auto tuning = store_.records().find(trial.tuned_by);
  if (tuning == store_.records().end()) return std::nullopt;
  return "tuned=" + tuning->second.Get(column::kTunedParams);
}

std::optional<std::string> Planner::BudgetLine(const Trial& trial) const {
  if (!store_.records().contains(trial.timed_by)) return std::nullopt;
  const std::optional<double> seconds = Budget(trial);
  return "budget_s=" + (seconds ? FormatNumber(*seconds) : "");
}

std::optional<double> Planner::Budget(const Trial& trial) const {
  const auto timed = store_.records().find(trial.timed_by);
  if (timed == store_.records().end() || !timed->second.IsOk()) return std::nullopt;
  return SumOfPhases(timed->second, train_time_phases_);
}

std::string Planner::FullIdentity(const Trial& trial) {
  std::string text = trial.Identity();
  if (!trial.tuned_by.empty()) text += TunedLine(trial).value_or("tuned=") + "\n";
  if (!trial.timed_by.empty()) text += BudgetLine(trial).value_or("budget_s=") + "\n";
  return text + "dataset_sha256=" + DatasetHash(trial) + "\n";
}

std::string Planner::DatasetHash(const Trial& trial) {
  try {
    return cache_.Hash(trial);
  } catch (const DataMissing&) {
    return "";
  }
}

std::string Planner::KnownHash(const Trial& trial) {
  const std::string data = DatasetKey(cache_.catalogue(), trial);
  if (unreadable_.contains(data)) return "";
  try {
    return DatasetHash(trial);
  } catch (const InvalidInput&) {
    unreadable_.insert(data);
    return "";
  }
}

const TuningSpec& Planner::TuningOf(const Trial& trial) const {
  return *trials_.at(trial.tuned_by)->tuning;
}

}  // namespace mercer
