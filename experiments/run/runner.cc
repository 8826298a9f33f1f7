#include "experiments/run/runner.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/stopwatch.h"
#include "core/linalg/memory.h"
#include "experiments/config/only.h"
#include "experiments/run/blas.h"
#include "experiments/run/context.h"
#include "experiments/run/expected.h"
#include "experiments/run/planner.h"
#include "experiments/run/reported_rows.h"
#include "experiments/run/shared_features.h"
#include "experiments/run/trial_run.h"
#include "experiments/run/tuning_run.h"
#include "experiments/store/store.h"

namespace mercer {
namespace {

/// One invocation on one folder.
class Invocation {
 public:
  Invocation(const Experiment& experiment, const Catalogue& catalogue, const RunOptions& options,
             TrialDataCache& cache, RunObserver& observer)
      : store_(options.out, experiment.name, ResultStore::Mode::kWrite),
        planner_(experiment, options, store_, cache),
        cache_(cache),
        observer_(observer),
        context_(experiment, options, run_id_),
        catalogue_(catalogue) {
    settings_.run_id = run_id_;
    settings_.threads = options.threads;
    settings_.prepared = options.out / ".prepared";
    settings_.memory_limit_bytes = experiment.limit_memory_gib > 0
                                       ? experiment.limit_memory_gib * (1 << 30)
                                       : PhysicalMemoryBytes();
  }

  RunSummary Run() {
    const std::vector<std::string> grid = planner_.GridIds();
    store_.PutGrid(grid);
    summary_.problems = store_.problems();
    plan_ = planner_.Plan();
    std::vector<const Trial*> to_run;
    for (const PlannedTrial& planned : plan_) {
      if (planned.run) to_run.push_back(&planned.trial);
    }
    if (!to_run.empty()) observer_.OnExpected(Expected());
    observer_.OnStart(plan_.size(), to_run);
    if (!to_run.empty()) store_.PutContext(context_.Make(Hashes(), false));
    for (const PlannedTrial& planned : plan_) Settle(planned);
    if (summary_.ran > 0) store_.PutContext(context_.Make(Hashes(), true));
    RemoveSharedFeatures(settings_.prepared);
    store_.WriteTrialsCsv(grid);
    observer_.OnEnd();
    CountUnlisted(grid);
    return summary_;
  }

 private:
  /// Keeps or makes the record of one trial.
  void Settle(const PlannedTrial& planned) {
    const Trial& trial = planned.trial;
    // The values that a tuning trial chose are known only now, so the decision is made again.
    const Decision decision = planner_.Decide(trial);
    if (!decision.run) {
      ++summary_.kept;
      const ResultRecord& record = store_.records().at(trial.id);
      if (planned.run) observer_.OnTrialEnd(trial, record, 0);
      Count(record);
      return;
    }
    if (decision.stale) {
      store_.SetAside(trial.id);
      ++summary_.stale;
    }
    observer_.OnTrialStart(trial);
    const Stopwatch watch;
    const ResultRecord record = Execute(trial);
    store_.Put(trial.id, planner_.FullIdentity(trial), record);
    ++summary_.ran;
    Count(record);
    observer_.OnTrialEnd(trial, record, watch.Seconds());
  }

  ResultRecord Execute(Trial trial) {
    for (const std::string& id : {trial.timed_by, trial.tuned_by}) {
      if (!id.empty() && store_.records().at(id).Get("status") != "ok") return NotRun(trial, id);
    }
    if (!trial.timed_by.empty()) trial.max_seconds = planner_.Budget(trial).value();
    if (trial.tuning) return RunTuning(trial, settings_, cache_);
    if (trial.tuned_by.empty()) return RunTrial(trial, {}, settings_, cache_);
    const ResultRecord& tuning = store_.records().at(trial.tuned_by);
    const TunedFrom from{ChosenValues(planner_.TuningOf(trial), tuning), tuning.Get("tuned_on")};
    return RunTrial(trial, from, settings_, cache_);
  }

  /// The record of a trial that needs what another one did not find.
  ResultRecord NotRun(const Trial& trial, const std::string& needed) const {
    const ResultRecord& other = store_.records().at(needed);
    ResultRecord record = StartRecord(trial, settings_);
    // What kept the other trial from running keeps this one from it too: one reason, said once.
    const bool skipped = other.Get("status") == "skipped";
    const std::string what = needed == trial.tuned_by
                                 ? "its tuning trial " + needed
                                 : "trial " + needed + ", whose training time is its budget,";
    record.Set("status", skipped ? "skipped" : "failed");
    record.Set("message",
               skipped ? other.Get("message") : what + " did not finish: " + other.Get("message"));
    return record;
  }

  std::vector<double> Expected() {
    std::vector<double> seconds;
    const auto expected = ExpectTrials(plan_, catalogue_, context_.Rates(), store_.records());
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      if (plan_[i].run) seconds.push_back(expected[i].here ? expected[i].seconds : 0);
    }
    return seconds;
  }

  void Count(const ResultRecord& record) {
    const std::string& status = record.Get("status");
    if (status == "ok") {
      ++summary_.ok;
    } else if (status == "skipped") {
      ++summary_.skipped;
    } else {
      ++summary_.failed;
    }
  }

  void CountUnlisted(const std::vector<std::string>& grid) {
    const std::set<std::string> listed(grid.begin(), grid.end());
    for (const auto& [id, record] : store_.records())
      summary_.unlisted += listed.contains(id) ? 0U : 1U;
  }

  /// By the name that the records use; a generated data set has one for each repetition.
  std::map<std::string, std::string> Hashes() {
    std::map<std::string, std::string> hashes;
    for (const PlannedTrial& planned : plan_) {
      const std::string hash = planner_.DatasetHash(planned.trial);
      std::string& text = hashes[planned.trial.cell.dataset.Label()];
      if (hash.empty() || text.find(hash) != std::string::npos) continue;
      text += (text.empty() ? "" : " ") + hash;
    }
    return hashes;
  }

  const std::string run_id_ = NewRunId();
  ResultStore store_;
  Planner planner_;
  TrialDataCache& cache_;
  RunObserver& observer_;
  ContextWriter context_;
  const Catalogue& catalogue_;
  TrialSettings settings_;
  std::vector<PlannedTrial> plan_;
  RunSummary summary_;
};

/// Everything that may be wrong, before a folder is made.
std::vector<PlannedTrial> CheckedPlan(const Experiment& experiment, const RunOptions& options,
                                      TrialDataCache& cache) {
  ReportedRows(experiment);
  const ResultStore look(options.out, experiment.name, ResultStore::Mode::kLook);
  Planner planner(experiment, options, look, cache);
  return planner.Plan();
}

}  // namespace

std::vector<PlannedTrial> PlanRun(const Experiment& experiment, const Catalogue& catalogue,
                                  const RunOptions& options) {
  TrialDataCache cache(catalogue);
  return CheckedPlan(experiment, options, cache);
}

RunSummary RunExperiment(const Experiment& experiment, const Catalogue& catalogue,
                         const RunOptions& options, RunObserver& observer) {
  UseOneBlasThread();
  TrialDataCache cache(catalogue);
  CheckedPlan(experiment, options, cache);
  return Invocation(experiment, catalogue, options, cache, observer).Run();
}

}  // namespace mercer
