#include "experiments/run/sweep/invocation.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <set>
#include <thread>
#include <utility>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "experiments/run/plan/expected.h"
#include "experiments/run/sweep/hand_out_order.h"
#include "experiments/run/sweep/worker_executor.h"
#include "experiments/run/trial/tuning_run.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

// Between two looks at what another process is at.
constexpr std::chrono::milliseconds kPatience{100};

TrialSettings SettingsOf(const Experiment& experiment, const RunOptions& options,
                         const std::string& run_id, const fs::path& shared) {
  TrialSettings settings;
  settings.prepared = shared;
  settings.run_id = run_id;
  settings.threads = options.threads;
  settings.memory_limit_bytes = MemoryLimitBytes(experiment, options);
  return settings;
}

std::unique_ptr<Executor> MakeExecutor(const Experiment& experiment, const RunOptions& options,
                                       const TrialSettings& settings, TrialDataCache& cache) {
  if (options.worker.empty()) return std::make_unique<InProcessExecutor>(settings, cache);
  std::error_code ignored;  // without the folder each worker prepares its own
  fs::create_directory(settings.prepared, ignored);
  WorkerSettings workers = MakeWorkerSettings(experiment, options, cache.catalogue().data_dir(),
                                              std::make_shared<CoreClaims>());
  if (options.make_executor) return options.make_executor(settings, workers);
  return std::make_unique<WorkerExecutor>(settings, std::move(workers));
}

}  // namespace

Invocation::Invocation(const Experiment& experiment, const RunOptions& options,
                       TrialDataCache& cache, RunObserver& observer)
    : options_(options),
      run_id_(NewRunId()),
      store_(options.out, experiment.name),
      planner_(experiment, options, store_, cache),
      cache_(cache),
      observer_(observer),
      context_(experiment, options, run_id_),
      settings_(SettingsOf(experiment, options, run_id_, store_.shared_folder())),
      executor_(MakeExecutor(experiment, options, settings_, cache)) {
  executor_->on_phase = [this](const std::string& trial_id, const std::string& phase) {
    observer_.OnPhase(running_.at(trial_id)->trial, phase);
  };
}

RunSummary Invocation::Run() {
  plan_ = planner_.Plan();  // everything that may be wrong, before a folder is made
  store_.BeginWriting(run_id_);
  observer_.OnRun(run_id_);
  RemoveDataTemporaries();
  const std::vector<std::string> grid = planner_.GridIds();
  store_.PutGrid(grid);
  summary_.problems = store_.problems();
  DiscardStale();
  if (!options_.worker.empty()) cache_.Forget();
  std::vector<const Trial*> to_run;
  std::size_t total = 0;
  for (const PlannedTrial& planned : plan_) {
    if (planned.run) to_run.push_back(&planned.trial);
    if (planned.run || !planned.stale) ++total;
    waiting_ids_.insert(planned.trial.id);
  }
  const std::vector<double> expected =
      to_run.empty() ? std::vector<double>(plan_.size()) : Expected();
  PutInOrder(expected, to_run);
  observer_.OnStart(total, to_run);
  if (!to_run.empty()) store_.PutContext(context_.Make(Hashes(), false));
  for (int passes = 0; !waiting_.empty() || !running_.empty() || !again_.empty();) {
    const bool moved = HandOut();
    if (!running_.empty()) {
      Finish(executor_->Wait());
    } else if (!moved) {
      met_others_ = true;
      // What another process was just ending is no wait.
      if (++passes > 1 && !held_.empty()) ReportWaiting(held_, held_.front()->id);
      std::this_thread::sleep_for(kPatience);
    }
    if (moved) passes = 0;
  }
  if (summary_.ran > 0) store_.PutContext(context_.Make(Hashes(), true));
  WriteTable();
  CountSettled();
  observer_.OnEnd();
  CountStaleElsewhere();
  const std::set<std::string> listed(grid.begin(), grid.end());
  for (const auto& [id, record] : store_.records())
    summary_.unlisted += listed.contains(id) ? 0U : 1U;
  return summary_;
}

void Invocation::PutInOrder(const std::vector<double>& expected,
                            std::vector<const Trial*>& to_run) {
  std::vector<std::size_t> order(plan_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (executor_->slots() > 1) order = LongestFirst(plan_, expected);
  to_run.clear();
  std::vector<double> seconds;
  for (const std::size_t place : order) {
    waiting_.push_back(&plan_[place]);
    if (!plan_[place].run) continue;
    to_run.push_back(&plan_[place].trial);
    seconds.push_back(expected[place]);
  }
  if (!to_run.empty()) observer_.OnExpected(seconds);
}

void Invocation::DiscardStale() {
  stale_of_others_.clear();
  planner_.NoteVersions();  // other processes may have added records
  for (const Trial& trial : planner_.grid()) DiscardIfStale(trial);
}

/// And what rests on it, whose values or budget it gave.
void Invocation::DiscardIfStale(const Trial& trial) {
  const auto is_stale = [&] {
    return store_.records().contains(trial.id) && planner_.IsStale(trial);
  };
  if (!is_stale()) return;
  if (!store_.Claim(trial.id)) {  // another process replaces it
    stale_of_others_.insert(trial.id);
    return;
  }
  store_.Refresh(trial.id);
  if (is_stale()) store_.Discard(trial.id);
  store_.Release(trial.id);
  for (const Trial* dependant : planner_.DependantsOf(trial.id)) DiscardIfStale(*dependant);
}

/// Others, another shard say, may have worked in the folder meanwhile and may have ended, so that
/// nothing tells of them: who writes last must have seen all.
void Invocation::WriteTable() {
  constexpr const char* kTable = "trials.csv";
  for (int passes = 0; !store_.Claim(kTable); ++passes) {
    if (passes > 1) ReportWaiting({}, kTable);
    std::this_thread::sleep_for(kPatience);
  }
  if (store_.HasWritten() || met_others_ || store_.IsShared()) {
    store_.Reload();
    DiscardStale();
  }
  std::vector<std::string> answered;
  for (const Trial& trial : planner_.grid()) {
    if (store_.records().contains(trial.id) && !stale_of_others_.contains(trial.id))
      answered.push_back(trial.id);
  }
  store_.WriteTrialsCsv(answered);
  store_.Release(kTable);
  summary_.rows = answered.size();
}

/// Those that were asked for are told as each is settled.
void Invocation::CountStaleElsewhere() {
  std::set<std::string> asked;
  for (const PlannedTrial& planned : plan_) asked.insert(planned.trial.id);
  for (const Trial& trial : planner_.grid()) {
    if (asked.contains(trial.id) || store_.records().contains(trial.id)) continue;
    summary_.stale_elsewhere += planner_.IsStale(trial) ? 1U : 0U;
  }
}

void Invocation::CountSettled() {
  for (const std::string& id : settled_) {
    if (const auto it = store_.records().find(id); it != store_.records().end()) Count(it->second);
  }
  const std::vector<std::string> lacking = store_.Lacking({settled_.begin(), settled_.end()});
  const std::set<std::string> gone(lacking.begin(), lacking.end());
  summary_.gone = lacking;
  for (const std::string& id : settled_) {
    if (!store_.records().contains(id) && !gone.contains(id)) summary_.stale.push_back(id);
  }
}

void Invocation::RemoveDataTemporaries() const {
  std::set<fs::path> folders;
  for (const PlannedTrial& planned : plan_) {
    const DatasetSpec& spec = planned.trial.cell.dataset;
    if (!spec.paths.empty()) continue;  // the user's own files
    const fs::path folder = cache_.catalogue().data_dir() / spec.name;
    folders.insert({folder, folder / ".cache"});
  }
  for (const fs::path& folder : folders) RemoveTemporaries(folder);
}

void Invocation::ReportWaiting(const std::vector<const Trial*>& trials, const std::string& claim) {
  const std::optional<int> process = store_.HolderOf(claim);
  const std::string whom =
      claim + " " + std::to_string(trials.size()) + " " + std::to_string(process.value_or(0));
  if (whom == std::exchange(reported_waiting_, whom)) return;
  observer_.OnWaiting(trials, process);
}

bool Invocation::HandOut() {
  bool moved = false;
  held_.clear();
  while (!again_.empty() && running_.size() < executor_->slots()) {
    const PlannedTrial& planned = *again_.front();
    again_.pop_front();
    waiting_ids_.erase(planned.trial.id);
    executor_->Start(OrderOf(planned.trial));
    running_[planned.trial.id] = &planned;
    moved = true;
  }
  // In order, and from the beginning again: what one trial waited for may be settled by now.
  for (auto it = waiting_.begin(); it != waiting_.end() && running_.size() < executor_->slots();) {
    if (TrySettle(**it)) {
      waiting_ids_.erase((*it)->trial.id);
      it = waiting_.erase(it);
      moved = true;
    } else {
      ++it;
    }
  }
  return moved;
}

bool Invocation::TrySettle(const PlannedTrial& planned) {
  const Trial& trial = planned.trial;
  for (const std::string& needed : {trial.tuned_by, trial.timed_by}) {
    if (running_.contains(needed) || waiting_ids_.contains(needed)) return false;
  }
  if (LacksNeeded(trial)) {
    summary_.stale.push_back(trial.id);
    return true;
  }
  const Decision decision = planner_.Decide(trial);
  if (!decision.run && !decision.stale) {
    Keep(planned);
    return true;
  }
  if (!store_.Claim(trial.id)) {
    met_others_ = true;
    held_.push_back(&trial);
    return false;
  }
  const bool started = Settle(planned);
  if (!started) store_.Release(trial.id);
  return true;
}

/// Whether the claimed trial was started.
bool Invocation::Settle(const PlannedTrial& planned) {
  const Trial& trial = planned.trial;
  if (store_.Refresh(trial.id)) {
    Keep(planned);  // another process has just done it
    return false;
  }
  const Decision decision = planner_.Decide(trial);
  if (decision.stale && store_.records().contains(trial.id)) store_.Discard(trial.id);
  if (!decision.run) {
    summary_.stale.push_back(trial.id);
    return false;
  }
  observer_.OnTrialStart(trial);
  if (const std::string needed = FailedPrerequisite(trial); !needed.empty()) {
    Store(trial, RecordWithoutPrerequisite(trial, needed), 0);
    return false;
  }
  if (const auto bytes = too_large_.find(trial.id); bytes != too_large_.end()) {
    const std::string why = TooLargeText(bytes->second, settings_.memory_limit_bytes);
    Store(trial, NotRun(trial, TrialStatus::kSkipped, why), 0);
    return false;
  }
  executor_->Start(OrderOf(trial));
  running_[trial.id] = &planned;
  return true;
}

void Invocation::Finish(const TrialOutcome& outcome) {
  const PlannedTrial& planned = *running_.at(outcome.trial_id);
  const Trial& trial = planned.trial;
  ResultRecord record = outcome.record;
  if (outcome.beside_others) record.Set(column::kTimingValid, false);
  running_.erase(outcome.trial_id);
  // What a killed worker was writing for the others.
  if (!record.IsOk()) RemoveTemporaries(settings_.prepared);
  if (outcome.lost && lost_.insert(trial.id).second) {
    // A row at once: this process may be lost too. The trial stays claimed.
    store_.Put(trial.id, planner_.FullIdentity(trial), record);
    observer_.OnTrialLost(trial, record);
    again_.push_back(&planned);
    waiting_ids_.insert(trial.id);
    return;
  }
  // Now it may be the trial that ends what runs it: it is not tried again by itself.
  if (outcome.lost) record.Set(column::kMessage, "twice " + record.Get(column::kMessage));
  Store(trial, record, outcome.seconds);
  store_.Release(trial.id);
}

void Invocation::Store(const Trial& trial, const ResultRecord& record, double seconds) {
  store_.Put(trial.id, planner_.FullIdentity(trial), record);
  ++summary_.ran;
  settled_.insert(trial.id);
  observer_.OnTrialEnd(trial, record, seconds);
  if (planner_.NoteVersion(trial, record)) DiscardStale();
  // It may have chosen other values, or taken another time, than when these ran.
  for (const Trial* dependant : planner_.DependantsOf(trial.id)) DiscardIfStale(*dependant);
}

void Invocation::Keep(const PlannedTrial& planned) {
  ++summary_.kept;
  const ResultRecord& record = store_.records().at(planned.trial.id);
  if (planned.run) observer_.OnTrialEnd(planned.trial, record, 0);
  settled_.insert(planned.trial.id);
}

TrialOrder Invocation::OrderOf(Trial trial) {
  TrialOrder order;
  order.dataset_sha256 = planner_.DatasetHash(trial);
  if (!trial.timed_by.empty()) trial.max_seconds = planner_.Budget(trial).value();
  if (!trial.tuned_by.empty()) {
    const ResultRecord& tuning = store_.records().at(trial.tuned_by);
    order.tuned = {ChosenValues(planner_.TuningOf(trial), tuning), tuning.Get(column::kTunedOn)};
  }
  order.trial = std::move(trial);
  return order;
}

bool Invocation::LacksNeeded(const Trial& trial) const {
  for (const std::string& id : {trial.timed_by, trial.tuned_by})
    if (!id.empty() && !store_.records().contains(id)) return true;
  return false;
}

std::string Invocation::FailedPrerequisite(const Trial& trial) const {
  for (const std::string& id : {trial.timed_by, trial.tuned_by})
    if (!id.empty() && !store_.records().at(id).IsOk()) return id;
  return "";
}

ResultRecord Invocation::RecordWithoutPrerequisite(const Trial& trial,
                                                   const std::string& needed) const {
  const ResultRecord& other = store_.records().at(needed);
  // What kept the other trial from running keeps this one from it too: one reason, said once.
  if (other.Get(column::kStatus) == TrialStatus::kSkipped)
    return NotRun(trial, TrialStatus::kSkipped, other.Get(column::kMessage));
  const std::string what =
      needed == trial.tuned_by ? "its tuning trial" : "the trial whose training time is its budget";
  return NotRun(trial, TrialStatus::kFailed,
                what + " did not finish: " + other.Get(column::kMessage));
}

ResultRecord Invocation::NotRun(const Trial& trial, TrialStatus status,
                                const std::string& why) const {
  ResultRecord record = StartRecord(trial, settings_);
  record.Set(column::kStatus, status);
  record.Set(column::kMessage, why);
  return record;
}

std::vector<double> Invocation::Expected() {
  std::vector<double> seconds(plan_.size(), 0);
  const auto expected = ExpectTrials(plan_, cache_.catalogue(), context_.Rates(), store_.records(),
                                     settings_.memory_limit_bytes);
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    if (!expected[i].fits) too_large_[plan_[i].trial.id] = expected[i].cost->bytes;
    if (plan_[i].run && !expected[i].IsSkipped()) seconds[i] = expected[i].seconds;
  }
  return seconds;
}

void Invocation::Count(const ResultRecord& record) {
  const auto status = record.Get(column::kStatus);
  ++(status == TrialStatus::kOk        ? summary_.ok
     : status == TrialStatus::kSkipped ? summary_.skipped
                                       : summary_.failed);
}

/// By the name that the records use; a generated data set has one for each repetition.
std::map<std::string, std::string> Invocation::Hashes() {
  std::map<std::string, std::string> hashes;
  for (const PlannedTrial& planned : plan_) {
    const std::string hash = planner_.DatasetHash(planned.trial);
    std::string& text = hashes[planned.trial.cell.dataset.Label()];
    if (hash.empty() || text.find(hash) != std::string::npos) continue;
    text += (text.empty() ? "" : " ") + hash;
  }
  return hashes;
}

}  // namespace mercer
